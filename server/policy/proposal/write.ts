import { proposalStateLabels, type ProposalKind } from '../../../contract/policy/proposal-codes.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { conflict, refused } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { handled } from '../../system/index.ts'
import type { Tx } from '../policy-moves.ts'
import { openStates, proposalFlow, writable } from './flow.ts'
import { dropRevisionFiles } from './revision-files.ts'
import { isLater } from './proposal-row.ts'

const COLUMNS = [
  'id',
  'policy_id as policyId',
  'kind',
  'state',
  'version',
  'content',
  'effective_on as effectiveOn',
  'submitted_by as submittedBy',
  'created_by',
  'created_by_name',
] as const

/** A proposal with everything that decides about its moves; undefined when it does not exist. */
export async function findProposal(db: Tx, k: Kernel, id: number) {
  const row = await db.selectFrom('policy_proposal').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && standingOf(k, row)
}
const standingOf = <R extends { kind: ProposalKind; effectiveOn: string | null }>(k: Kernel, row: R) => ({
  ...row,
  review: k.config.POLICY_REVIEW,
  later: isLater(k, row),
})
export type ProposalRecord = NonNullable<Awaited<ReturnType<typeof findProposal>>>

/** The open proposals of a policy. */
const openOf = (db: Tx, policyId: number) =>
  db
    .selectFrom('policy_proposal')
    .select(COLUMNS)
    .where('policy_id', '=', policyId)
    .where('state', 'in', [...openStates])
/** The open proposal of a kind; there is at most one. */
export const openProposal = (db: Tx, policyId: number, kind: ProposalKind) =>
  openOf(db, policyId).where('kind', '=', kind).executeTakeFirst()

interface Written {
  content: unknown
  effectiveOn: string | null
  /** for the audit row */
  detail: Record<string, unknown>
}

/**
 * Creates a proposal, or changes one that is a draft or was sent back (then `version` is required, so that two editors do not overwrite
 * each other). The policy must be locked. Refuses a second open proposal.
 */
export async function writeProposal(
  db: Tx,
  k: Kernel,
  call: Call,
  policyId: number,
  kind: ProposalKind,
  version: number | undefined,
  { content, effectiveOn, detail }: Written,
): Promise<{ id: number; version: number }> {
  const actor = signedIn(call.actor)
  const open = await openProposal(db, policyId, kind)
  if (!open) {
    if (version !== undefined) throw conflict()
    const now = k.clock.now().toISOString()
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
    await audit(db, call, { action: `policy.${kind}.save`, objectType: 'policy', objectId: policyId, detail: { ...detail, proposal: id } })
    return { id, version: 1 }
  }
  const name = proposalStateLabels[kind][open.state]
  if (!writable.includes(open.state)) throw refused(`该政策“${name}”，不能再改，请先撤回或等待审核`, 'STATE')
  if (version === undefined)
    throw refused(`该政策已有一份未完成的${kind === 'repeal' ? '废止' : '修订'}（${open.created_by_name ?? '同事'}），请在其上继续`, 'OPEN')
  const saved = await move(db, call, proposalFlow, standingOf(k, open), {
    move: 'save',
    version,
    set: { content: JSON.stringify(content), effective_on: effectiveOn },
    detail: { ...detail, proposal: open.id },
  })
  return { id: open.id, version: saved.version }
}

/** The key that the notices of a proposal under review wait for. */
export const reviewWait = (id: number): string => `review:proposal:${id}`

/** Discards the open proposals of a policy that is deleted. */
export async function discardProposals(db: Tx, k: Kernel, call: Call, policyId: number, code: string): Promise<void> {
  for (const row of await openOf(db, policyId).execute()) {
    const detail = { code, proposal: row.id }
    await move(db, call, proposalFlow, standingOf(k, row), {
      move: 'discard',
      version: row.version,
      bySystem: true,
      reason: '政策已删除',
      detail,
    })
    await dropRevisionFiles(db, row.id)
    await handled(db, k, reviewWait(row.id))
  }
}
