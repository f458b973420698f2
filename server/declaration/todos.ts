import { declarationStates, type DeclarationState } from '../../contract/declaration/states.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { offersFigures, offersTodo } from '../kernel/offers/todos.ts'
import { reviewsFor, visibleTo } from './access.ts'
import { reviewPermissions, withDelegated } from './delegators.ts'
import { ownWork, pressingCounts, reviewStatistics } from './desk.ts'
import { deskOf, ownStep, stepDesk } from './desks.ts'
import { heldAsSeen, heldBy } from './held.ts'
import { ofCompany } from './mine.ts'
import { dueOf, reviewable } from './reviewable.ts'
import { workdaysLeft } from './views.ts'
import { waitsFor } from './waits-for.ts'

const SHOWN = 5
const OF_COMPANY = 50

/** `我领取的 3 · 超期 2 · 三个工作日内到期 1`; null when all are 0. */
export const pressing = ({ overdue, dueSoon, held = 0 }: { overdue: number; dueSoon: number; held?: number }): string | null =>
  [held > 0 ? `我领取的 ${held}` : '', overdue > 0 ? `超期 ${overdue}` : '', dueSoon > 0 ? `三个工作日内到期 ${dueSoon}` : '']
    .filter(Boolean)
    .join(' · ') || null

/** To-dos: what staff must review, and what companies must send or correct. */
export function offerDeclarationTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'declaration',
    group: '政策申报',
    of(actor) {
      const step = ownStep(actor)
      // Where it leads is found with what waits, because it depends on the pages that open.
      const to = stepDesk(step)
      if (reviewsFor(actor)) return { label: step === 'declaration:accept' ? '待受理的申报' : '待审核的申报', to }
      // A user who does not review may still be asked for an opinion, or act as a delegate.
      return actor.permissions.has('declaration:read') ? { label: '等我答复或代审的申报', to: `${to}?todo=true&state=` } : null
    },
    find: waitingDeclarations,
    findMine: heldDeclarations,
    findOffice: async (_, actor) => {
      const waiting = await waitingDeclarations(k, actor)
      return waiting && { ...waiting, people: await inHand(k, actor) }
    },
  })
  offersOpenMatters(k, (actor) => underWay(k, actor))
  offerOwn(k, 'returned', { tone: 'back', action: '去补正' })
  offerOwn(k, 'draft', { tone: 'off', action: '继续填写' })
  offersMonthly(k, {
    name: '提交的申报',
    unit: '件',
    of: ({ permissions }) => permissions.has('declaration:read'),
    find: (_, actor, { from, to }) => submittedByMonth(k, actor, from, to),
  })
  offersFigures(k, async (actor) => {
    if (!actor.permissions.has('declaration:read')) return []
    const { today, byState } = await reviewStatistics(k, actor)
    const desk = await deskOf(k.db, actor)
    const group = { group: '我可见的申报', unit: '件' }
    return [
      { ...group, label: '今日新提交', value: today, to: null },
      ...byState.map((s) => ({ ...group, label: s.label, value: s.count, to: `${desk}?todo=&state=${s.state}` })),
    ]
  })
}

const submittedByMonth = async (k: Kernel, actor: Actor, from: string, to: string) =>
  reviewable(k.db)
    .where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))
    .where(dayRange('d.submit_time', from, to))
    .select((e) => [monthOf('d.submit_time').as('month'), e.fn.countAll<number>().as('value')])
    .groupBy(monthOf('d.submit_time'))
    .execute()

async function waitingDeclarations(k: Kernel, actor: Actor) {
  const now = k.clock.now()
  const { todo, ...dates } = await pressingCounts(k, actor)
  if (todo === 0 && !reviewsFor(actor)) return null
  const desk = await deskOf(k.db, actor)
  // A desk shows what waits first only to who has its permission; to others the address says it, and that no state is chosen.
  const isOwn = reviewPermissions.some((code) => actor.permissions.has(code) && stepDesk(code) === desk)
  const to = isOwn ? desk : `${desk}?todo=true&state=`
  if (todo === 0) return { count: 0, to }
  const reader = await withDelegated(k.db, actor, now)
  const list = await firstOf(k, desk, reviewable(k.db).where(visibleTo(reader)).where(waitsFor(reader)))
  const { held } = await ownWork(k, actor)
  const { overdue, oldest } = dates
  return { count: todo, to, overdue, oldest, note: pressing({ ...dates, held }), first: { title: '最早到期的申报', list } }
}

/** The one with the nearest deadline. */
async function firstOf(k: Kernel, desk: string, found: ReturnType<typeof reviewable>) {
  const rows = await found
    .select(['d.id', 'd.state', 'c.name', 'p.name as project', 'd.submit_time', dueOf.as('due')])
    .orderBy(dueOf, (o) => o.asc().nullsLast())
    .orderBy('d.id')
    .limit(SHOWN)
    .execute()
  const left = await workdaysLeft(k, rows)
  return rows.map((d) => ({
    id: d.id,
    title: d.name,
    about: d.project,
    deadline: d.due,
    workdaysLeft: left(d),
    since: d.submit_time,
    to: `${desk}?id=${d.id}`,
  }))
}

/** How many of the visible declarations each colleague has in hand. */
const inHand = async (k: Kernel, actor: Actor) =>
  heldAsSeen(k.db, await withDelegated(k.db, actor, k.clock.now()))
    .select((e) => ['h.user_name as name', e.fn.countAll<number>().as('count')])
    .groupBy(['h.user_id', 'h.user_name'])
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute()

/** The declarations that this person has in hand. */
async function heldDeclarations(k: Kernel, actor: Actor) {
  const now = k.clock.now()
  const reader = await withDelegated(k.db, actor, now)
  const held = () =>
    reviewable(k.db)
      .where(visibleTo(reader))
      .where('d.id', 'in', heldBy(k.db).where('h.user_id', '=', actor.userId).select('h.declaration_id'))
  const figures = await held()
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e.fn.countAll<number>().filterWhere(dueOf, '<', now.toISOString()).as('overdue'),
      e.fn.min('d.submit_time').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  const desk = await deskOf(k.db, actor)
  const to = `${desk}?todo=&holder=mine`
  return { ...figures, label: '我领取的申报', to, first: { title: '我领取的申报', list: await firstOf(k, desk, held()) } }
}

const UNDER_WAY = ['draft', 'accepting', 'reviewing', 'inspecting', 'assessing', 'deciding', 'returned'] as const

/** A company's declarations that are neither decided nor withdrawn, by the words that it reads. */
async function underWay(k: Kernel, actor: Actor) {
  if (actor.type !== 'QY' || actor.companyId === null) return []
  const rows = await ofCompany(k.db, actor.companyId)
    .where('d.state', 'in', UNDER_WAY)
    .select((e) => [
      'd.state',
      e.fn.countAll<number>().as('count'),
      e.fn.min<string | null>(dueOf).filterWhere('d.state', '=', 'returned').as('due'),
    ])
    .groupBy('d.state')
    .execute()
  return [...Map.groupBy(rows, ({ state }) => declarationStates[state].public)].map(([words, states]) => ({
    title: `政策申报（${words}）`,
    count: states.reduce((sum, { count }) => sum + count, 0),
    deadline: states.find(({ due }) => due !== null)?.due ?? null,
    to: '/work/myProject',
  }))
}

/** A company's declarations in a state in which the company must act. */
const offerOwn = (k: Kernel, state: DeclarationState, shown: { tone: 'back' | 'off'; action: string }): void =>
  offersTodo(k, {
    kind: `own-${state}`,
    group: '政策申报',
    of: (actor) =>
      actor.type === 'QY' && actor.companyId !== null
        ? { label: declarationStates[state].public, to: `/work/myProject?state=${declarationStates[state].code}`, ...shown }
        : null,
    async find(_, actor) {
      const own = ofCompany(k.db, companyOf(actor)).where('d.state', '=', state)
      const { count } = await own.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const rows = await own
        .select(['d.id', 'd.state', 'p.name', 'd.updated_at', dueOf.as('due')])
        .orderBy('d.updated_at', 'desc')
        .orderBy('d.id', 'desc')
        .limit(OF_COMPANY)
        .execute()
      const left = await workdaysLeft(k, rows)
      const list = rows.map((d) => ({
        id: d.id,
        title: d.name,
        about: null,
        deadline: d.due,
        workdaysLeft: left(d),
        since: d.updated_at,
        to: `/page/policyserverdeclare?id=${d.id}`,
      }))
      return { count, first: { title: declarationStates[state].public, list } }
    },
  })
