import type { z } from 'zod'
import type { EvaluationExport, PolicyEvaluation } from '../../contract/policy/follow.ts'
import { addDays } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'

type Filter = z.output<typeof EvaluationExport>
const dayStart = (day: string) => new Date(`${day}T00:00:00+08:00`).toISOString()

const found = (db: Db, f: Filter) =>
  db
    .selectFrom('policy_evaluation as e')
    .innerJoin('policy as p', 'p.id', 'e.policy_id')
    .$if(!!f.keyword, (q) => q.where('p.title', 'ilike', likeText(f.keyword!)))
    .$if(f.polInfoId !== undefined, (q) => q.where('e.policy_id', '=', f.polInfoId!))
    .$if(f.score !== undefined, (q) => q.where('e.score', '=', f.score!))
    .$if(!!f.startTime, (q) => q.where('e.created_at', '>=', dayStart(f.startTime!)))
    .$if(!!f.endTime, (q) => q.where('e.created_at', '<', dayStart(addDays(f.endTime!, 1))))
    .$if(f.ids !== undefined, (q) => q.where('e.id', 'in', f.ids!))

const rows = (db: Db, f: Filter) =>
  found(db, f)
    .innerJoin('sys_user as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      'e.policy_id as polInfoId',
      'p.title as policyTitle',
      'u.name as userName',
      'u.type as userType',
      'e.score',
      'e.content',
      'e.created_at as createTime',
    ])

/** One page, the latest first. */
export const evaluations = (db: Db, f: Filter): Promise<PolicyEvaluation[]> =>
  rows(db, f)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(f.pageSize)
    .offset((f.page - 1) * f.pageSize)
    .execute()

export const evaluationsAfter = (db: Db, f: Filter, after: number, limit: number): Promise<PolicyEvaluation[]> =>
  rows(db, f).where('e.id', '>', after).orderBy('e.id').limit(limit).execute()

/** How many gave 1, 2, 3, 4, 5. */
export async function evaluationFigures(db: Db, f: Filter): Promise<number[]> {
  const counted = await found(db, f)
    .select(['e.score', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('e.score')
    .execute()
  return [1, 2, 3, 4, 5].map((score) => Number(counted.find((c) => c.score === score)?.n ?? 0))
}
