/** Labels of related companies. No schemas. */
import { codes } from '../codes.ts'

export const relationStateCodes = codes({
  waiting: { code: 0, label: '待确认', tone: 'waiting' },
  confirmed: { code: 1, label: '已确认', tone: 'done' },
  refused: { code: 2, label: '不属实', tone: 'refused' },
  ended: { code: 3, label: '已结束', tone: 'off' },
})
export const relationStates = relationStateCodes.code
export type RelationState = (typeof relationStates)[keyof typeof relationStates]

/** What the other company is to the company that reads. */
export const relationKinds = { parent: '母公司', subsidiary: '子公司', common: '同一控制' } as const
export type RelationKind = keyof typeof relationKinds
export const relationKindOptions = Object.entries(relationKinds).map(([value, label]) => ({ value, label }))
/** The same relation as seen by the other company. */
export const seenFromThere: Readonly<Record<RelationKind, RelationKind>> = { parent: 'subsidiary', subsidiary: 'parent', common: 'common' }

/** Whether the figures of the other company count, while the relation is confirmed. */
export const relationCounts = {
  counted: '数据计入合并口径',
  noConsent: '对方未授权平台使用档案，合并口径待补',
  absent: '对方未入驻平台，其数据需工作人员核实，合并口径待补',
} as const
export type RelationCounts = keyof typeof relationCounts
/** The remark at a company in the reasons of a rule; only for companies whose figures are missing. */
export const memberRemarks: Readonly<Partial<Record<RelationCounts, string>>> = {
  noConsent: '未授权平台使用档案',
  absent: '未入驻平台，需工作人员核实',
}

/** The text to which both companies agree. */
export const relationConsent =
  '确认后，政策按集团合并口径计算时，平台在双方各自的档案授权有效期间把一方的数据计入另一方的合计。对方只看到合计和是否待补，看不到贵企业的各项数据；只有两家时，合计减去本企业即为另一家的数。任何一方可随时结束。'
