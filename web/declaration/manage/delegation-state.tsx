import type { DelegationRow } from '../../../contract/declaration/process.ts'
import { delegationStates } from '../../../contract/declaration/process-words.ts'
import type { Tone } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { endWords } from './delegation-end.ts'

const tones: readonly Tone[] = ['waiting', 'running', 'off', 'off', 'off']

/** The state of a delegation; of one that was ended before its time also by whom, when and why. */
export function DelegationState({ row }: { row: DelegationRow }) {
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <StatusTag tone={tones[row.state]!}>{delegationStates[row.state]}</StatusTag>
      {row.endedAt && <div>{endWords(row)}</div>}
    </div>
  )
}
