import { declarationStates, reviewSteps, stepName, type DeclarationState, type ReviewStepConfig } from '../../contract/declaration.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { addWorkdays, countWorkdays, isWorkday } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { byDesk, desksOf, readingDesks } from './desks.ts'
import { stepAt, underReview } from './flow.ts'
import { declarationWait } from './tell.ts'
import { contextsOf, type Context } from './contexts.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import { remindOfOpinions } from './opinion-clock.ts'
import { leadersOf, whoseTurn } from './whose-turn.ts'

export interface Clock {
  due_at: string | null
  days_left: number | null
  step_due: string | null
}
export const endOf = (date: string) => new Date(`${date}T23:59:59+08:00`).toISOString()
const dayOf = (instant: string) => dateOf(new Date(instant))

/**
 * The deadlines after a move to `to`. The deadline of the whole review pauses while the enterprise corrects (the remaining working days are
 * stored, negative when it was already late). Each step has its own days from the day on which it begins. Days are working days; the day of
 * the move does not count.
 */
export async function clockAfter(
  db: Db,
  row: Pick<DeclarationRecord, 'state' | 'due_at' | 'days_left' | 'step_due' | 'limit_workdays'>,
  steps: readonly ReviewStepConfig[],
  to: DeclarationState,
  at: Date,
): Promise<Clock> {
  const today = dateOf(at)
  if (to === row.state) return { due_at: row.due_at, days_left: row.days_left, step_due: row.step_due }
  if (to === 'withdrawn') return { due_at: null, days_left: null, step_due: null }
  if (to === 'returned')
    return { due_at: null, days_left: row.due_at === null ? null : await countWorkdays(db, today, dayOf(row.due_at)), step_due: null }
  if (!underReview.includes(to)) return { due_at: row.due_at, days_left: null, step_due: null }
  const days = row.days_left ?? row.limit_workdays
  const due_at = underReview.includes(row.state) ? row.due_at : days === null ? null : endOf(await addWorkdays(db, today, days))
  const workdays = steps.find((s) => reviewSteps[s.step].state === to)?.workdays
  return { due_at, days_left: null, step_due: workdays === undefined ? null : endOf(await addWorkdays(db, today, workdays)) }
}

const BATCH = 500

/**
 * Runs every working morning. The people who must act are reminded on the last working day before a deadline; after the deadline the
 * leaders of the examining office are told too. Enterprises are reminded of a correction and of an unsent draft. Each notice is sent once
 * (its key contains the date).
 */
export async function remindOfClocks(k: Kernel): Promise<void> {
  const now = k.clock.now()
  const today = dateOf(now)
  const soon = endOf(await addWorkdays(k.db, today, 1))
  for (let after = 0; ;) {
    const rows = await declarationRows(k.db)
      .select('p.examine_dep')
      .where('d.id', '>', after)
      .where('d.deleted_at', 'is', null)
      .where((e) =>
        e.or([
          e.and([e('d.state', 'in', [...underReview]), e.or([e('d.step_due', '<=', soon), e('d.due_at', '<=', soon)])]),
          e.and([e('d.state', '=', 'returned'), e('d.correction_due', '<=', soon), e('d.correction_due', '>=', now.toISOString())]),
          e.and([e('d.state', '=', 'draft'), e('p.apply_end', '<=', soon), e('p.apply_end', '>=', now.toISOString())]),
        ]),
      )
      .orderBy('d.id')
      .limit(BATCH)
      .execute()
    const contexts = await contextsOf(k.db, rows)
    const turns = new Map<number, number[]>()
    for (const context of contexts) turns.set(context.row.id, await whoseTurn(k.db, context, now))
    // Asked once for the recipients of all these declarations.
    const desks = await desksOf(k.db, [...new Set([...turns.values()].flat())])
    for (const context of contexts) {
      after = context.row.id
      const turn = turns.get(after) ?? []
      const to = (permission: string) => byDesk(desks, permission, turn)
      await (underReview.includes(context.row.state) ? remindReviewers(k, context, now, to) : remindEnterprise(k, context.row))
    }
    if (rows.length < BATCH) return
  }
}

async function remindReviewers(
  k: Kernel,
  context: Context<DeclarationRecord & { examine_dep: number }>,
  now: Date,
  turn: (permission: string) => ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  const { row, steps } = context
  const step = stepAt(steps, row.state)
  const due = [row.step_due, row.due_at].filter((at) => at !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
  if (!step || !due) return
  const late = Date.parse(due) < now.getTime()
  const title = `${row.company_name}的申报${late ? '已超过办理期限' : '即将到期'}：${stepName(step)}`
  const body = `项目：${row.project_name}。受理号 ${row.declare_no}。期限：${dayOf(due)}。`
  const key = `declaration-${late ? 'late' : 'due'}:${row.id}:${due}`
  const waitsFor = declarationWait(row.id)
  for (const [desk, userIds] of turn(step.permission))
    await notify(k.db, k, { to: { userIds }, kind: 'work', title, body, link: `${desk}?id=${row.id}`, key, waitsFor })
  if (!late) return
  const leaders = await leadersOf(k.db, row.examine_dep)
  // Leaders may not review.
  for (const [desk, userIds] of Map.groupBy(leaders, await readingDesks(k.db, leaders)))
    await notify(k.db, k, {
      to: { userIds },
      kind: 'work',
      title: `超期督办：${title}`,
      body,
      link: `${desk}?id=${row.id}`,
      key: `${key}:up`,
      waitsFor,
    })
}

async function remindEnterprise(k: Kernel, row: DeclarationRecord): Promise<void> {
  const returned = row.state === 'returned'
  const due = returned ? row.correction_due! : row.apply_end
  await notify(k.db, k, {
    to: { companyId: row.company_id },
    kind: 'deadline',
    title: returned ? `“${row.project_name}”的补正即将到期` : `“${row.project_name}”即将截止，草稿尚未提交`,
    body: `${returned ? '补正' : '申报'}截止 ${dayOf(due)}。下一步：${declarationStates[row.state].next}。`,
    link: `/page/policyserverdeclare?id=${row.id}`,
    key: `declaration-${row.state}:${row.id}:${due}`,
    waitsFor: declarationWait(row.id),
  })
}

export function joinClocks(k: Kernel): void {
  // The job runs every day and checks the calendar itself: a working Saturday sends reminders, a holiday does not.
  recurring(k, { name: 'declaration-clocks', title: '申报的期限与提醒', cron: '10 8 * * *' }, async () => {
    if (!(await isWorkday(k.db, dateOf(k.clock.now())))) return
    await remindOfClocks(k)
    await remindOfOpinions(k)
  })
}
