import { objectionCodes, objectionStatus } from '../../../contract/passing.ts'
import { objectionLabels } from '../../../contract/declaration/allowance-states.ts'
import { StatusTag } from '../../kit/status-tag.tsx'

/** In a row of a publicity: the reader's own objection, its result and the next step. */
export function OwnObjection({ said }: { said: { state: number; reply: string | null } | null }) {
  if (!said) return '未提出'
  return (
    <>
      <StatusTag tone={objectionStatus(said.state).tone}>{objectionLabels[said.state]}</StatusTag>{' '}
      {said.state === objectionCodes.code.open ? '结果会通知您' : said.reply}
    </>
  )
}
