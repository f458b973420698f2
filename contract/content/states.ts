import { codes } from '../codes.ts'

/** Labels of content. No schemas, because the browser imports this file. states.tsv S099…S105; 待审核 is ours (ADR 0511). */
export const contentCodes = codes({
  draft: { code: 0, label: '未发布', tone: 'off' },
  published: { code: 1, label: '已发布', tone: 'done' },
  down: { code: 2, label: '已下架', tone: 'off' },
  pending: { code: 3, label: '待审核', tone: 'waiting' },
})
export type ContentState = keyof typeof contentCodes.labels

export const newsMoves = ['edit', 'submit', 'withdraw', 'approve', 'reject', 'publish', 'offPublish', 'delete'] as const
export type NewsMove = (typeof newsMoves)[number]
/** Moves of columns, services and products, which have no review. */
export const shelfMoves = ['edit', 'publish', 'offPublish', 'delete'] as const
export type ShelfMove = (typeof shelfMoves)[number]

export const NEWS_TITLE_MAX = 100
export const NEWS_SUMMARY_MAX = 300
export const NEWS_CONTENT_MAX = 200_000
/** 国办发〔2017〕47号; users do not find their way in deeper trees. */
export const COLUMN_LEVELS = 3
export const COLUMNS_MAX = 90
export const NEWS_POLICIES_MAX = 5
export const NEWS_FILES_MAX = 10
/** Columns on the home page, by their code. */
export const HOME_COLUMNS = { news: '资讯', notice: '通知' } as const
/** The column of answers to searches without results. */
export const ANSWER_COLUMN = 'faq'
export type HomeColumn = keyof typeof HOME_COLUMNS

/** Kinds of findings before publication. `answer`: needs an explanation; others need a confirmation. */
export const findingKinds = {
  phone: { label: '电话号码', answer: true },
  idNumber: { label: '身份证号', answer: true },
  deadLink: { label: '打不开的链接', answer: true },
  picture: { label: '图片没有说明', answer: false },
  word: { label: '需要留意的用语', answer: false },
  policy: { label: '涉及的政策', answer: false },
  title: { label: '标题重复', answer: false },
} as const
export type FindingKind = keyof typeof findingKinds
