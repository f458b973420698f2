import { sql } from 'kysely'
import type { declarationProgress, ProjectProgress } from '../../contract/declaration/progress.ts'
import type { Data } from '../../contract/endpoint.ts'
import { allowanceStates } from '../../contract/declaration/allowance-states.ts'
import { reviewSteps, stepName } from '../../contract/declaration/states.ts'
import { stepsOf } from './queries.ts'
import { inWan } from '../../contract/money.ts'
import type { Actor } from '../kernel/actor.ts'
import { addDays, today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayRange, dayStart } from '../kernel/lists/day-range.ts'
import { visibleTo } from './access.ts'
import { withDelegated, type Reader } from './delegators.ts'
import { underReview } from './flow.ts'
import { dueOf, reviewable } from './reviewable.ts'
import { waitsFor, waitsForOthers } from './waits-for.ts'

const DAYS = 7
const PROJECTS = 12
const DAY_S = 86_400

/** Due declarations, the last seven days, and the progress of each project, over the rows that this person may see. */
export async function progressOf(k: Kernel, actor: Actor): Promise<Data<typeof declarationProgress.progress>> {
  const reader = await withDelegated(k.db, actor, k.clock.now())
  const [pressing, others, days, projects] = await Promise.all([
    pressingToday(k, reader),
    othersTurn(k, reader),
    lastDays(k, reader),
    byProject(k, reader),
  ])
  return { ...pressing, othersTurn: others, handledToday: days.at(-1)!.handled, days, projects }
}

function pressingToday(k: Kernel, reader: Reader) {
  const now = k.clock.now().toISOString()
  return reviewable(k.db)
    .where(visibleTo(reader))
    .where(waitsFor(reader))
    .select((e) => [
      e.fn.countAll<number>().filterWhere(dueOf, '<', now).as('overdue'),
      e.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f(dueOf, '>=', now), f(dueOf, '<', sql<string>`${dayAfter(today(k.clock))}::timestamptz`)]))
        .as('dueToday'),
    ])
    .executeTakeFirstOrThrow()
}

const othersTurn = async (k: Kernel, reader: Reader): Promise<number> => {
  const { count } = await reviewable(k.db)
    .where(visibleTo(reader))
    .where(waitsForOthers(reader))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

async function lastDays(k: Kernel, reader: Reader) {
  const to = today(k.clock)
  const from = addDays(to, 1 - DAYS)
  const submitted = await reviewable(k.db)
    .where(visibleTo(reader))
    .where(dayRange('d.submit_time', from, to))
    .select((e) => [dayOf('d.submit_time').as('day'), e.fn.countAll<number>().as('count')])
    .groupBy(dayOf('d.submit_time'))
    .execute()
  const handled = await k.db
    .selectFrom('declaration_log as l')
    .where('l.actor_id', '=', reader.actor.userId)
    .where('l.side', '=', 'staff')
    .where('l.revoked_at', 'is', null)
    .where('l.from_state', 'in', [...underReview])
    .where('l.at', '>=', sql<string>`${dayStart(from)}::timestamptz`)
    .select((e) => [dayOf('l.at').as('day'), e.fn.countAll<number>().as('count')])
    .groupBy(dayOf('l.at'))
    .execute()
  const of = (rows: readonly { day: string; count: number }[], day: string) => rows.find((row) => row.day === day)?.count ?? 0
  return Array.from({ length: DAYS }, (_, i) => addDays(from, i)).map((day) => ({
    day,
    submitted: of(submitted, day),
    handled: of(handled, day),
  }))
}

async function byProject(k: Kernel, reader: Reader): Promise<ProjectProgress[]> {
  const rows = await reviewable(k.db)
    .where(visibleTo(reader))
    .where('d.submit_time', 'is not', null)
    .select((e) => [
      'd.project_id',
      'p.name',
      e.fn.countAll<number>().as('asked'),
      e.fn.sum<string>('d.amount').as('askedSum'),
      e.fn.countAll<number>().filterWhere('d.state', '=', 'approved').as('approved'),
      e.fn.sum<string>('d.approved_amount').filterWhere('d.state', '=', 'approved').as('approvedSum'),
    ])
    .groupBy(['d.project_id', 'p.name'])
    .orderBy('asked', 'desc')
    .orderBy('d.project_id', 'desc')
    .limit(PROJECTS)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.project_id)
  const [paid, slowest] = await Promise.all([paidOf(k, reader, ids), slowestOf(k, ids)])
  const wan = (sum: string | number | null | undefined) => inWan(Number(sum ?? 0)) ?? 0
  return rows.map((row) => ({
    projectId: row.project_id,
    projectName: row.name,
    asked: { count: row.asked, amount: wan(row.askedSum) },
    approved: { count: row.approved, amount: wan(row.approvedSum) },
    paid: { count: paid.get(row.project_id)?.count ?? 0, amount: wan(paid.get(row.project_id)?.sum) },
    slowest: slowest.get(row.project_id) ?? null,
  }))
}

async function paidOf(k: Kernel, reader: Reader, ids: readonly number[]) {
  const rows = await reviewable(k.db)
    .innerJoin('allowance as a', 'a.declaration_id', 'd.id')
    .where(visibleTo(reader))
    .where('d.project_id', 'in', ids)
    .where('a.state', '=', allowanceStates.paid)
    .where('a.deleted', '=', false)
    .select((e) => ['d.project_id', e.fn.countAll<number>().as('count'), e.fn.sum<string>('a.amount').as('sum')])
    .groupBy('d.project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row]))
}

/** The slowest step of each project by average duration. Revoked moves do not count. */
async function slowestOf(k: Kernel, ids: readonly number[]): Promise<Map<number, ProjectProgress['slowest']>> {
  const { rows } = await sql<{ project_id: number; state: string; days: number }>`
    select project_id, state, avg(s)::float8 / ${DAY_S} as days from (
      select m.project_id, m.declaration_id, m.from_state as state, sum(extract(epoch from m.at - m.before)) as s from (
        select d.project_id, l.declaration_id, l.from_state, l.at,
          lag(l.at) over (partition by l.declaration_id order by l.id) as before
        from declaration_log l join declaration d on d.id = l.declaration_id
        where d.project_id = any(${ids}) and d.deleted_at is null and l.revoked_at is null) m
      where m.before is not null and m.from_state = any(${[...underReview]})
      group by m.project_id, m.declaration_id, m.from_state) t
    group by project_id, state order by project_id, days desc`.execute(k.db)
  const steps = await stepsOf(k.db, ids)
  const slowest = new Map<number, ProjectProgress['slowest']>()
  for (const { project_id, state, days } of rows) {
    const step = steps.get(project_id)?.find((s) => reviewSteps[s.step].state === state)
    if (step && !slowest.has(project_id)) slowest.set(project_id, { label: stepName(step), days: Math.round(days * 10) / 10 })
  }
  return slowest
}
