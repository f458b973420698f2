import { DECISION_UNDO_S, declarationMoves, declarationStates, type DeclarationMove } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { requireVisible } from './access.ts'
import { voidDeclared } from './allowance/of-declaration.ts'
import { lockDeclaration, logMove, moveDeclaration } from './context.ts'
import { undo } from './flow.ts'
import type { DeclarationRecord } from './queries.ts'

/** Moves of reviewers; a submission by the service window is not one of them. */
const decisions: readonly DeclarationMove[] = ['pass', 'countersign', 'refuse', 'back']
/** The last event of a declaration, when it is a decision that is still valid. */
async function lastDecision(db: Db, id: number) {
  const last = await db
    .selectFrom('declaration_log')
    .selectAll()
    .where('declaration_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && last.side === 'staff' && decisions.includes(last.move) && !last.revoked_at ? last : null
}
const endOf = (at: string) => new Date(Date.parse(at) + DECISION_UNDO_S * 1000)

/** The move that this reviewer may still revoke, for the button that offers it. */
export async function undoableBy(k: Kernel, actor: Actor, row: Pick<DeclarationRecord, 'id'>) {
  const last = await lastDecision(k.db, row.id)
  if (!last || last.actor_id !== actor.userId || k.clock.now() > endOf(last.at)) return null
  return { actionName: declarationMoves[last.move], until: endOf(last.at).toISOString() }
}

/**
 * Revokes the user's own decision (ADR 0062): the declaration returns to its earlier state, requested corrections are deleted, and nobody
 * was notified yet. The version check lets a colleague or the enterprise win who acted in between.
 */
export async function revoke(k: Kernel, call: Call, actor: Actor, input: { id: number; version: number }) {
  await requireVisible(k.db, actor, input.id, k.clock.now())
  return k.db.transaction().execute(async (db) => {
    const { row, steps } = await lockDeclaration(db, input.id, () => true)
    if (row.version !== input.version) throw conflict('该申报已有新的处理，不能撤回')
    const last = await lastDecision(db, row.id)
    const transition = last && undo(steps, row.state, { from: last.from_state, to: last.to_state })
    if (!last || !transition) throw refused('没有可以撤回的处理')
    if (last.actor_id !== actor.userId) throw forbidden('只能撤回本人刚才的处理')
    const at = k.clock.now()
    if (at > endOf(last.at)) throw refused(`已超过 ${DECISION_UNDO_S} 秒，不能撤回`, 'TOO_LATE')
    if (row.state === 'refused' && (await hasAnother(db, row))) throw refused('企业已重新申报，不能撤回')
    if (row.state === 'approved') await voidDeclared(k, db, call, row.id)
    await moveDeclaration(db, row, {
      state: last.from_state,
      updated_at: at,
      ...last.clock,
      ...(row.state === 'approved' ? { approved_amount: null } : {}),
      ...(row.state === 'returned' ? { unlocked: null, correction_due: null } : {}),
    })
    if (row.state === 'returned')
      await db.deleteFrom('declaration_correction').where('declaration_id', '=', row.id).where('round', '=', row.round).execute()
    await db.updateTable('declaration_log').set({ revoked_at: at }).where('id', '=', last.id).execute()
    await logMove(db, actor, row, at, { move: 'revoke', to: last.from_state, round: row.round })
    await audit(db, call, {
      action: 'declaration.revoke',
      objectType: 'declaration',
      objectId: row.id,
      detail: { declareNo: row.declare_no, from: row.state, to: last.from_state, taken: last.move },
    })
    const state = declarationStates[last.from_state]
    return { id: row.id, state: state.code, stateName: state.internal, version: row.version + 1 }
  })
}

/** A refusal frees the company's one place in the project; the company may have declared again meanwhile. */
const hasAnother = async (db: Db, row: DeclarationRecord): Promise<boolean> =>
  (await db
    .selectFrom('declaration')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('project_id', '=', row.project_id)
    .where('id', '<>', row.id)
    .where('state', '<>', 'refused')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined
