import type { activity, RosterRow } from '../../contract/training/activity.ts'
import { enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { managed } from './activity-queries.ts'
import { publishes } from './flow.ts'
import { placeOf } from './missed.ts'
import { openAnswers } from './questions.ts'

const { cancelled } = enrolStates.code

/** All enrolments in the order of enrolment, with masked phones. Throws when the actor does not manage the activity. */
export async function listEnrolments(k: Kernel, actor: Actor, q: Parsed<typeof activity.listEnrol>['query']) {
  await managed(k.db, actor, q.id)
  let rows = k.db
    .selectFrom('train_enrol as e')
    .leftJoin('company as c', 'c.id', 'e.company_id')
    .where('e.activity_id', '=', q.id)
    .where('e.state', q.state === undefined ? '!=' : '=', q.state ?? cancelled)
  if (q.waiting !== undefined) rows = rows.where('e.wait_no', q.waiting === 1 ? 'is not' : 'is', null)
  const found = await pageOf(
    rows,
    q,
    (all) => all.orderBy('e.id'),
    (page) =>
      page.select([
        'e.id',
        'e.contact',
        'e.phone',
        'e.state',
        'e.checked_at',
        'e.score',
        'e.answers',
        'e.created_at',
        'c.name as company_name',
        placeOf.as('place'),
      ]),
  )
  const list: RosterRow[] = found.rows.map((row) => ({
    id: row.id,
    contact: actor.viewer ? maskName(openPii(k, row.contact)) : openPii(k, row.contact),
    phone: maskPhone(openPii(k, row.phone)),
    companyName: row.company_name,
    state: row.state,
    stateName: row.place === null ? enrolStates.labels[row.state as 0] : `候补第 ${row.place} 位`,
    waiting: row.place,
    checkTime: row.checked_at,
    evaluated: row.score !== null,
    answers: actor.viewer ? [] : openAnswers(k, row.answers),
    createTime: row.created_at,
  }))
  return { total: found.total, list }
}

/** Shows a phone number in clear; the reason is recorded, and the number of such calls is limited. */
export async function revealEnrolment(k: Kernel, call: Call, { id, enrolId, reason }: Parsed<typeof activity.revealEnrol>['body']) {
  const row = await managed(k.db, signedIn(call.actor), id)
  if (!publishes(signedIn(call.actor), { companyId: row.company_id })) throw forbidden()
  const one = await k.db
    .selectFrom('train_enrol')
    .select('phone')
    .where('id', '=', enrolId)
    .where('activity_id', '=', id)
    .executeTakeFirst()
  if (!one) throw notFound('没有这条报名')
  return reveal(
    k,
    call,
    { domain: 'trainActivity', objectType: 'trainActivity', objectId: id, detail: { field: 'phone', reason, row: enrolId } },
    { sealed: one.phone },
  )
}
