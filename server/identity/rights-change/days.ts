import { addDays, dateOf, today } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { same, type Given } from './subject.ts'

/** A start further away is forgotten until it comes. */
const FARTHEST_DAYS = 366

export function refuseStart(k: Kernel, startTime: string | null): void {
  if (startTime === null) return
  if (Date.parse(startTime) <= k.clock.now().getTime()) throw invalidField('startTime', '生效时间已过，请另选')
  if (dateOf(new Date(startTime)) > addDays(today(k.clock), FARTHEST_DAYS)) throw invalidField('startTime', '生效时间最晚在一年以内')
}

export function refuseOverBefore(after: Given, startsAt: string | null): void {
  if (startsAt === null || !('terms' in after)) return
  const day = dateOf(new Date(startsAt))
  if (after.terms.some(({ to }) => to < day)) throw invalidField('startTime', '有角色的期限在生效以前就已结束')
}

/** On a later decision or start, terms that have not begun start on that day; a running term keeps its first day. */
export const asOf = (day: string, { before, after }: { before: Given; after: Given }): Given => {
  if (!('terms' in after)) return after
  const runs = (own: (typeof after.terms)[number]) =>
    'terms' in before && before.terms.some(({ roleId, from }) => roleId === own.roleId && from === own.from)
  return { ...after, terms: after.terms.map((own) => (own.from < day && !runs(own) ? { ...own, from: day } : own)) }
}

/**
 * The days whose roles can be looked at before a change of a person's roles acts, and the usual one: the first on which all of it acts. Terms
 * that never run together have none; then it is the day from which the change counts. Null: every day is the same.
 */
export function daysToSee(day: string, after: Given): { from: string; to: string; usual: string } | null {
  if (!('terms' in after)) return null
  const terms = after.terms.filter(({ to }) => to >= day)
  if (terms.length === 0) return null
  const all = terms.reduce((latest, { from }) => (from > latest ? from : latest), day)
  const last = terms.reduce((latest, { to }) => (to > latest ? to : latest), day)
  return { from: day, to: last, usual: terms.every(({ to }) => to >= all) ? all : day }
}

/** Leaves out terms that are over; the others begin anew. */
export const withoutPast = (given: Given, day: string): Given =>
  'roleIds' in given
    ? {
        roleIds: given.roleIds,
        terms: given.terms.filter(({ to }) => to >= day).map((term) => ({ ...term, from: term.from < day ? day : term.from })),
      }
    : given

/** Whether the rights are those on which a change was based; terms that ended by themselves since do not count. */
export const isUnchanged = (now: Given, before: Given, day: string): boolean => same(stillRunning(now, day), stillRunning(before, day))

/** Whether a term of the requested rights is over already. */
export const hasEnded = (after: Given, day: string): boolean =>
  'terms' in after && after.terms.some(({ from, to }) => to < from || to < day)

/** The day from which a change would count: today, or its later start. */
export function dayOf(k: Kernel, { starts_at }: { starts_at: string | null }): string {
  const [day, start] = [today(k.clock), starts_at === null ? '' : dateOf(new Date(starts_at))]
  return start > day ? start : day
}

const stillRunning = (given: Given, day: string): Given =>
  'roleIds' in given ? { ...given, terms: given.terms.filter(({ to }) => to >= day) } : given
