/** 宣传报道 and 直播 (inventory E496–E504, E553–E558; domains/training.md): reports of staff on training, and live sessions. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { codeList, id, keyword, ok, option, page, paging, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { fileKey } from '../content/parts.ts'
import { CONTENT_MAX, infoKinds, infoMoves, SUMMARY_MAX, TITLE_MAX } from './states.ts'

const version = wireInt(1, 2_000_000_000).optional()
const manage = can('train:manage')
const one = z.strictObject({ id, version })
const scope = z.enum(['manage'], { error: 'scope 只能是 manage' }).optional()
const moved = z.object({ id: z.number(), state: z.number(), version: z.number() })
const saved = z.object({ id: z.number(), version: z.number() })
const standing = z.object({ version: z.number(), state: z.number(), stateName: z.string(), allowed: z.array(z.enum(infoMoves)) }).nullable()
const kind = z.enum(infoKinds, { error: '请选择种类' })

export const TrainInfo = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  coverAlt: z.string(),
  topFlag: z.number(),
  viewNum: z.number(),
  publishTime: z.string().nullable(),
  standing,
})
export type TrainInfo = z.output<typeof TrainInfo>
export const TrainInfoDetail = TrainInfo.extend({ content: z.string() })
export type TrainInfoDetail = z.output<typeof TrainInfoDetail>

export const SaveInfo = z
  .strictObject({
    id: id.optional(),
    version,
    title: requiredText(TITLE_MAX, '请输入标题'),
    kind,
    summary: text(SUMMARY_MAX).default(''),
    content: z.string({ error: '请输入内容' }).min(1, '请输入内容').max(CONTENT_MAX, '内容过长'),
    cover: z.union([z.literal(''), fileKey]).nullish(),
    coverAlt: text(120).default(''),
  })
  .refine((a) => !a.cover || a.coverAlt !== '', { error: '请输入封面图片的说明', path: ['coverAlt'] })
export type SaveInfo = z.output<typeof SaveInfo>

export const trainInfo = {
  list: get('/train/info/list', {
    access: 'public',
    query: query({ keyword: keyword.optional(), kind: kind.optional(), state: codeList.optional(), scope, ...paging() }),
    returns: page(TrainInfo),
    summary: '宣传报道；scope=manage 为管理列表',
  }),
  findById: get('/train/info/findById', { access: 'public', query: query({ id }), returns: TrainInfoDetail, summary: '宣传报道详情' }),
  saveOrUpdate: post('/train/info/saveOrUpdate', { access: manage, body: SaveInfo, returns: saved, summary: '新增或修改宣传报道' }),
  remove: post('/train/info/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除宣传报道' }),
  publish: post('/train/info/publish', { access: manage, as: 'form', body: one, returns: moved, summary: '发布宣传报道' }),
  offPublish: post('/train/info/offPublish', { access: manage, as: 'form', body: one, returns: moved, summary: '取消发布宣传报道' }),
  setTop: post('/train/info/setTop', {
    access: manage,
    as: 'form',
    body: z.strictObject({ id, topFlag: wireInt(0, 1) }),
    returns: ok,
    summary: '置顶或取消置顶宣传报道',
  }),
  incViewNum: post('/train/info/incViewNum', {
    access: 'public',
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.object({ viewNum: z.number() }),
    summary: '记一次浏览：宣传报道',
  }),
  enums: get('/train/info/enums', {
    access: 'public',
    query: query({}),
    returns: z.object({ kind: z.array(option), state: z.array(option) }),
    summary: '宣传报道的种类与状态',
  }),
}

export const Live = z.object({
  id: z.number(),
  title: z.string(),
  cover: z.string().nullable(),
  coverAlt: z.string(),
  /** from ten minutes before the start, and always for staff */
  url: z.string().nullable(),
  /** address of the replay */
  replayUrl: z.string().nullable(),
  /** how the page itself plays the address that visitors see now; null: as a link only */
  play: z.enum(['hls', 'mp4']).nullable(),
  startTime: z.string(),
  endTime: z.string(),
  /** 1 未开始 · 3 进行中 · 4 已结束 (spec §4 L86), by the clock */
  status: z.number(),
  statusName: z.string(),
  standing,
})
export type Live = z.output<typeof Live>
/** 2 未发布 and the codes of activities are not codes of a live session; they are refused, because they would match nothing. */
const liveStatus = wireInt(1, 4).refine((code) => code !== 2, { error: '直播的状态只有 1 未开始、3 进行中、4 已结束' })
const address = (message: string) =>
  z
    .string({ error: message })
    .min(1, message)
    .max(500, '最多 500 个字')
    .regex(/^https:\/\/[^\s]+$/, '应为 https:// 开头的完整地址')
    .refine((url) => URL.canParse(url), '应为 https:// 开头的完整地址')
export const SaveLive = z
  .strictObject({
    id: id.optional(),
    version,
    title: requiredText(TITLE_MAX, '请输入标题'),
    cover: z.union([z.literal(''), fileKey]).nullish(),
    coverAlt: text(120).default(''),
    url: address('请输入直播地址'),
    replayUrl: z.union([z.literal(''), address('请输入回放地址')]).nullish(),
    startTime: wireTime,
    endTime: wireTime,
  })
  .superRefine((a, ctx) => {
    if (a.endTime <= a.startTime) ctx.addIssue({ code: 'custom', path: ['endTime'], message: '结束时间应晚于开始时间' })
    if (a.cover && !a.coverAlt) ctx.addIssue({ code: 'custom', path: ['coverAlt'], message: '请输入封面图片的说明' })
  })
export type SaveLive = z.output<typeof SaveLive>

export const live = {
  list: get('/sys/live/list', {
    access: 'public',
    query: query({ keyword: keyword.optional(), status: liveStatus.optional(), scope, ...paging() }),
    returns: page(Live),
    summary: '直播；scope=manage 为管理列表',
  }),
  findById: get('/sys/live/findById', { access: can('train:read'), query: query({ id }), returns: Live, summary: '直播详情' }),
  saveOrUpdate: post('/sys/live/saveOrUpdate', { access: manage, body: SaveLive, returns: saved, summary: '新增或修改直播' }),
  remove: post('/sys/live/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除直播' }),
  publish: post('/sys/live/publish', { access: manage, as: 'form', body: one, returns: moved, summary: '发布直播' }),
  offPublish: post('/sys/live/offPublish', { access: manage, as: 'form', body: one, returns: moved, summary: '取消发布直播' }),
}
