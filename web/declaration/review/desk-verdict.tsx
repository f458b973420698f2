import { deskVerdicts, deskVerdictTones, type GroundKind } from '../../../contract/declaration/ground-words.ts'
import type { DeclarationRow } from '../../../contract/declaration.ts'
import { StatusTag } from '../../kit/status-tag.tsx'

type DeskVerdict = NonNullable<DeclarationRow['verdict']>
export const verdictOptions = Object.entries(deskVerdicts).map(([value, label]) => ({ value, label }))

/** The verdict on the day of submission, as a word with a tone. */
export const DeskVerdictTag = ({ verdict }: { verdict: DeskVerdict | null }) =>
  verdict ? <StatusTag tone={deskVerdictTones[verdict]}>{deskVerdicts[verdict]}</StatusTag> : '无'

export interface Ground {
  kind: GroundKind | null
  about: string
  words: string
}
export const noGround: Ground = { kind: null, about: '', words: '' }
