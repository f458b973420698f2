/** 关于我们 (spec §2 /page/aboutus, /work/aboutUs; §7 /aboutUs): the description of the platform, in versions. */
import { z } from 'zod'
import { fileKey } from '../content/parts.ts'
import { can, get, post } from '../endpoint.ts'
import { id, page, paging, query, requiredText, text, wireInt, wireTime } from '../fields.ts'

/** The version that waited for its time when the list was read, 0: none; another one by now is a conflict. Absent: not said. */
const seenWaiting = wireInt(0, Number.MAX_SAFE_INTEGER).optional()
const fields = {
  content: z.string().max(50_000, '内容过长'),
  contactPhone: text(40),
  address: text(120),
  openingHours: text(80),
}
export const AboutUs = z.object({
  /** null: no version yet */
  id: z.number().nullable(),
  content: z.string(),
  contactPhone: z.string(),
  address: z.string(),
  openingHours: z.string(),
  /** key of the picture of a map; empty: none */
  mapPicture: z.string(),
  updateTime: z.string().nullable(),
})
export type AboutUs = z.output<typeof AboutUs>

export const SaveAboutUs = z.strictObject({
  ...fields,
  content: requiredText(50_000, '请输入内容'),
  address: requiredText(120, '请输入地址'),
  openingHours: requiredText(80, '请输入办公时间'),
  // Offices write extensions and notes beside the number, so only words without a number are refused.
  contactPhone: text(40).refine((s) => s === '' || /\d{5}/.test(s.replaceAll(/[\s-]/g, '')), '请输入电话号码'),
  mapPicture: z.union([z.literal(''), fileKey]).nullish(),
  /** the version that was shown when the editor began; another one is a conflict */
  basedOn: id.nullable(),
  waiting: seenWaiting,
  /** null: at once */
  publishTime: wireTime.nullable().default(null),
})
const versionRow = AboutUs.extend({
  id: z.number(),
  publishTime: z.string(),
  authorName: z.string(),
  /** current: shown · waiting: planned · missed: not shown at its time · cancelled: before its time · past */
  standing: z.enum(['current', 'waiting', 'missed', 'cancelled', 'past']),
  /** why it was not shown at its time, or will not be; empty: nothing stands against it */
  fault: z.string(),
})
export type AboutVersion = z.output<typeof versionRow>

export const aboutUs = {
  detail: get('/aboutUs/detail', { access: 'public', query: query({}), returns: AboutUs, summary: '关于我们' }),
  save: post('/aboutUs/saveOrUpdate', {
    access: can('site:manage'),
    body: SaveAboutUs,
    returns: z.object({ id: z.number() }),
    summary: '发布关于我们的新版本，可以定时',
  }),
  versions: get('/aboutUs/versions', {
    access: can('site:manage'),
    query: query({ ...paging() }),
    returns: page(versionRow),
    summary: '关于我们的各个版本',
  }),
  rollback: post('/aboutUs/rollback', {
    access: can('site:manage'),
    as: 'form',
    /**
     * basedOn: the version that was shown when the list was read. standing: what the version was then. A version whose time came meanwhile is
     * not restored when its cancellation was asked for, and a text that a colleague published is not replaced unseen.
     */
    body: z.strictObject({ id, standing: z.enum(['waiting', 'past']).optional(), basedOn: id.nullish(), waiting: seenWaiting }),
    returns: z.object({ id: z.number() }),
    summary: '发布以前的一个版本，或取消尚未到时间的版本',
  }),
}
