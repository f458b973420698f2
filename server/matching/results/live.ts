import type { LiveResult } from '../../../contract/matching/dry-run.ts'
import { FEW } from '../../../contract/matching/few.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import { crowded } from '../../kernel/errors.ts'
import { fairGate } from '../../kernel/access/queued-admission.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { engine } from '../catalogue.ts'
import { asRule } from '../rule-book.ts'
import type { LiveCounts } from './protocol.ts'
import { runJob } from './run.ts'
import { inForceOf } from './tasks.ts'

/** Time limit for a preview; the thread is stopped afterwards. */
const PATIENCE_MS = 15_000
/** Each run has its own thread, so few run at once, at most one per editor. */
const inTurn = fairGate({ atOnce: 2, queue: 20, own: 3 })

/** The preview of a rule being written: its faults, or its effect on the consenting companies as counts. */
export async function liveRule(
  k: Kernel,
  actor: Actor,
  input: { policyId?: number | undefined; rule: Record<string, unknown> },
): Promise<{ issues: { path: string; message: string }[]; result: LiveResult | null }> {
  const rule = asRule('draft', '草稿', input.rule)
  const issues = engine.validatePolicyRule(rule).map(({ path, message }) => ({ path, message }))
  if (issues.length) return { issues, result: null }
  const place = (await inForceOf(k, input.policyId ?? null))?.place ?? null
  const day = today(k.clock)
  const { live } = await inTurn(String(actor.userId), () =>
    runJob(k, { kind: 'live', day, here: siteArea(k.config), place, rule }, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  ).catch((error: unknown) => {
    throw error instanceof DOMException ? crowded(1) : error
  })
  return { issues, result: live ? told(live, day) : null }
}

const many = (count: number): number | null => (count < FEW ? null : count)
/** This preview writes no access record for the companies, so small counts are hidden (0187). */
function told({ match, near, unknown, min, max, total, companies, outside, conditions }: LiveCounts, asOf: string): LiveResult {
  return {
    match: many(match),
    near: many(near),
    unknown: many(unknown),
    min: match < FEW ? null : min,
    max: match < FEW ? null : max,
    total,
    companies,
    outside: many(outside),
    asOf,
    conditions: conditions.map(({ path, top, plain, met, open, left, only }) => ({
      path,
      top,
      met: many(met),
      open: many(open),
      nobody: plain && met === 0 && open < companies - outside,
      left: top ? many(left) : null,
      only: top ? many(only) : null,
    })),
  }
}
