import { codes } from '../codes.ts'

/** States of a no-application list and of its rows. No schemas, because the browser imports this file. */
export const directListStates = ['draft', 'frozen', 'confirming', 'announced', 'closed', 'done', 'cancelled'] as const
export type DirectListState = (typeof directListStates)[number]
export const directListCodes = codes({
  draft: { code: 'draft', label: '草稿', tone: 'off' },
  frozen: { code: 'frozen', label: '名单已生成', tone: 'waiting' },
  confirming: { code: 'confirming', label: '待确认', tone: 'waiting' },
  announced: { code: 'announced', label: '公示中', tone: 'running' },
  closed: { code: 'closed', label: '公示结束', tone: 'waiting' },
  done: { code: 'done', label: '已移交', tone: 'done' },
  cancelled: { code: 'cancelled', label: '已终止', tone: 'refused' },
})
export const directListLabels = directListCodes.labels
export const directListMoves = [
  'change',
  'remove',
  'freeze',
  'reopen',
  'submit',
  'withdraw',
  'return',
  'confirm',
  'cancel',
  'close',
  'handOver',
] as const
export type DirectListMove = (typeof directListMoves)[number]

export const directRowStates = ['listed', 'excluded', 'replaced', 'consented', 'declined', 'lapsed', 'held', 'handed'] as const
export type DirectRowState = (typeof directRowStates)[number]
export const directRowCodes = codes({
  listed: { code: 'listed', label: '待企业确认', tone: 'waiting' },
  excluded: { code: 'excluded', label: '已剔除', tone: 'refused' },
  replaced: { code: 'replaced', label: '已更正', tone: 'off' },
  consented: { code: 'consented', label: '已确认', tone: 'running' },
  declined: { code: 'declined', label: '已放弃', tone: 'off' },
  lapsed: { code: 'lapsed', label: '逾期未确认', tone: 'off' },
  held: { code: 'held', label: '移交受阻', tone: 'urgent' },
  handed: { code: 'handed', label: '已移交', tone: 'done' },
})
export const directRowLabels = directRowCodes.labels
export const directRowMoves = ['exclude', 'restore', 'correct', 'consent', 'decline', 'lapse', 'hold', 'hand'] as const
export type DirectRowMove = (typeof directRowMoves)[number]

export const directOrigins = { run: '系统生成', objection: '异议成立后补入', corrected: '异议成立后更正' } as const
