/** 推广管理 (spec §2 /work/popularize, §7 /adver): adverts on public pages, shown between two days. No pop-ups or floating elements. */
import { z } from 'zod'
import { codes } from '../codes.ts'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, ok, page, paging, query, requiredLine, text, wireBoolean, wireInt } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { history, historyQuery, undoBody } from '../way-back.ts'
import { oneOfSite, siteAddress, sitePlace, siteSaved, siteVersion } from './parts.ts'

export const advertCodes = codes({
  unpublished: { code: 0, label: '未发布', tone: 'off' },
  published: { code: 1, label: '已发布', tone: 'done' },
  down: { code: 2, label: '已下架', tone: 'off' },
})
export const advertPositions = { home: '首页' } as const
export const ADVERTS_SHOWN = 4
export const advertMoves = ['edit', 'publish', 'offPublish', 'delete'] as const
export type AdvertMove = (typeof advertMoves)[number]

const row = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  position: z.enum(['home']),
  order: z.number(),
  /** for visitors: key of the picture of the platform to which it leads */
  logo: z.string().optional(),
  /** the same; that platform begins a log-in when somebody who is logged in here opens it */
  login: z.literal(true).optional(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  state: z.number(),
  allowed: z.array(z.enum(advertMoves)),
  /** in lists, for those who manage adverts */
  ends: orderEnds.optional(),
  /** the same; published (or once published) and in its days, it is not among the first ADVERTS_SHOWN */
  notShown: z.boolean().optional(),
  /** the same; the slot that the home page would no longer show when this one is published */
  displaces: z.string().nullable().optional(),
})
export type AdvertRow = z.output<typeof row>

/** `confirmed`: the change may take another slot from the home page. */
const confirmation = { confirmed: wireBoolean.default(false) }

export const SaveAdvert = z
  .strictObject({
    id: id.optional(),
    version: siteVersion.optional(),
    title: requiredLine(30, '请输入标题'),
    text: text(60).default(''),
    url: siteAddress,
    position: z.enum(['home'], { error: '请选择位置' }).default('home'),
    fromDate: isoDate.nullish(),
    toDate: isoDate.nullish(),
    ...confirmation,
  })
  .superRefine((a, ctx) => {
    if (a.fromDate && a.toDate && a.toDate < a.fromDate)
      ctx.addIssue({ code: 'custom', path: ['toDate'], message: '结束日期不能早于开始日期' })
  })
const change = { access: can('site:manage'), as: 'form' as const, body: oneOfSite }

export const adverts = {
  /** For everybody the adverts shown today; for users who manage them all, unless they ask for `shown`. */
  list: get('/adver/list', {
    access: 'public',
    query: query({ position: z.enum(['home']).optional(), state: wireInt(0, 2).optional(), shown: wireInt(0, 1).optional(), ...paging() }),
    returns: page(row),
    summary: '推广位',
  }),
  findById: get('/adver/findById', { access: can('site:manage'), query: query({ id }), returns: row, summary: '一个推广位' }),
  save: post('/adver/saveOrUpdate', { access: can('site:manage'), body: SaveAdvert, returns: siteSaved, summary: '新增或修改推广位' }),
  remove: post('/adver/delete', { ...change, returns: ok, summary: '删除推广位' }),
  publish: post('/adver/publish', { ...change, returns: ok, summary: '发布推广位' }),
  offPublish: post('/adver/offPublish', { ...change, returns: ok, summary: '下架推广位' }),
  history: get('/adver/history', { access: can('site:manage'), query: historyQuery, returns: history, summary: '推广位的修改记录' }),
  undo: post('/adver/undo', { access: can('site:manage'), body: undoBody, returns: ok, summary: '撤销推广位最近的修改、新增、删除或移动' }),
  move: post('/adver/move', { access: can('site:manage'), body: sitePlace.extend(confirmation), returns: ok, summary: '调整推广位的顺序' }),
}
