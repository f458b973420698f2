import type { ProposalMove } from '../../../contract/policy/proposal-codes.ts'
import { PROPOSAL_STATE } from '../../../contract/policy/proposal-codes.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing } from '../policy-moves.ts'
import { refuseUnread, type Checked } from '../comparison/review-pair.ts'
import { moveProposal, type Moved } from './move.ts'

interface Asked {
  id: number
  version: number
  action: ProposalMove
  opinion?: string | null | undefined
  checked?: Checked | undefined
}

export async function moveOneProposal(k: Kernel, call: Call, { action, opinion, checked, ...one }: Asked): Promise<Moved> {
  const revised = action === 'approve' ? await pendingRevision(k, one.id) : undefined
  if (revised) await refuseUnread(k, revised.policy_id, checked)
  return changing(k, (db) => moveProposal(db, k, call, action, one, opinion || null))
}

/** A proposal that does not wait for review is refused by the move, with the reason. */
const pendingRevision = (k: Kernel, id: number) =>
  k.db
    .selectFrom('policy_proposal')
    .select('policy_id')
    .where('id', '=', id)
    .where('kind', '=', 'revision')
    .where('state', '=', PROPOSAL_STATE.pending)
    .executeTakeFirst()
