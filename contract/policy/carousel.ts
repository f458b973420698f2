/** Slides of the public pages. */
import { z } from 'zod'
import { codes } from '../codes.ts'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, ok, page, paging, requiredText, wireInt } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { isMissingPage, NO_SUCH_PAGE } from '../missing-page.ts'

/** states.tsv S095…S098 */
export const carouselStateCodes = codes({
  unpublished: { code: 0, label: '未发布', tone: 'off' },
  published: { code: 1, label: '已发布', tone: 'done' },
  down: { code: 2, label: '已下架', tone: 'off' },
})
export const CAROUSEL_STATE = carouselStateCodes.code
export const carouselStateLabels: Record<number, string> = carouselStateCodes.labels
export const slideMoves = ['edit', 'publish', 'takeUp', 'offPublish', 'takeDown', 'delete'] as const
export type SlideMove = (typeof slideMoves)[number]
export const carouselPositions = ['home', 'policy', 'tech'] as const
export const carouselPositionLabels: Record<(typeof carouselPositions)[number], string> = {
  home: '首页',
  policy: '政策服务',
  tech: '科技服务（暂未启用）',
}
/** Positions that a page shows; slides for other positions are kept. */
export const carouselShownPositions: readonly (typeof carouselPositions)[number][] = ['home', 'policy']
/** Most slides that are shown. */
export const CAROUSEL_SHOWN = 8

export const Slide = z.object({
  id: z.number(),
  title: z.string(),
  /** description of the picture for users who cannot see it */
  alt: z.string(),
  /** file key of the picture */
  image: z.string(),
  url: z.string().nullable(),
  position: z.enum(carouselPositions),
  order: z.number(),
  showFrom: z.string().nullable(),
  showTo: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  publishTime: z.string().nullable(),
  version: z.number(),
  /** missing for visitors */
  allowed: z.array(z.enum(slideMoves)).optional(),
  /** in lists, for those who manage slides */
  ends: orderEnds.optional(),
})
export type Slide = z.output<typeof Slide>

const address = z
  .string()
  .max(500, '最多 500 个字')
  .regex(/^(\/(?!\/)[^\s\\]*|https?:\/\/[^\s]+)$/, '应为站内地址（/ 开头）或 http(s):// 开头的完整地址')
  .refine((s) => !isMissingPage(s), NO_SUCH_PAGE)
const picture = {
  title: requiredText(60, '请输入标题'),
  alt: requiredText(120, '请输入图片说明'),
  image: z.string({ error: '请上传图片' }).regex(/^[0-9a-f]{32}$/, '请上传图片'),
}
export const SaveSlide = z
  .strictObject({
    id: id.optional(),
    version: wireInt(1, 2_000_000_000).optional(),
    ...picture,
    url: z.union([z.literal('').transform(() => null), address]).nullish(),
    position: z.enum(carouselPositions, { error: '请选择位置' }),
    showFrom: isoDate.nullish(),
    showTo: isoDate.nullish(),
  })
  .superRefine((s, ctx) => {
    if (s.showFrom && s.showTo && s.showTo < s.showFrom)
      ctx.addIssue({ code: 'custom', path: ['showTo'], message: '结束日期不能早于开始日期' })
    if (s.id !== undefined && s.version === undefined)
      ctx.addIssue({ code: 'custom', path: ['version'], message: '缺少版本号，请刷新后重试' })
  })

/** Several new slides of one position in their order, all or none. */
export const SaveSlides = z.strictObject({
  position: z.enum(carouselPositions, { error: '请选择位置' }),
  slides: z
    .array(z.strictObject(picture), { error: '请上传图片' })
    .min(1, '请上传图片')
    .max(CAROUSEL_SHOWN, `一次最多 ${CAROUSEL_SHOWN} 张`),
})

const one = z.strictObject({ id, version: wireInt(1, 2_000_000_000).optional() })
const moved = z.object({ state: z.number(), version: z.number() })
const change = { access: can('carousel:manage'), as: 'form' as const, body: one, returns: moved }

export const carousel = {
  /** For everybody the slides shown today; for staff with carousel:manage all slides unless they ask for `shown`. */
  list: get('/admin/carousel/list', {
    access: 'public',
    query: z.strictObject({
      position: z.enum(carouselPositions, { error: '位置不正确' }).optional(),
      state: wireInt(0, 2).optional(),
      shown: wireInt(0, 1).optional(),
      ...paging(),
    }),
    returns: page(Slide),
    summary: '轮播图',
  }),
  findById: get('/admin/carousel/findById', {
    access: can('carousel:manage'),
    query: z.strictObject({ id }),
    returns: Slide,
    summary: '轮播图详情',
  }),
  save: post('/admin/carousel/saveOrUpdate', {
    access: can('carousel:manage'),
    body: SaveSlide,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改轮播图',
  }),
  saveSeveral: post('/admin/carousel/saveBatch', {
    access: can('carousel:manage'),
    body: SaveSlides,
    returns: z.object({ ids: z.array(z.number()) }),
    summary: '按顺序新增多张轮播图',
  }),
  remove: post('/admin/carousel/delete', { ...change, returns: ok, summary: '删除轮播图' }),
  publish: post('/admin/carousel/publish', { ...change, summary: '发布轮播图' }),
  offPublish: post('/admin/carousel/offPublish', { ...change, summary: '取消发布轮播图' }),
  takeUp: post('/admin/carousel/takeUp', { ...change, summary: '上架轮播图' }),
  takeDown: post('/admin/carousel/takeDown', { ...change, summary: '下架轮播图' }),
  move: post('/admin/carousel/move', {
    access: can('carousel:manage'),
    body: z
      .strictObject({
        id,
        direction: z.enum(['up', 'down'], { error: '方向只能是 up 或 down' }).optional(),
        order: wireInt(1, 9999).optional(),
      })
      .refine((m) => (m.direction === undefined) !== (m.order === undefined), {
        error: '请给出 direction 或 order 之一',
        path: ['direction'],
      }),
    returns: ok,
    summary: '调整轮播图顺序',
  }),
}
