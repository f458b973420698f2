import { sql } from 'kysely'
import { authStatuses } from '../../contract/company.ts'
import type { activity } from '../../contract/training/activity.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { authStatusOf, ownFactsOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { likeText } from '../kernel/db/like.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { readerOf } from '../kernel/flow.ts'
import { activityFlow } from './flow.ts'
import { detailOf, managesRow, readable } from './activity-detail.ts'
import { activities, columns, itemOf, managedBy, managedPage } from './activity-queries.ts'
import { materialsFor } from './materials.ts'
import { ownClashes } from './own-clashes.ts'
import { involvedPage, ownIn } from './own-enrolments.ts'
import { publicPage } from './public-list.ts'
import { streetNameOf } from './streets.ts'

/** The public list, or with `scope=manage` the activities that staff manage. */
export async function listActivities(k: Kernel, call: Call, { scope, ...q }: Parsed<typeof activity.list>['query']) {
  if (scope === 'manage') return managedPage(k, call, { scope, ...q })
  const { total, rows } = await publicPage(k, q)
  return { total, list: rows.map((row) => itemOf(k, row, null)) }
}

/** A public activity for everybody; its publisher and staff also read one that is not public. */
export async function findActivity(k: Kernel, actor: Actor | null, id: number) {
  const row = await readable(k, actor, id)
  const [mine, manages, clashes, streetName] = await Promise.all([
    ownIn(k, actor, [id]),
    managesRow(k, actor, row),
    ownClashes(k, actor, row),
    streetNameOf(k, row.street_id),
  ])
  const own = mine.get(id) ?? []
  const materials = await materialsFor(k, id, manages || own.some((one) => one.waiting === null))
  const staff = manages && actor ? await readerOf(k.db, activityFlow, actor, [row]) : null
  const detail = detailOf(k, row, { staff, mine: own })
  const contact = actor && detail.canEnrol && own.length === 0 ? await contactOf(k, actor) : ''
  return { ...detail, clashes, contact, materials, streetName }
}

/** The contact person in the archive of the actor's company, read only with its consent (P-01), and by nobody who only looks. */
async function contactOf(k: Kernel, { companyId, viewer }: Actor): Promise<string> {
  if (companyId === null || viewer || (await authStatusOf(k.db, companyId)) !== authStatuses.granted) return ''
  const { contactPerson } = await ownFactsOf(k, k.db, companyId, ['contactPerson'])
  return typeof contactPerson?.value === 'string' ? contactPerson.value : ''
}

/** Whether the actor may open the files of an activity that is not public. */
export const mayManage = async (k: Kernel, actor: Actor, id: number): Promise<boolean> =>
  Number.isSafeInteger(id)
  && (await activities(k.db).select('a.id').where('a.id', '=', id).where(managedBy(actor)).executeTakeFirst()) !== undefined

/**
 * Activities in which the actor is enrolled, newest first; or those that they published: a company its own, staff those that they created.
 */
export async function listOwn(k: Kernel, actor: Actor, q: Parsed<typeof activity.listMy>['query']) {
  const released = q.scope === 'released'
  const { total, rows } = await (released ? releasedPage(k, actor, q) : involvedPage(k, actor, q))
  const mine = await ownIn(
    k,
    actor,
    rows.map(({ id }) => id),
  )
  const staff = released ? await readerOf(k.db, activityFlow, actor, rows) : null
  return { total, list: rows.map((row) => ({ ...itemOf(k, row, staff), mine: mine.get(row.id) ?? [] })) }
}

function releasedPage(k: Kernel, actor: Actor, q: Parsed<typeof activity.listMy>['query']) {
  if (actor.type === 'GR') throw forbidden()
  const own = actor.type === 'QY' ? managedBy(actor) : sql<boolean>`(a.created_by = ${actor.userId} and ${managedBy(actor)})`
  return pageOf(
    activities(k.db)
      .where(own)
      .$if(Boolean(q.keyword), (all) => all.where('a.title', 'ilike', likeText(q.keyword!))),
    q,
    (all) => all.orderBy('a.start_at', 'desc').orderBy('a.id', 'desc'),
    (page) => page.select(columns),
  )
}

/** The latest activities of a person or company, for the card of the home page (spec §7 homeMyActivity). */
export async function ownActivities(k: Kernel, actor: Actor, q: { page: number; pageSize: number }) {
  return listOwn(k, actor, { ...q, scope: 'involved' })
}
