import type { z } from 'zod'
import type { EvaluationExport, PolicyEvaluation } from '../../contract/policy/follow.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { cut } from '../kernel/lists/page-of.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { policiesOf } from '../policy/index.ts'

/** `by`: who asks; an evaluation is visible to those who manage its policy. */
type Filter = z.output<typeof EvaluationExport> & { by: Actor }

const found = (db: Db, { polInfoId: policyId, ...f }: Filter) =>
  db
    .selectFrom('policy_evaluation as e')
    .innerJoin('policy as p', 'p.id', 'e.policy_id')
    .where(policiesOf(f.by))
    .$if(!!f.keyword, (q) => q.where('p.title', 'ilike', likeText(f.keyword!)))
    .$if(policyId !== undefined, (q) => q.where('e.policy_id', '=', policyId!))
    .$if(f.score !== undefined, (q) => q.where('e.score', '=', f.score!))
    .where(dayRange('e.created_at', f.startTime, f.endTime))
    .$if(f.ids !== undefined, (q) => q.where('e.id', 'in', f.ids!))

const columns = [
  'e.id',
  'e.policy_id as polInfoId',
  'p.title as policyTitle',
  'u.name as userName',
  'u.type as userType',
  'e.score',
  'e.content',
  'e.created_at as createTime',
] as const
const named = (db: Db, f: Filter) => found(db, f).innerJoin('sys_user as u', 'u.id', 'e.user_id')

/** One page, newest first; the total is the sum of `evaluationFigures`. */
export const evaluations = (db: Db, f: Filter): Promise<PolicyEvaluation[]> =>
  cut(named(db, f).select(columns).orderBy('e.created_at', 'desc').orderBy('e.id', 'desc'), f).execute()

export const evaluationsAfter = (db: Db, f: Filter, after: number, limit: number): Promise<PolicyEvaluation[]> =>
  named(db, f).select(columns).where('e.id', '>', after).orderBy('e.id').limit(limit).execute()

/** How many evaluations gave 1, 2, 3, 4 and 5 points. */
export async function evaluationFigures(db: Db, f: Filter): Promise<number[]> {
  const counted = await found(db, f)
    .select(['e.score', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('e.score')
    .execute()
  return [1, 2, 3, 4, 5].map((score) => Number(counted.find((c) => c.score === score)?.n ?? 0))
}
