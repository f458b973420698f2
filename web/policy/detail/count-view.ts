import { market } from '../../../contract/policy/market.ts'
import { call } from '../../api.ts'

/** One view of a policy. */
export const countView = (id: number): Promise<unknown> => call(market.view, { body: { id } }, { silent: true })
