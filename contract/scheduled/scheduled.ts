/**
 * 定时修改 (domains/system.md E4, ADR 1004): a change of the site that is saved now and acts at its time. What is sent is what the save at
 * once takes, with the time.
 */
import { z } from 'zod'
import { dictTypes, dictValues, SaveDictType, SaveDictValue } from '../dictionary.ts'
import { get, post, type Access } from '../endpoint.ts'
import { ok, page, paging, query, wireTime } from '../fields.ts'
import { basicData, SaveBasicData } from '../site/basic-data.ts'
import { linkDesk, PlaceLink, SaveLink } from '../site/links.ts'
import { oneOfSite, siteVersion } from '../site/parts.ts'
import { scheduledKinds, type ScheduledKind } from './states.ts'

/** When a save acts: absent, at once. A form that chose 定时 without a time sends an empty text. */
export const effectiveTime = z
  .string({ error: '请选择生效时间' })
  .refine((s) => s !== '', '请选择生效时间')
  .pipe(wireTime)

const row = z.object({
  id: z.number(),
  version: z.number(),
  state: z.number(),
  /** null: it adds a record */
  rowId: z.number().nullable(),
  /** the dictionary of a value, the block of a figure; empty: none */
  scope: z.string(),
  name: z.string(),
  what: z.enum(['新增', '修改', '删除']),
  effectiveTime: z.string(),
  by: z.string(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  /** why it was not applied */
  reason: z.string(),
  /** who cancelled it; empty: nobody */
  cancelledBy: z.string(),
  /** it waits, but its record was changed or deleted since, so that it will not be applied */
  outdated: z.boolean(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type ScheduledRow = z.output<typeof row>

const asked = query({ scope: z.string().max(64).optional(), ...paging(100, 50) })
const planned = z.object({ id: z.number() })
const timed = { effectiveTime }

/** The calls of one kind. Who may save at once may make all of them; what is saved is what that save takes. */
function changesOf<S extends z.ZodRawShape>(kind: ScheduledKind, body: z.ZodObject<S, z.core.$strict>, { access }: { access: Access }) {
  const [path, name] = [`/sys/scheduled/${kind}`, scheduledKinds[kind]]
  return {
    list: get(`${path}/list`, { access, query: asked, returns: page(row), summary: `${name}的定时修改` }),
    save: post(`${path}/save`, { access, body: body.extend(timed), returns: planned, summary: `定时新增或修改${name}` }),
    remove: post(`${path}/delete`, { access, as: 'form', body: oneOfSite.extend(timed), returns: planned, summary: `定时删除${name}` }),
    cancel: post(`${path}/cancel`, { access, as: 'form', body: oneOfSite, returns: ok, summary: `取消${name}的定时修改` }),
  }
}

export const scheduledFigures = changesOf('basicData', SaveBasicData, basicData.save)
export const scheduledDictTypes = changesOf('dictType', SaveDictType, dictTypes.save)
export const scheduledDictValues = changesOf('dictValue', SaveDictValue, dictValues.save)
export const scheduledLinks = {
  ...changesOf('link', SaveLink, linkDesk.save),
  move: post('/sys/scheduled/link/move', {
    access: linkDesk.move.access,
    body: PlaceLink.extend({ version: siteVersion, ...timed }),
    returns: planned,
    summary: '定时把菜单或链接移到同类中的第几位',
  }),
}
