/** No schemas, because the browser imports this file. */
import type { Tone } from '../codes.ts'
import { verdicts, type Verdict } from '../matching/verdicts.ts'

export const groundKinds = {
  archive: { label: '档案数据有误', ask: '请写明哪一项档案数据有误' },
  policy: { label: '政策另有规定', ask: '请写明政策的条款' },
  original: { label: '已核原件', ask: null },
  other: { label: '其他', ask: null },
} as const
export type GroundKind = keyof typeof groundKinds

export const deskVerdicts: Readonly<Record<Verdict | 'unchecked' | 'none', string>> = {
  ...verdicts,
  unchecked: '未授权，未核对',
  none: '没有可核对的条件',
}
export const deskVerdictTones: Readonly<Record<keyof typeof deskVerdicts, Tone>> = {
  match: 'done',
  near: 'waiting',
  unknown: 'waiting',
  nomatch: 'refused',
  closed: 'off',
  notYet: 'off',
  unchecked: 'off',
  none: 'off',
}
/** Whether a pass needs a ground. */
export const needsGround = (verdict: string | null): boolean => verdict !== null && !['match', 'unchecked', 'none'].includes(verdict)

export const GROUND_LETTERS = 10
export const groundTooShort = `理由至少 ${GROUND_LETTERS} 个字`
/** Number of letters and figures; punctuation, spaces and invisible characters do not count. */
export const lettersOf = (words: string): number => words.match(/[\p{L}\p{N}]/gu)?.length ?? 0
