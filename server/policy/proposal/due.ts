import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { PROPOSAL_STATE } from '../../../contract/policy/proposal-codes.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { eachDue } from '../../kernel/offers/publishing.ts'
import { changing } from '../policy-moves.ts'
import { moveProposal } from './move.ts'

const CALL = 'policy.revision'

/**
 * Puts approved revisions into effect when their day has come. A revision that can no longer take effect is sent back with the reason.
 * Revisions of unpublished policies wait.
 */
export async function takeDueRevisions(k: Kernel): Promise<void> {
  const due = await k.db
    .selectFrom('policy_proposal as r')
    .innerJoin('policy as p', 'p.id', 'r.policy_id')
    .select(['r.id', 'r.version'])
    .where('r.state', '=', PROPOSAL_STATE.waiting)
    .where('r.effective_on', '<=', today(k.clock))
    .where('p.state', '=', POLICY_STATE.published)
    .where('p.deleted', '=', false)
    .orderBy('r.effective_on')
    .orderBy('r.id')
    .limit(500)
    .execute()
  await eachDue(k, due, (one) => {
    const by = (name: 'takeEffect' | 'fail', opinion: string | null = null) =>
      changing(k, (db) => moveProposal(db, k, systemCall(CALL), name, one, opinion))
    return by('takeEffect').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return by('fail', `到期未能生效：${error.message}`)
    })
  })
}
