import { delegation } from '../../../contract/declaration/process.ts'
import { delegationStates } from '../../../contract/declaration/process-words.ts'
import { call } from '../../api.ts'
import { readFailure, type Failure } from '../../kit/failure.ts'

/**
 * Why the server refused a reviewer. For whoever opened the page as a delegate, a record that is suddenly absent or forbidden mostly means
 * that the delegation ended; the server does not say so, because it tells nobody of records they may not see. The page knows in whose name
 * it was opened, so it asks for the reader's own delegations.
 */
export async function whyRefused(error: unknown, behalf: string | null): Promise<Failure> {
  const failure = readFailure(error)
  if (behalf === null || !['NOT_FOUND', 'FORBIDDEN'].includes(failure.code)) return failure
  try {
    const { list } = await call(delegation.list, { query: { received: true, open: true, page: 1, pageSize: 100 } }, { silent: true })
    const runs = list.some((d) => d.userName === behalf && delegationStates[d.state] === '生效中')
    return runs ? failure : { ...failure, message: `${behalf} 对您的委托已撤销或已到期，您不能再审核这份申报`, traceId: null }
  } catch {
    return failure
  }
}
