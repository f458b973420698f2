import { sql } from 'kysely'
import type { plan, SavePlan, TrainPlan } from '../../contract/training/plan.ts'
import { activityFacts, planFacts, trainingStatus, type PlanMove } from '../../contract/training/states.ts'
import { planStatus } from '../../contract/training/status.ts'
import { inFen, inWan } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { allowed, move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { nextOfYear } from '../kernel/numbering.ts'
import { planFlow, type PlanRow } from './flow.ts'
import { planStatusSql } from './status-sql.ts'

const PLAN = 'trainPlan'
const gone = () => notFound('该培训计划不存在或已被删除')
const { passed, cancelled } = activityFacts.code

const plans = (db: Db) => db.selectFrom('train_plan as p').leftJoin('office as o', 'o.id', 'p.office_id').where('p.deleted', '=', false)
const figures = (now: string) => [
  sql<number>`(select count(*)::int from train_activity a where a.plan_id = p.id and not a.deleted and a.state <> ${cancelled})`.as(
    'activities',
  ),
  sql<number>`(select count(*)::int from train_activity a where a.plan_id = p.id and not a.deleted and a.state = ${passed} and a.end_at <= ${now}::timestamptz)`.as(
    'done',
  ),
  sql<boolean>`exists (select from train_activity a where a.plan_id = p.id and not a.deleted and a.state = ${passed}
    and a.start_at <= ${now}::timestamptz and a.end_at > ${now}::timestamptz)`.as('running'),
]
const selected = (k: Kernel, db: Db = k.db) =>
  plans(db).selectAll('p').select('o.name as office_name').select(figures(k.clock.now().toISOString()))
const rowsOf = (k: Kernel) => selected(k).execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const flowRow = (k: Kernel, row: Row): PlanRow => {
  const now = k.clock.now().getTime()
  return {
    id: row.id,
    state: row.state as PlanRow['state'],
    version: row.version,
    begun: Date.parse(row.start_at) <= now,
    over: Date.parse(row.end_at) <= now,
    activities: Number(row.activities),
    running: Boolean(row.running),
  }
}
function itemOf(k: Kernel, row: Row, actor: Actor): TrainPlan {
  const status = statusOf(k, row)
  return {
    id: row.id,
    planNo: row.plan_no,
    title: row.title,
    year: row.year,
    officeId: row.office_id,
    officeName: row.office_name ?? '',
    startTime: row.start_at,
    endTime: row.end_at,
    target: row.target,
    budget: row.budget === null ? null : inWan(row.budget),
    status,
    statusName: trainingStatus.labels[status],
    shelfFlag: row.shelf_flag ? 1 : 0,
    delayReason: row.delay_reason,
    activityNum: Number(row.activities),
    doneNum: Number(row.done),
    version: row.version,
    allowed: allowed(planFlow, actor, flowRow(k, row)),
  }
}
const statusOf = (k: Kernel, row: Pick<Row, 'state' | 'start_at' | 'end_at' | 'delayed_from'>) =>
  planStatus(
    {
      state: row.state,
      start: Date.parse(row.start_at),
      end: Date.parse(row.end_at),
      delayedFrom: row.delayed_from === null ? null : Date.parse(row.delayed_from),
    },
    k.clock.now().getTime(),
  )

type Filters = Pick<Parsed<typeof plan.list>['query'], 'keyword' | 'year' | 'status' | 'officeId'>
export function foundPlans(k: Kernel, f: Filters) {
  let rows = plans(k.db)
  if (f.keyword)
    rows = rows.where((e) => e.or([e('p.title', 'ilike', likeText(f.keyword!)), e('p.plan_no', 'ilike', likeText(f.keyword!))]))
  if (f.year !== undefined) rows = rows.where('p.year', '=', f.year)
  if (f.officeId !== undefined) rows = rows.where('p.office_id', '=', f.officeId)
  if (f.status !== undefined) rows = rows.where(sql<boolean>`${planStatusSql(k.clock.now().toISOString())} = ${f.status}`)
  return rows
}
export async function listPlans(k: Kernel, actor: Actor, q: Parsed<typeof plan.list>['query']) {
  const { total, rows } = await pageOf(
    foundPlans(k, q),
    q,
    { by: { start: 'p.start_at', budget: 'p.budget' }, tie: 'p.id', emptyLast: ['budget'] },
    (page) => page.selectAll('p').select('o.name as office_name').select(figures(k.clock.now().toISOString())),
  )
  return { total, list: rows.map((row) => itemOf(k, row, actor)) }
}
export async function findPlan(k: Kernel, actor: Actor, id: number): Promise<TrainPlan> {
  const row = await selected(k).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return itemOf(k, row, actor)
}
/** Plans for new activities: released and not over. */
export async function planOptions(k: Kernel) {
  const rows = await plans(k.db)
    .select(['p.id', 'p.title', 'p.plan_no'])
    .where('p.state', '=', planFacts.code.released)
    .where('p.end_at', '>', k.clock.now().toISOString())
    .orderBy('p.start_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ id: row.id, label: `${row.plan_no} ${row.title}` }))
}

async function lockPlan(k: Kernel, db: Db, id: number) {
  const own = await db
    .selectFrom('train_plan')
    .select('id')
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  const row = own && (await selected(k, db).where('p.id', '=', id).executeTakeFirst())
  if (!row) throw gone()
  return { ...row, ...flowRow(k, row) }
}

export const savePlan = (k: Kernel, call: Call, asked: SavePlan) =>
  k.db.transaction().execute(async (db) => {
    const actor = signedIn(call.actor)
    const officeId = asked.officeId ?? null
    if (officeId !== null && !(await db.selectFrom('office').select('id').where('id', '=', officeId).executeTakeFirst()))
      throw invalidField('officeId', '所选部门不存在或已被删除')
    const columns = {
      title: asked.title,
      year: asked.year,
      office_id: officeId,
      start_at: asked.startTime,
      end_at: asked.endTime,
      target: asked.target,
      budget: asked.budget == null ? null : inFen(asked.budget),
    }
    if (asked.id !== undefined) {
      const old = await lockPlan(k, db, asked.id)
      const moved = await move(db, call, planFlow, old, {
        move: 'edit',
        version: asked.version ?? old.version,
        set: columns,
        detail: { title: asked.title },
      })
      return { id: old.id, version: moved.version }
    }
    const now = k.clock.now()
    const planNo = await nextOfYear(db, 'PX', asked.year)
    const row = await db
      .insertInto('train_plan')
      .values({ ...columns, plan_no: planNo, created_by: actor.userId, created_at: now, updated_at: now })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await note(db, call, planFlow, { id: row.id, version: row.version, move: 'create', from: null, to: planFacts.code.draft })
    await audit(db, call, { action: 'trainPlan.add', objectType: PLAN, objectId: row.id, detail: { planNo, title: asked.title } })
    return row
  })

type Moved = { id: number; version?: number | undefined; reason?: string }
async function change(k: Kernel, call: Call, name: PlanMove, asked: Moved, set: object | ((row: Row) => object)) {
  return k.db.transaction().execute(async (db) => {
    const row = await lockPlan(k, db, asked.id)
    const moved = await move(db, call, planFlow, row, {
      move: name,
      version: asked.version ?? row.version,
      reason: asked.reason,
      set: typeof set === 'function' ? set(row) : set,
      detail: { planNo: row.plan_no, title: row.title },
    })
    const after = await db.selectFrom('train_plan').selectAll().where('id', '=', asked.id).executeTakeFirstOrThrow()
    return { id: asked.id, version: moved.version, status: statusOf(k, after) }
  })
}
export const releasePlan = (k: Kernel, call: Call, asked: Moved) =>
  change(k, call, 'release', asked, { shelf_flag: false, delayed_from: null, delay_reason: null })
/** Takes a plan back to 未发布 and marks it as shelved (ambiguities A69). */
export const shelvePlan = (k: Kernel, call: Call, asked: Moved) =>
  change(k, call, 'shelf', asked, { shelf_flag: true, delayed_from: null, delay_reason: null })
export const delayPlan = (k: Kernel, call: Call, asked: Parsed<typeof plan.delay>['body']) =>
  change(k, call, 'delay', asked, (row) => {
    if (Date.parse(asked.newStartTime) <= Date.parse(row.start_at)) throw invalidField('newStartTime', '新的开始时间应晚于原来的开始时间')
    return { start_at: asked.newStartTime, end_at: asked.newEndTime, delayed_from: row.start_at, delay_reason: asked.reason }
  })
export async function removePlan(k: Kernel, call: Call, asked: Moved): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await lockPlan(k, db, asked.id)
    await move(db, call, planFlow, row, {
      move: 'delete',
      version: asked.version ?? row.version,
      detail: { planNo: row.plan_no, title: row.title },
    })
  })
  return true
}
