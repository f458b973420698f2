import { deskVerdicts, type GroundKind } from '../../../contract/declaration/ground-words.ts'
import type { DeclarationRow } from '../../../contract/declaration.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import type { Tone } from '../../kit/form/fields.ts'

type DeskVerdict = NonNullable<DeclarationRow['verdict']>
const tones: Readonly<Record<DeskVerdict, Tone>> = {
  match: 'done',
  near: 'waiting',
  unknown: 'waiting',
  nomatch: 'refused',
  closed: 'off',
  notYet: 'off',
  unchecked: 'off',
  none: 'off',
}
export const verdictOptions = Object.entries(deskVerdicts).map(([value, label]) => ({ value, label }))

/** The verdict of the day it was sent, as a word with its tone. */
export const DeskVerdictTag = ({ verdict }: { verdict: DeskVerdict | null }) =>
  verdict ? <StatusTag tone={tones[verdict]}>{deskVerdicts[verdict]}</StatusTag> : '无'

export interface Ground {
  kind: GroundKind | null
  about: string
  words: string
}
export const noGround: Ground = { kind: null, about: '', words: '' }
