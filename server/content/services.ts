import { sql, type Insertable } from 'kysely'
import type { ServiceItemTable } from '../../db/tables/content.ts'
import { contentCodes, type ShelfMove } from '../../contract/content/states.ts'
import type { SaveService, service, ServiceItem } from '../../contract/content/services.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { OrderEnds } from '../../contract/order-ends.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { notFound } from '../kernel/errors.ts'
import { replaceFiles, setFilesPublic } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { allowed, move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { orderEndsOf } from '../kernel/lists/order-ends.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { attachmentsOf } from './attachments.ts'
import { consentOf } from './consent.ts'
import { serviceFlow, type ShelfStanding } from './flow.ts'
import { orderedIds } from './order.ts'
import { managesServices, managing } from './rights.ts'
import { shelfWords } from './shelf-words.ts'
import { changing } from './visible.ts'

export const SERVICE = 'service'
const { published } = contentCodes.code
const gone = () => notFound('该服务不存在或已下架')
const rowsOf = (db: Db) => db.selectFrom('service_item').selectAll().execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const standing = (row: Row) => ({ ...row, state: row.state as ShelfStanding['state'] })

/** Name and number of a contact person are shown only with their consent. */
const itemOf = (row: Row, staff: Actor | null, ends?: OrderEnds): ServiceItem => ({
  id: row.id,
  kind: row.kind,
  category: row.category,
  title: row.title,
  summary: row.summary,
  provider: row.provider,
  forWhom: row.for_whom,
  cost: row.cost,
  process: row.process,
  phone: row.phone,
  contact: row.consent ? row.contact : '',
  contactPhone: row.consent ? row.contact_phone : '',
  url: row.url,
  attachments: row.attachments,
  standing: staff && {
    state: row.state,
    stateName: contentCodes.labels[row.state as 0],
    version: row.version,
    consent: row.consent,
    allowed: allowed(serviceFlow, staff, standing(row)),
    ...(ends ? { ends } : {}),
  },
})

type Asked = Parsed<typeof service.list>['query']
export async function listServices(k: Kernel, actor: Actor | null, { kind, category, keyword, state, scope, ...part }: Asked) {
  const staff = managing(actor, scope, managesServices) ? actor : null
  let found = k.db.selectFrom('service_item').where('deleted', '=', false)
  if (!staff) found = found.where('state', '=', published)
  if (staff && state !== undefined) found = found.where('state', '=', state)
  if (kind) found = found.where('kind', '=', kind)
  if (category) found = found.where('category', '=', category)
  if (keyword) found = found.where((e) => e.or([e('title', 'ilike', likeText(keyword)), e('summary', 'ilike', likeText(keyword))]))
  const { total, rows } = await pageOf(
    found,
    part,
    (q) => q.orderBy('kind').orderBy('sort').orderBy('id'),
    (q) => q.selectAll(),
  )
  const ends = staff && (await orderEndsOf(k.db, { table: 'service_item', level: ['kind'], among: sql<boolean>`not o.deleted` }, rows))
  return { total, list: rows.map((row) => itemOf(row, staff, ends?.get(row.id))) }
}

async function lock(db: Db, id: number) {
  const row = await db
    .selectFrom('service_item')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  return standing(row)
}

export const saveService = (k: Kernel, call: Call, asked: SaveService) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const old = asked.id === undefined ? undefined : await lock(db, asked.id)
    const columns = {
      kind: asked.kind,
      category: asked.category,
      title: asked.title,
      summary: asked.summary,
      provider: asked.provider,
      for_whom: asked.forWhom,
      cost: asked.cost,
      process: asked.process,
      phone: asked.phone,
      contact: asked.contact,
      contact_phone: asked.contactPhone,
      url: asked.url ?? null,
      ...consentOf(k, actor, asked.consent, old, old?.contact === asked.contact && old.contact_phone === asked.contactPhone),
    }
    const saved = old
      ? {
          id: old.id,
          ...(await move(db, call, serviceFlow, old, {
            move: 'edit',
            version: asked.version ?? old.version,
            set: columns,
            detail: { title: asked.title, consent: asked.consent },
          })),
        }
      : await begin(k, db, call, actor, columns)
    await shelfWords.service_item.write(db, [saved.id])
    const listed = asked.attachments.map((f) => f.fileId)
    await replaceFiles(db, actor, listed, SERVICE, saved.id)
    const attachments = await attachmentsOf(db, SERVICE, saved.id, listed)
    await db
      .updateTable('service_item')
      .set({ attachments: JSON.stringify(attachments) })
      .where('id', '=', saved.id)
      .execute()
    await setFilesPublic(db, SERVICE, saved.id, saved.state === published)
    return { id: saved.id, version: saved.version }
  })

async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Parameters<typeof insert>[1]) {
  const row = await insert(db, { ...columns, created_by: actor.userId, created_at: k.clock.now(), updated_at: k.clock.now() })
  await note(db, call, serviceFlow, { id: row.id, version: row.version, move: 'create', from: null, to: 0 })
  await audit(db, call, {
    action: 'service.add',
    objectType: SERVICE,
    objectId: row.id,
    detail: { title: columns.title, consent: columns.consent ?? false },
  })
  return row
}
async function insert(db: Db, columns: Omit<Insertable<ServiceItemTable>, 'sort'>) {
  const { last } = await db
    .selectFrom('service_item')
    .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
    .where('kind', '=', columns.kind)
    .executeTakeFirstOrThrow()
  return db
    .insertInto('service_item')
    .values({ ...columns, sort: last + 1 })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow()
}

export const moveService = (
  k: Kernel,
  call: Call,
  name: Exclude<ShelfMove, 'edit'>,
  { id, version }: { id: number; version?: number | undefined },
) =>
  changing(k, async (db) => {
    const row = await lock(db, id)
    const moved = await move(db, call, serviceFlow, row, {
      move: name,
      version: version ?? row.version,
      set: name === 'publish' ? { publish_time: row.publish_time ?? k.clock.now() } : {},
      detail: { title: row.title },
    })
    await setFilesPublic(db, SERVICE, id, name === 'publish')
    return { id, ...moved }
  })

export const orderService = (
  k: Kernel,
  call: Call,
  { id, ...to }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  changing<true>(k, async (db) => {
    const row = await lock(db, id)
    const rows = await db
      .selectFrom('service_item')
      .select('id')
      .where('kind', '=', row.kind)
      .where('deleted', '=', false)
      .orderBy('sort')
      .orderBy('id')
      .forUpdate()
      .execute()
    const next = orderedIds(
      rows.map((one) => one.id),
      id,
      to,
    )
    for (const [at, one] of next.entries())
      await db
        .updateTable('service_item')
        .set({ sort: at + 1 })
        .where('id', '=', one)
        .execute()
    await audit(db, call, { action: 'service.move', objectType: SERVICE, objectId: id })
    return true
  })
