import { reviewCodes } from '../../../contract/identity/access-review.ts'
import { sql } from 'kysely'
import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import type { accessReview } from '../../../contract/identity/access-review.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import { batch } from '../../kernel/jobs/batch.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { rolesChanged } from '../admin/roles-changed.ts'
import { codesHeld, raiseRights } from '../users.ts'
import { reviewFlow, type ReviewStanding } from './flow.ts'
import { closeIfDone } from './reviews.ts'

type Asked = Parsed<typeof accessReview.decide>['body']

/** Decides row by row, each independently. A revoked role is gone with the holder's next call. */
export const decideRows = (k: Kernel, call: Call, actor: Actor, { items, ...asked }: Asked): Promise<BatchResult> =>
  batch(
    items,
    (ids) => namesOf(k, ids),
    (item) => decideOne(k, call, actor, item, asked),
  )

const namesOf = (k: Kernel, ids: number[]) =>
  k.db
    .selectFrom('access_review_row as x')
    .innerJoin('sys_user as u', 'u.id', 'x.user_id')
    .innerJoin('role as r', 'r.id', 'x.role_id')
    .where('x.id', 'in', ids)
    .select(['x.id', sql<string>`u.name || ' · ' || r.name`.as('name')])
    .execute()

async function decideOne(k: Kernel, call: Call, actor: Actor, item: BatchItem, { decision, reason }: Omit<Asked, 'items'>): Promise<void> {
  const outcome = await k.db.transaction().execute(async (db) => {
    const found = await db.selectFrom('access_review_row').select(['user_id', 'review_id']).where('id', '=', item.id).executeTakeFirst()
    if (!found) throw notFound()
    // Every change of a person's roles locks the account first, so that a grant and a review cannot overlap.
    await lockedUser(db, found.user_id)
    const row = (await db
      .selectFrom('access_review_row as x')
      .innerJoin('role as r', 'r.id', 'x.role_id')
      .select(['x.id', 'x.state', 'x.version', 'x.user_id', 'x.role_id', 'x.granted_by', 'r.exclusive_group', 'r.code'])
      .select(sql<number[]>`'{}'::bigint[]`.as('makers'))
      .where('x.id', '=', item.id)
      .forUpdate('x')
      .executeTakeFirstOrThrow()) as ReviewStanding & { code: string }
    const set = { decided_by: actor.userId, decided_at: k.clock.now(), reason }
    const held = db
      .selectFrom('user_role')
      .select(['granted_by', 'makers'])
      .where('user_id', '=', row.user_id)
      .where('role_id', '=', row.role_id)
    const now = await held.executeTakeFirst()
    if (!now && row.state === reviewCodes.code.waiting) {
      await move(db, call, reviewFlow, row, { move: 'lapse', version: row.version, bySystem: true })
      await closeIfDone(db, found.review_id)
      return 'gone'
    }
    // The role may have been granted again or prolonged since the review began: its present makers count.
    const standing = { ...row, ...now }
    const codes = await codesHeld(db, row.user_id)
    const roles = decision === 'revoke' ? { before: codes, after: codes.filter((code) => code !== row.code) } : {}
    const detail = { userId: row.user_id, roleId: row.role_id, ...roles }
    await move(db, call, reviewFlow, standing, { move: decision, version: item.version, reason, set, detail })
    if (decision === 'revoke') {
      await db.deleteFrom('user_role').where('user_id', '=', row.user_id).where('role_id', '=', row.role_id).execute()
      await db.deleteFrom('role_term').where('user_id', '=', row.user_id).where('role_id', '=', row.role_id).execute()
      await db
        .updateTable('sys_user')
        .set((e) => ({ version: e('version', '+', 1) }))
        .where('id', '=', row.user_id)
        .execute()
      await raiseRights(db, [row.user_id])
      await rolesChanged(k, db, call, { userId: row.user_id, before: codes, after: codes.filter((code) => code !== row.code) })
    }
    await closeIfDone(db, found.review_id)
    return decision === 'revoke' ? row.user_id : 'kept'
  })
  if (outcome === 'gone') throw refused('该角色已不再持有，不用复核', 'STATE')
  if (typeof outcome === 'number') forget(k, { users: [outcome] })
}
