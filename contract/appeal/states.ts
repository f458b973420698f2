import { codes, type Tone } from '../codes.ts'

/** Labels of appeals. No schemas, because the browser imports this file. */
export const appealCodes = codes({
  draft: { code: 0, label: '草稿', tone: 'off' },
  waiting: { code: 1, label: '待受理', tone: 'waiting' },
  dealing: { code: 2, label: '办理中', tone: 'running' },
  examining: { code: 3, label: '待审核', tone: 'waiting' },
  closed: { code: 4, label: '已办结', tone: 'done' },
  back: { code: 5, label: '已退回', tone: 'back' },
  archived: { code: 6, label: '已归档', tone: 'off' },
  withdrawn: { code: 7, label: '已撤回', tone: 'off' },
})
export type AppealState = keyof typeof appealCodes.labels
/** Whether an appeal is answered and closed, archived or not. */
export const isOver = (state: number): boolean => state === appealCodes.code.closed || state === appealCodes.code.archived
/** Labels as the sender sees them. */
export const senderLabels: Readonly<Record<number, string>> = { ...appealCodes.labels, 3: '答复审核中', 5: '请补充后重新提交' }

export const appealResults = { solved: '已解决', partly: '部分解决', explained: '解释说明', unsolved: '未能解决' } as const
export type AppealResult = keyof typeof appealResults

/** The only reasons for a pause of the deadline; the second one needs the service centre. */
export const appealPauses = { company: '等待企业补充', outside: '上级或外部答复', asked: '企业要求暂缓' } as const
export type AppealPause = keyof typeof appealPauses
/** Most working days of all pauses of one appeal together. */
export const PAUSE_DAYS_MAX = 30

export const appealScores: Readonly<Record<number, string>> = { 1: '很不满意', 2: '不满意', 3: '一般', 4: '满意', 5: '非常满意' }

/** Records from which an appeal can be started with one click. */
export const appealOrigins = { consult: '政策咨询', declaration: '项目申报' } as const
export type AppealOrigin = keyof typeof appealOrigins

export const appealMoves = [
  'change',
  'submit',
  'delete',
  'withdraw',
  'transfer',
  'back',
  'rule',
  'deal',
  'pass',
  'reject',
  'evaluate',
  'redo',
  'archive',
  'urge',
  'supplement',
  'pause',
  'resume',
  'merge',
  'extendAsk',
  'extend',
  'extendRefuse',
  'escalate',
  'assist',
] as const
export type AppealMove = (typeof appealMoves)[number]
export const appealMoveWords: Readonly<Record<string, string>> = {
  change: '修改',
  submit: '提交',
  delete: '删除',
  withdraw: '撤回',
  transfer: '转办',
  back: '退回',
  rule: '裁定',
  deal: '办理答复',
  pass: '审核通过',
  reject: '审核退回',
  evaluate: '评价',
  redo: '要求重办',
  archive: '归档',
  urge: '催办',
  supplement: '补充',
  pause: '暂停计时',
  resume: '恢复计时',
  merge: '合并办理',
  extendAsk: '申请延期',
  extend: '延期',
  extendRefuse: '不同意延期',
  escalate: '提级督办',
  assist: '协办意见',
}

/** Tone of a move in the history; a move without an entry is a normal step. */
export const appealMoveTones: Readonly<Partial<Record<string, Tone>>> = {
  pass: 'done',
  back: 'back',
  reject: 'back',
  urge: 'urgent',
  withdraw: 'off',
  archive: 'off',
  pause: 'waiting',
}

/** Most appeals that one answer can answer. */
export const MERGE_MAX = 200
/** Most working days of an extension, which is granted once; with the usual fifteen these are the thirty of hard cases (山东). */
export const EXTEND_DAYS_MAX = 15
/** Appeals submitted within this many days are compared for similarity, by staff and by senders. */
export const SIMILAR_WITHIN_DAYS = 21
/** Characters of typed text, limited by the length of an address. */
export const SIMILAR_TEXT_MAX = 500
export const SIMILAR_MAX = 50
export const appealSenders = { company: '企业', person: '个人' } as const
export type AppealSender = keyof typeof appealSenders

export const APPEAL_TITLE_MAX = 100
export const APPEAL_CONTENT_MAX = 2000
export const APPEAL_FILES_MAX = 5
/** A closed appeal without evaluation is archived after this many calendar days. */
export const ARCHIVE_AFTER_DAYS = 15
/** Working days if the type has no limit of its own (山东). */
export const USUAL_WORK_DAYS = 15
export const USUAL_WARN_DAYS = 3
/** The sender gets a first reply within this many working days after submission. */
export const FIRST_REPLY_DAYS = 3
/** Working days between two urges of the sender. */
export const URGE_EVERY_DAYS = 2
/** Ways to group the figures. */
export const appealGroups = { source: '来源', type: '大类', office: '办理部门', street: '镇街', state: '状态' } as const
export type AppealGroup = keyof typeof appealGroups
