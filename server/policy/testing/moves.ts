import type { ReviewPair } from '../../../contract/policy/compare.ts'
import type { TestApp } from '../../kernel/testing/harness.ts'

const versionIn = async (app: TestApp, table: 'policy' | 'policy_proposal', id: number): Promise<number> =>
  (await app.kernel.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1

/** What a reviewer who has read every changed section says with a pass. */
export async function checkedOf(app: TestApp, who: string, policyId: number): Promise<{ hash: string; sections: string[] } | undefined> {
  const pair = (await app.as(who).get<ReviewPair>('/pol/info/reviewPair', { id: policyId })).body.data
  return pair && { hash: pair.hash, sections: pair.sections.filter((s) => s.changes > 0).map((s) => s.key) }
}

/** A review of a policy as it stands; who passes it has read everything. */
export const reviewAsItStands = async (app: TestApp, who: string, id: number, reviewState: string, reviewOpinion?: string) =>
  app.as(who).post('/pol/info/updateReviewState', {
    id,
    version: await versionIn(app, 'policy', id),
    reviewState,
    reviewOpinion,
    ...(reviewState === 'pass' ? { checked: await checkedOf(app, who, id) } : {}),
  })

/** A move of a proposal as it stands; who approves a revision has read everything. */
export async function moveAsItStands(app: TestApp, who: string, id: number, action: string, opinion?: string) {
  const found = await app.kernel.db.selectFrom('policy_proposal').select('policy_id').where('id', '=', id).executeTakeFirst()
  return app.as(who).post('/pol/proposal/move', {
    id,
    version: await versionIn(app, 'policy_proposal', id),
    action,
    ...(opinion ? { opinion } : {}),
    ...(action === 'approve' && found ? { checked: await checkedOf(app, who, found.policy_id) } : {}),
  })
}
