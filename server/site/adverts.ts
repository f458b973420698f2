import { sql } from 'kysely'
import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import type { OrderEnds } from '../../contract/order-ends.ts'
import { advertCodes, ADVERTS_SHOWN, type AdvertMove, type AdvertRow, type adverts, type SaveAdvert } from '../../contract/site/adverts.ts'
import { platformMarks } from '../identity/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import { allowed, flow, inPlace, move, type Standing } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import { orderEndsOf } from '../kernel/lists/order-ends.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { changesOf, keepChange, only } from '../kernel/way-back.ts'
import { displacedBy, effectOfPublishing, firstDay, type Slot } from './advert-effect.ts'
import { refuseInner, refuseUnfit } from './public-address.ts'
import { changingSite } from './changed.ts'
import { placeAmong, placeAt } from './placing.ts'
import { takingBack } from '../kernel/taking-back.ts'

const { unpublished, published, down } = advertCodes.code
const who = 'site:manage'
const OBJECT = 'advert' as const
const gone = () => notFound('该推广位不存在或已被删除')

/** 未发布 → 已发布 ↔ 已下架; a change of a published advert is public at once. */
const advertFlow = flow<'advert', Standing & { state: number }, AdvertMove>({
  name: 'advert',
  table: 'advert',
  thing: '推广位',
  labels: advertCodes.labels,
  first: [unpublished],
  final: [],
  steps: [
    ...inPlace([unpublished, published, down], { move: 'edit', who, name: '修改' } as const),
    { from: [unpublished, down], move: 'publish', to: published, who, name: '发布' },
    { from: [published], move: 'offPublish', to: down, who, name: '下架' },
    { from: [unpublished, down], move: 'delete', to: null, who, name: '删除' },
  ],
})

const all = (db: Db) => db.selectFrom('advert as a').where('a.deleted', '=', false)
type AdvertRecord = Awaited<ReturnType<typeof lock>>
const shown = (actor: Actor | null, r: AdvertRecord, ends?: OrderEnds): AdvertRow => ({
  id: r.id,
  version: r.version,
  title: r.title,
  text: r.text,
  url: r.url,
  position: r.position,
  order: r.sort,
  fromDate: r.from_date,
  toDate: r.to_date,
  state: r.state,
  allowed: actor?.permissions.has(who) ? allowed(advertFlow, actor, r) : [],
  ...(ends ? { ends } : {}),
})

/**
 * For everybody, published adverts that are in their days today; for users who manage adverts, all of them unless they ask for the shown
 * ones.
 */
export async function listAdverts(k: Kernel, actor: Actor | null, q: Parsed<typeof adverts.list>['query']) {
  const onlyShown = q.shown === 1 || !actor?.permissions.has(who)
  const day = today(k.clock)
  let found = all(k.db)
  if (q.position) found = found.where('a.position', '=', q.position)
  if (q.state !== undefined) found = found.where('a.state', '=', q.state)
  if (onlyShown)
    found = found
      .where('a.state', '=', published)
      .where((e) => e.or([e('a.from_date', 'is', null), e('a.from_date', '<=', day)]))
      .where((e) => e.or([e('a.to_date', 'is', null), e('a.to_date', '>=', day)]))
  const { total, rows } = await pageOf(
    found,
    q,
    (p) => p.orderBy('a.position').orderBy('a.sort').orderBy('a.id'),
    (p) => p.selectAll('a'),
  )
  if (onlyShown) {
    const marks = await platformMarks(k.db)
    return { total, list: rows.slice(0, ADVERTS_SHOWN).map((row) => ({ ...shown(actor, row), ...marks(row.url) })) }
  }
  const ends = await orderEndsOf(k.db, { table: 'advert', level: ['position'], among: sql<boolean>`not o.deleted` }, rows)
  const slots = await all(k.db).select(['a.id', 'a.title', 'a.position', 'a.sort', 'a.state', 'a.from_date', 'a.to_date']).execute()
  const effect = (row: AdvertRecord) =>
    effectOfPublishing(
      slots.filter((one) => one.position === row.position),
      row,
      day,
    )
  return { total, list: rows.map((row) => ({ ...shown(actor, row, ends.get(row.id)), ...effect(row) })) }
}

