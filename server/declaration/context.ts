import type { DeskVerdict, ReviewGround } from '../../contract/declaration/ground.ts'
import type { DeclarationMove, DeclarationState } from '../../contract/declaration.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { contextOf, type Context } from './contexts.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import type { Signer } from './signing.ts'
import { tellOfMove, tellWhenFinal } from './tell.ts'

/** Locks a declaration for the rest of the transaction. A missing, deleted or foreign one throws NOT_FOUND. */
export async function lockDeclaration(db: Db, id: number, owned: (row: DeclarationRecord) => boolean): Promise<Context> {
  const locked = await db
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const row = locked && (await declarationRows(db).where('d.id', '=', id).executeTakeFirst())
  if (!row || !owned(row)) throw notFound('申报不存在或已删除')
  return contextOf(db, row)
}

/** The UPDATE of a move expects the state and version that were read; a lost race throws CONFLICT (architecture §4). */
export async function moveDeclaration(db: Db, row: DeclarationRecord, set: Record<string, unknown>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('declaration')
    .set({ ...set, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('state', '=', row.state)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw conflict()
}

export const officeNameOf = async (db: Db, { officeId }: Pick<Actor, 'officeId'>): Promise<string | null> =>
  officeId === null ? null : ((await db.selectFrom('office').select('name').where('id', '=', officeId).executeTakeFirst())?.name ?? null)

export interface LoggedMove {
  move: DeclarationMove
  to: DeclarationState
  round: number
  opinion?: string | null
  amount?: number | null
  /** the verdict that was shown, and the ground of the pass */
  verdict?: DeskVerdict
  ground?: (ReviewGround & { key: string }) | null
  /** in whose name staff acted; absent: in their own */
  signer?: Pick<Signer, 'officeId' | 'behalf'>
}
/**
 * Writes the timeline row of a move. For staff it holds the office, which the enterprise sees instead of the person. Moves of the
 * enterprise are notified at once, those of staff when they can no longer be revoked.
 */
export async function logMove(db: Db, actor: Actor, row: DeclarationRecord, at: Date, m: LoggedMove): Promise<void> {
  const office = await officeNameOf(db, actor)
  const { id } = await db
    .insertInto('declaration_log')
    .values({
      declaration_id: row.id,
      at,
      side: actor.type === 'YYF' ? 'staff' : 'enterprise',
      actor_id: actor.userId,
      actor_name: actor.name,
      office_name: office,
      move: m.move,
      from_state: row.state,
      to_state: m.to,
      opinion: m.opinion || null,
      round: m.round,
      amount: m.amount ?? null,
      verdict: m.verdict ?? null,
      ground: m.ground ? JSON.stringify(m.ground) : null,
      seen_version: row.version,
      office_id: m.signer ? m.signer.officeId : actor.officeId,
      behalf_of: m.signer?.behalf?.userId ?? null,
      behalf_name: m.signer?.behalf?.name ?? null,
      clock: JSON.stringify({ due_at: row.due_at, days_left: row.days_left, step_due: row.step_due }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (actor.type !== 'YYF') await tellOfMove(db, actor.userId, row, m)
  else if (m.move !== 'revoke') await tellWhenFinal(db, id, at)
}

/** The application period of a project, whether its policy is published, and the first day of the policy's repeal. */
export async function windowOf(
  db: Db,
  projectId: number,
): Promise<{ apply_start: string; apply_end: string; isPublished: boolean; repealed_on: string | null }> {
  const { state, deleted, ...times } = await db
    .selectFrom('project as p')
    .innerJoin('policy as po', 'po.id', 'p.policy_id')
    .select(['p.apply_start', 'p.apply_end', 'po.state', 'po.deleted', 'po.repealed_on'])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { ...times, isPublished: state === POLICY_STATE.published && !deleted }
}
