import type { BindingRow } from '../../contract/binding.ts'
import type { DeclarationRow } from '../../contract/declaration.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { daysFromTo } from '../../contract/shanghai.ts'

export const CLOSING_DAYS = 7

/** A policy that my company qualifies for, as the home call tells it. */
export interface MatchedPolicy {
  id: number
  policyTitle: string
  verdict: string
  max: number | null
  applyTo: string | null
}

/** Calendar days in Shanghai from now to an application day `YYYY-MM-DD` or instant; null without one. */
export function daysLeft(applyTo: string | null, now: number): number | null {
  const at = applyTo ? Date.parse(applyTo.length === 10 ? `${applyTo}T00:00:00+08:00` : applyTo) : Number.NaN
  if (Number.isNaN(at)) return null
  return daysFromTo(now, at)
}

/** Open for at most a week more, soonest first. */
export const closingSoon = <P extends { applyTo: string | null }>(policies: readonly P[], now: number): (P & { days: number })[] =>
  policies
    .flatMap((p) => {
      const days = daysLeft(p.applyTo, now)
      return days !== null && days >= 0 && days <= CLOSING_DAYS ? [{ ...p, days }] : []
    })
    .sort((a, b) => a.days - b.days)

export interface EnterpriseTodo {
  key: string
  kind: string
  name: string
  deadline: string | null
  action: string
  to: string
}

/** What waits for the company: what was sent back first, then what it has not finished. */
export const declarationTodos = (returned: readonly DeclarationRow[], drafts: readonly DeclarationRow[]): EnterpriseTodo[] => [
  ...returned.map((d) => ({
    key: `r${d.id}`,
    kind: declarationStates.returned.public,
    name: d.projectName,
    deadline: d.deadline,
    action: '去补正',
    to: declareAddress(d),
  })),
  ...drafts.map((d) => ({
    key: `d${d.id}`,
    kind: declarationStates.draft.public,
    name: d.projectName,
    deadline: d.deadline,
    action: '继续填写',
    to: declareAddress(d),
  })),
]
/** Lists of subsidies without application that wait for the company's answer. */
export const directTodos = (rows: readonly { id: number; title: string; publicTo: string }[]): EnterpriseTodo[] =>
  rows.map((r) => ({
    key: `x${r.id}`,
    kind: '免申即享',
    name: r.title,
    deadline: r.publicTo,
    action: '去确认',
    to: `/work/myDirect?id=${r.id}`,
  }))
/** People who ask to act for the company and wait for its answer. */
export const bindingTodos = (rows: readonly Pick<BindingRow, 'id' | 'userName' | 'position'>[]): EnterpriseTodo[] =>
  rows.map((r) => ({
    key: `b${r.id}`,
    kind: '绑定申请',
    name: `${r.userName}（${r.position}）申请绑定本企业`,
    deadline: null,
    action: '去审核',
    to: '/work/personalCompany?state=0',
  }))
const declareAddress = (d: { id: number }) => `/page/policyserverdeclare?id=${d.id}`

/** The enterprise reads one word for two steps of the review: they count together, and such a sum has no single state to filter by. */
export function byLabel(
  counts: readonly { state: number; label: string; count: number }[],
): { state: number | null; label: string; count: number }[] {
  return [...new Set(counts.map((c) => c.label))].map((label) => {
    const same = counts.filter((c) => c.label === label)
    return { label, count: same.reduce((n, c) => n + c.count, 0), state: same.length === 1 ? same[0]!.state : null }
  })
}
