import type { Tone } from '../codes.ts'

/** Labels of the declaration process. No schemas. */
const moveTones: Readonly<Partial<Record<string, Tone>>> = {
  pass: 'done',
  countersign: 'done',
  refuse: 'refused',
  back: 'back',
  withdraw: 'off',
  remove: 'off',
}
/** Tone of a move in the history; moves without an entry are `running`. */
export const toneOfMove = (move: string): Tone => moveTones[move] ?? 'running'

export const opinionVerdicts = { yes: '同意', partly: '部分同意', no: '不同意' } as const
export type OpinionVerdict = keyof typeof opinionVerdicts

export const evidenceKinds = {
  licence: '证照',
  finance: '财务报表与审计报告',
  contract: '合同与发票',
  patent: '知识产权',
  certificate: '资质与认定证书',
  staff: '人员与社保',
  other: '其他',
} as const
export type EvidenceKind = keyof typeof evidenceKinds

export const delegationStates = ['未开始', '生效中', '已结束', '已撤销', '受托人已退出'] as const
/** Days before its end on which a paper of the vault is recalled. */
export const EVIDENCE_REMIND_DAYS = [30, 7, 0] as const
