import { Alert } from 'antd'
import type { OpenChange } from '../../../contract/identity/rights-effect.ts'
import { localMinute } from '../../kit/date/local-time.ts'

/** Says that a request for a change of the same rights is under way, which saving here makes void. */
export const OpenChanges = ({ of, changes }: { of: string; changes: readonly OpenChange[] }) =>
  changes.map((one) => <Alert key={one.proposeTime} type="warning" showIcon title={inWords(of, one)} />)

const inWords = (of: string, { proposedBy, proposeTime, startTime, approved }: OpenChange): string => {
  const start = startTime && `${localMinute(startTime)} 生效`
  const stand = approved ? `已同意，${start ?? '待生效'}` : `正待另一名安全管理员复核${start ? `，定于 ${start}` : ''}`
  return `${proposedBy} ${localMinute(proposeTime)} 提出的${of}变更${stand}。在这里直接保存，这项申请就不再符合现状，将作废。`
}
