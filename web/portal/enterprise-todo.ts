import { CLOSING_DAYS } from '../../contract/policy/codes.ts'
import { daysFromTo } from '../../contract/shanghai.ts'

/** A policy for which the company qualifies, as the home page's call returns it. */
export interface MatchedPolicy {
  id: number
  policyTitle: string
  verdict: string
  max: number | null
  applyTo: string | null
}

/** Calendar days in Shanghai from now to a deadline, a day `YYYY-MM-DD` or an instant; null without a deadline. */
export function daysLeft(applyTo: string | null, now: number): number | null {
  const at = applyTo ? Date.parse(applyTo.length === 10 ? `${applyTo}T00:00:00+08:00` : applyTo) : Number.NaN
  if (Number.isNaN(at)) return null
  return daysFromTo(now, at)
}

/** Policies that close within CLOSING_DAYS days, soonest first. */
export const closingSoon = <P extends { applyTo: string | null }>(policies: readonly P[], now: number): (P & { days: number })[] =>
  policies
    .flatMap((p) => {
      const days = daysLeft(p.applyTo, now)
      return days !== null && days >= 0 && days <= CLOSING_DAYS ? [{ ...p, days }] : []
    })
    .sort((a, b) => a.days - b.days)
