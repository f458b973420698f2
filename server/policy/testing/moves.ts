import type { ReviewPair } from '../../../contract/policy/compare.ts'
import type { TestApp } from '../../kernel/testing/harness.ts'

const versionIn = async (app: TestApp, table: 'policy' | 'policy_proposal', id: number): Promise<number> =>
  (await app.kernel.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1

/** The confirmation of a reviewer who has read every changed section. */
export async function checkedOf(app: TestApp, who: string, policyId: number): Promise<{ hash: string; sections: string[] } | undefined> {
  const pair = (await app.as(who).get<ReviewPair>('/pol/info/reviewPair', { id: policyId })).body.data
  return pair && { hash: pair.hash, sections: pair.sections.filter((s) => s.changes > 0).map((s) => s.key) }
}

/** Reviews a policy at its current version; an approval confirms all sections. */
export const reviewAsItStands = async (app: TestApp, who: string, id: number, reviewState: string, reviewOpinion?: string) =>
  app.as(who).post('/pol/info/updateReviewState', {
    id,
    version: await versionIn(app, 'policy', id),
    reviewState,
    reviewOpinion,
    ...(reviewState === 'pass' ? { checked: await checkedOf(app, who, id) } : {}),
  })

/** Moves a proposal at its current version; an approval of a revision confirms all sections. */
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
