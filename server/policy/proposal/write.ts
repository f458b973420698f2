import { PROPOSAL_STATE, proposalStateLabels, type ProposalKind } from '../../../contract/policy/proposal-codes.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { conflict, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../change.ts'
import { dropRevisionFiles } from './revision-files.ts'
import { openStates, writable } from './flow.ts'

/** The proposal of a kind that is not over yet; at most one. */
export const openProposal = (db: Tx, policyId: number, kind: ProposalKind) =>
  db
    .selectFrom('policy_proposal')
    .select(['id', 'state', 'version', 'content', 'created_by_name'])
    .where('policy_id', '=', policyId)
    .where('kind', '=', kind)
    .where('state', 'in', [...openStates])
    .executeTakeFirst()

/**
 * Begins a proposal, or writes the one that is a draft or was sent back anew (then `version` as read is needed, so that two do not write
 * over one another). The policy must be held. Refuses a second one.
 */
export async function writeProposal(
  db: Tx,
  k: Kernel,
  actor: Actor,
  policyId: number,
  kind: ProposalKind,
  version: number | undefined,
  { content, effectiveOn }: { content: unknown; effectiveOn: string | null },
): Promise<{ id: number; version: number; added: boolean }> {
  const now = k.clock.now().toISOString()
  const open = await openProposal(db, policyId, kind)
  if (!open) {
    if (version !== undefined) throw conflict()
    const { id } = await db
      .insertInto('policy_proposal')
      .values({
        policy_id: policyId,
        kind,
        content: JSON.stringify(content),
        effective_on: effectiveOn,
        created_by: actor.userId,
        created_by_name: actor.name,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, version: 1, added: true }
  }
  const name = proposalStateLabels[kind][open.state]
  if (!writable.includes(open.state)) throw refused(`该政策“${name}”，不能再改，请先撤回或等待审核`, 'STATE')
  if (version === undefined)
    throw refused(`该政策已有一份未完成的${kind === 'repeal' ? '废止' : '修订'}（${open.created_by_name ?? '同事'}），请在其上继续`, 'OPEN')
  if (open.version !== version) throw conflict()
  const done = await db
    .updateTable('policy_proposal')
    .set(({ eb }) => ({
      content: JSON.stringify(content),
      effective_on: effectiveOn,
      state: PROPOSAL_STATE.draft,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', open.id)
    .where('version', '=', version)
    .where('state', 'in', [...writable])
    .returning('version')
    .executeTakeFirst()
  if (!done) throw conflict()
  return { id: open.id, version: done.version, added: false }
}

/** With a policy that is deleted go the proposals that are not over yet. */
export async function discardProposals(db: Tx, call: Call, policyId: number, code: string, now: string): Promise<void> {
  const gone = await db
    .updateTable('policy_proposal')
    .set(({ eb }) => ({ state: PROPOSAL_STATE.discarded, version: eb('version', '+', 1), updated_at: now }))
    .where('policy_id', '=', policyId)
    .where('state', 'in', [...openStates])
    .returning(['id', 'kind'])
    .execute()
  for (const { id, kind } of gone) {
    await dropRevisionFiles(db, id)
    await audit(db, call, {
      action: `policy.${kind}.discard`,
      objectType: 'policy',
      objectId: policyId,
      detail: { code, proposal: id, reason: '政策已删除' },
    })
  }
}
