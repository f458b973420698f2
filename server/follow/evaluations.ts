import type { z } from 'zod'
import type { EvaluationFilter, EvaluationExport, follow, PolicyEvaluation } from '../../contract/policy/follow.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import { maskName } from '../kernel/access/pii.ts'
import { EvaluationExport as ExportFilter } from '../../contract/policy/follow.ts'
import { evaluations, evaluationsAfter, evaluationFigures } from './evaluation-queries.ts'
import { requirePublished } from './favourites.ts'

/** Stores a user's evaluation of a policy; a second one replaces the first. */
export async function evaluate(
  k: Kernel,
  call: Call,
  { polInfoId: policyId, score, content }: Parsed<typeof follow.evaluate>['body'],
): Promise<true> {
  const { userId } = signedIn(call.actor)
  await k.db.transaction().execute(async (db) => {
    await requirePublished(db, policyId)
    const now = k.clock.now()
    await db
      .insertInto('policy_evaluation')
      .values({ user_id: userId, policy_id: policyId, score, content, created_at: now })
      .onConflict((c) => c.columns(['user_id', 'policy_id']).doUpdateSet({ score, content, created_at: now }))
      .execute()
    await audit(db, call, { action: 'policy.evaluate', objectType: 'policy', objectId: policyId, detail: { score } })
  })
  return true
}

export async function myEvaluation(k: Kernel, actor: Actor, policyId: number) {
  const row = await k.db
    .selectFrom('policy_evaluation')
    .select(['score', 'content', 'created_at'])
    .where('user_id', '=', actor.userId)
    .where('policy_id', '=', policyId)
    .executeTakeFirst()
  return row ? { score: row.score, content: row.content, createTime: row.created_at } : null
}

export async function evaluationList(
  k: Kernel,
  by: Actor,
  asked: z.output<typeof EvaluationFilter>,
): Promise<{ total: number; list: PolicyEvaluation[]; average: number | null; byScore: number[] }> {
  const filter = { ...asked, by }
  const byScore = await evaluationFigures(k.db, filter)
  const total = byScore.reduce((sum, n) => sum + n, 0)
  const points = byScore.reduce((sum, n, i) => sum + n * (i + 1), 0)
  return {
    total,
    list: (await evaluations(k.db, filter)).map((row) => ({
      ...row,
      userName: row.userType === 'GR' ? maskName(row.userName) : row.userName,
    })),
    average: total > 0 ? Math.round((points / total) * 100) / 100 : null,
    byScore,
  }
}

export function offerEvaluationExport(k: Kernel): void {
  offersExport<z.output<typeof EvaluationExport>, PolicyEvaluation>(k, 'policyEvaluation', {
    title: '政策评价',
    access: 'policy:read',
    filters: ExportFilter,
    columns: [
      { key: 'policyTitle', title: '政策', width: 50 },
      { key: 'userName', title: '评价人', width: 30, mask: maskName },
      { key: 'score', title: '评分', width: 8 },
      { key: 'content', title: '评价内容', width: 60 },
      { key: 'createTime', title: '评价时间', width: 22 },
    ],
    count: async ({ db, actor: by, filters }) => (await evaluationFigures(db, { ...filters, by })).reduce((sum, n) => sum + n, 0),
    rows: ({ db, actor: by, filters, signal }) =>
      byKeyset(signal, (after, limit) => evaluationsAfter(db, { ...filters, by }, after, limit)),
  })
}
