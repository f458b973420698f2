import type { TestApp } from '../../kernel/testing/harness.ts'

const versionIn = async (app: TestApp, table: 'policy' | 'policy_proposal', id: number): Promise<number> =>
  (await app.kernel.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1

/** A review of a policy as it stands. */
export const reviewAsItStands = async (app: TestApp, who: string, id: number, reviewState: string, reviewOpinion?: string) =>
  app.as(who).post('/pol/info/updateReviewState', { id, version: await versionIn(app, 'policy', id), reviewState, reviewOpinion })

/** A move of a proposal as it stands. */
export const moveAsItStands = async (app: TestApp, who: string, id: number, action: string, opinion?: string) =>
  app.as(who).post('/pol/proposal/move', {
    id,
    version: await versionIn(app, 'policy_proposal', id),
    action,
    ...(opinion ? { opinion } : {}),
  })
