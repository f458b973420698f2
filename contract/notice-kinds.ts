import { gathered, gatheredOptional } from './domains.ts'

/** Kinds of notices, by which the reader may filter and choose text messages. No schemas. */
export const noticeKinds = {
  work: '待办',
  declaration: '申报进度',
  consult: '咨询回复',
  appeal: '诉求进度',
  policy: '政策动态',
  deadline: '截止提醒',
  digest: '政策摘要',
  company: '企业档案',
  ...gathered('noticeKinds'),
  security: '账号安全',
  system: '系统通知',
} as const
export type NoticeKind = keyof typeof noticeKinds
/** Kinds that a user may switch off, because they ask for no action and nobody waits for an answer. */
export const optionalNoticeKinds = ['digest', ...gatheredOptional] as const satisfies readonly NoticeKind[]
/** Kinds whose text messages leave at any hour: a warning about one's own account is of use only at once (ADR 1013). */
const urgentNoticeKinds: readonly NoticeKind[] = ['security']
export const isUrgentNotice = (kind: NoticeKind): boolean => urgentNoticeKinds.includes(kind)
export const noticeKindKeys = Object.keys(noticeKinds) as NoticeKind[]