export async function findAdvert(k: Kernel, actor: Actor, id: number): Promise<AdvertRow> {
  const row = await all(k.db).selectAll('a').where('a.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return shown(actor, row)
}

async function lock(db: Db, id: number) {
  const row = await db.selectFrom('advert').selectAll().where('id', '=', id).where('deleted', '=', false).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return row
}

export const saveAdvert = (k: Kernel, call: Call, asked: z.output<typeof SaveAdvert>) =>
  changingSite(k, async (db) => {
    const { id, version, fromDate, toDate, confirmed, ...rest } = asked
    refuseInner('url', rest.url)
    const set = { ...rest, from_date: fromDate ?? null, to_date: toDate ?? null }
    const refusePast = (before: string | null) => {
      if (set.to_date !== null && set.to_date !== before && set.to_date < today(k.clock))
        throw invalidField('toDate', '最后一天已过，请填今天或以后的日期；不再显示请下架')
    }
    if (id === undefined) {
      refusePast(null)
      const { last } = await all(db)
        .select((e) => e.fn.coalesce(e.fn.max('a.sort'), e.lit(0)).as('last'))
        .executeTakeFirstOrThrow()
      const made = await db
        .insertInto('advert')
        .values({ ...set, sort: last + 1 })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
      await keepChange(db, call, { kind: OBJECT, rowId: made.id, name: set.title, before: null, after: valuesOf(set) })
      await audit(db, call, {
        action: 'advert.add',
        objectType: OBJECT,
        objectId: made.id,
        detail: { title: set.title, after: valuesOf(set) },
      })
      return made
    }
    const row = await lock(db, id)
    if ((version ?? row.version) !== row.version) throw conflict()
    refusePast(row.to_date)
    if (!confirmed) {
      const slots = await slotsOf(db, row.position)
      askDisplaced(
        slots,
        slots.map((one) => (one.id === id ? { ...one, ...set } : one)),
        firstDay(set, today(k.clock)),
      )
    }
    const moved = await move(db, call, advertFlow, row, {
      move: 'edit',
      version: row.version,
      set,
      detail: { title: set.title, before: valuesOf(row), after: valuesOf(set) },
    })
    await keepChange(db, call, { kind: OBJECT, rowId: id, name: set.title, before: valuesOf(row), after: valuesOf(set) })
    return { id, version: moved.version }
  })

export const moveAdvert = (
  k: Kernel,
  call: Call,
  name: 'publish' | 'offPublish' | 'delete',
  { id, version }: { id: number; version: number },
) =>
  changingSite<true>(k, async (db) => {
    const row = await lock(db, id)
    if (name === 'publish' && row.to_date !== null && row.to_date < today(k.clock))
      throw refused('最后一天已过，发布后也不显示；请先改日期')
    await move(db, call, advertFlow, row, {
      move: name,
      version,
      detail: { title: row.title, ...(name === 'delete' ? { before: valuesOf(row) } : {}) },
    })
    // Publishing and its opposite each take the other back.
    if (name === 'delete') await keepChange(db, call, { kind: OBJECT, rowId: id, name: row.title, before: valuesOf(row), after: null })
    return true
  })

export const placeAdvert = (k: Kernel, call: Call, { id, direction, confirmed }: Parsed<typeof adverts.move>['body']) =>
  changingSite<true>(k, async (db) => {
    const { position, title } = await lock(db, id)
    const level = await levelOf(db, position)
    const before = await slotsOf(db, position)
    const moved = await placeAmong(db, 'advert', level, id, direction)
    if (!confirmed) askDisplaced(before, await slotsOf(db, position), today(k.clock))
    if (moved) await keepChange(db, call, { kind: OBJECT, rowId: id, name: title, ...moved })
    await audit(db, call, { action: 'advert.move', objectType: OBJECT, objectId: id, detail: { direction } })
    return true
  })

const slotsOf = (db: Db, position: AdvertRecord['position']) =>
  all(db).where('a.position', '=', position).select(['a.id', 'a.title', 'a.sort', 'a.state', 'a.from_date', 'a.to_date']).execute()

/** Asks before a change takes slots from the home page, with their names, as publishing does. */
function askDisplaced(before: readonly Slot[], after: readonly Slot[], day: string): void {
  const gone = displacedBy(before, after, day)
  if (gone.length === 0) return
  const names = gone.map(({ title }) => `“${title}”`).join('、')
  throw refused(`首页同时最多显示 ${ADVERTS_SHOWN} 个推广位，${names}不再显示。继续？`, 'CONFIRM')
}

const levelOf = (db: Db, position: AdvertRecord['position']) =>
  all(db).where('a.position', '=', position).select('a.id').orderBy('a.sort').orderBy('a.id').forUpdate().execute()

const kept = ['title', 'text', 'url', 'position', 'from_date', 'to_date'] as const
const valuesOf = (row: Pick<AdvertRecord, (typeof kept)[number]>) => only(row, kept)

const labels = { title: '标题', text: '说明', url: '地址', from_date: '开始日期', to_date: '结束日期', place: '位置' }
export const advertHistory = (k: Kernel, asked: { page: number; pageSize: number }) => changesOf(k, OBJECT, labels, asked)

export const undoAdvert = takingBack<ReturnType<typeof valuesOf>>({
  kind: OBJECT,
  action: 'advert.undo',
  objectType: OBJECT,
  labels,
  changing: changingSite,
  lockRow: (db, id) => db.selectFrom('advert').select('id').where('id', '=', id).forUpdate().execute(),
  async drop(db, id, call) {
    const row = await lock(db, id)
    await move(db, call, advertFlow, row, { move: 'delete', version: row.version, detail: { title: row.title } })
  },
  // A deleted advert was only marked, and nobody saw it any more when it was deleted.
  async bring(db, id, { url }) {
    refuseUnfit('url', url)
    await db
      .updateTable('advert')
      .set((e) => ({ deleted: false, updated_at: kernelOf(db).clock.now(), version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
  async change(db, id, set, { title }, call) {
    if (set.url !== undefined) refuseUnfit('url', set.url)
    const row = await lock(db, id)
    const detail = { title, before: valuesOf(row), after: valuesOf({ ...row, ...set }) }
    await move(db, call, advertFlow, row, { move: 'edit', version: row.version, set, detail })
  },
  place: async (db, id, place) => placeAt(db, 'advert', await levelOf(db, (await lock(db, id)).position), id, place),
})
