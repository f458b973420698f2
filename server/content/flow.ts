import { contentCodes, type ContentState, type NewsMove, type ShelfMove } from '../../contract/content/states.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { draft, published, down, pending } = contentCodes.code
const { [pending]: _, ...shelfLabels } = contentCodes.labels

export interface NewsStanding extends Standing {
  state: ContentState
  submittedBy: number | null
  createdBy: number | null
  /** publishing needs a review (POLICY_REVIEW) */
  review: boolean
}
const reviewed = (row: NewsStanding) => row.review
const unreviewed = (row: NewsStanding) => !row.review
const who = 'news:manage'
const edit = { move: 'edit', who, name: '修改' } as const
const opinion = { field: 'opinion', ask: '请填写审核意见' }

/**
 * Flow of an article (states.tsv S099…S105, ADR 0511). With POLICY_REVIEW, only another person can publish a draft, and a change of an
 * article that was taken down makes it a draft, which is reviewed again. The clock makes the move `expire`.
 */
export const newsFlow = flow<'news', NewsStanding, NewsMove | 'expire'>({
  name: 'news',
  table: 'news',
  thing: '资讯',
  labels: contentCodes.labels,
  first: [draft],
  final: [],
  makers: (row) => [row.submittedBy, row.createdBy],
  makerColumns: ['submitted_by', 'created_by'],
  writes: ['edit'],
  steps: [
    ...inPlace([draft], edit),
    { ...edit, from: [down], to: draft, when: reviewed },
    ...inPlace([down, published], { ...edit, when: unreviewed }),
    { from: [draft], move: 'submit', to: pending, who, name: '送审', when: reviewed },
    { from: [pending], move: 'withdraw', to: draft, who, name: '撤回' },
    { from: [pending], move: 'approve', to: published, who: 'news:review', name: '审核通过', own: 'never' },
    { from: [pending], move: 'reject', to: draft, who: 'news:review', name: '审核不通过', own: 'never', reason: opinion },
    { from: [draft, pending], move: 'publish', to: published, who, name: '发布', when: unreviewed },
    { from: [down], move: 'publish', to: published, who, name: '发布' },
    { from: [published], move: 'offPublish', to: down, who, name: '下架' },
    { from: [draft, down], move: 'delete', to: null, who, name: '删除' },
    { from: [published], move: 'expire', to: down, who: 'system', name: '定时下架' },
  ],
})

export interface ShelfStanding extends Standing {
  state: keyof typeof shelfLabels
}
/** Flow of columns, services and products: no review, and a change of a published one is public at once. */
const shelf = (holder: 'news:manage' | 'service:manage') => [
  ...inPlace([draft, published, down], { move: 'edit', who: holder, name: '修改' } as const),
  { from: [draft, down], move: 'publish', to: published, who: holder, name: '发布' } as const,
  { from: [published], move: 'offPublish', to: down, who: holder, name: '下架' } as const,
  { from: [draft, down], move: 'delete', to: null, who: holder, name: '删除' } as const,
]
const plain = { labels: shelfLabels, first: [draft], final: [] } as const

export const columnFlow = flow<'news_column', ShelfStanding, ShelfMove>({
  ...plain,
  name: 'newsColumn',
  table: 'news_column',
  thing: '栏目',
  steps: shelf('news:manage'),
})
export const serviceFlow = flow<'service_item', ShelfStanding, ShelfMove>({
  ...plain,
  name: 'service',
  table: 'service_item',
  thing: '服务',
  steps: shelf('service:manage'),
})
export const financeFlow = flow<'finance_product', ShelfStanding, ShelfMove>({
  ...plain,
  name: 'financeProduct',
  table: 'finance_product',
  thing: '金融产品',
  steps: shelf('service:manage'),
})
