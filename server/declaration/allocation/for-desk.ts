import type { AllocationForDesk } from '../../../contract/declaration/allocation.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { allocationInWords } from '../../matching/index.ts'
import { requireVisible, visibleTo } from '../access.ts'
import { withDelegated } from '../delegators.ts'
import { reviewable } from '../reviewable.ts'
import { calculate } from './index.ts'

/**
 * The allocation list that binds the decision on a declaration, for its reviewers: the newest frozen version, or a preview. Applicants that
 * this person may not see are counted but not named. Null when the policy has no allocation.
 */
export async function allocationForDesk(k: Kernel, actor: Actor, id: number): Promise<AllocationForDesk | null> {
  const now = k.clock.now()
  await requireVisible(k.db, actor, id, now)
  const project = await k.db
    .selectFrom('declaration as d')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .select(['p.id', 'p.policy_id'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const frozen = await k.db
    .selectFrom('project_allocation')
    .select(['no', 'rule', 'rows'])
    .where('project_id', '=', project.id)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rule, rows } = frozen ?? (await calculate(k, k.db, project))
  if (!rule) return null
  const seen = await reviewable(k.db)
    .where('d.project_id', '=', project.id)
    .where(visibleTo(await withDelegated(k.db, actor, now)))
    .select('d.id')
    .execute()
  const ids = new Set(seen.map((each) => each.id))
  const shown = rows.filter(({ declareId }) => ids.has(declareId))
  return { no: frozen?.no ?? null, way: rule.way, sentence: allocationInWords(rule), rows: shown, hidden: rows.length - shown.length }
}
