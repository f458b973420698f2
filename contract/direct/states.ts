/** States of a no-application list and of its rows. No schemas here: the browser shows them. */
export const directListStates = ['draft', 'frozen', 'confirming', 'announced', 'closed', 'done', 'cancelled'] as const
export type DirectListState = (typeof directListStates)[number]
export const directListLabels: Record<DirectListState, string> = {
  draft: '草稿',
  frozen: '名单已生成',
  confirming: '待确认',
  announced: '公示中',
  closed: '公示结束',
  done: '已移交',
  cancelled: '已终止',
}
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
export const directRowLabels: Record<DirectRowState, string> = {
  listed: '待企业确认',
  excluded: '已剔除',
  replaced: '已更正',
  consented: '已确认',
  declined: '已放弃',
  lapsed: '逾期未确认',
  held: '移交受阻',
  handed: '已移交',
}
export const directRowMoves = ['exclude', 'restore', 'correct', 'consent', 'decline', 'lapse', 'hold', 'hand'] as const
export type DirectRowMove = (typeof directRowMoves)[number]

export const directOrigins = { run: '系统生成', objection: '异议成立后补入', corrected: '异议成立后更正' } as const
export const directObjectionLabels = ['待答复', '成立', '不成立'] as const
