import { activityFacts } from '../../contract/training/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { during, type Span } from './clashes.ts'
import { involves } from './own-enrolments.ts'

/** Activities at the same time in which this person (or their company) is enrolled. */
export async function ownClashes(k: Kernel, actor: Actor | null, row: Span) {
  if (!actor || actor.type === 'YYF' || Date.parse(row.end_at) <= k.clock.now().getTime()) return []
  return during(k.db, row).where('a.state', '=', activityFacts.code.passed).where(involves(actor)).execute()
}
