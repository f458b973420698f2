import { audit, systemCall } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { codesHeld, raiseRights } from '../users.ts'
import type { Makers } from './grant-makers.ts'
import { rolesChanged } from './roles-changed.ts'

export interface Term {
  roleId: number
  from: string
  to: string
}

/** Replaces the roles that a person holds for a limited time. */
export async function setTerms(db: Db, userId: number, terms: readonly Term[], grantedBy: number, makers: Makers): Promise<void> {
  await db.deleteFrom('role_term').where('user_id', '=', userId).execute()
  if (terms.length > 0)
    await db
      .insertInto('role_term')
      .values(
        terms.map(({ roleId, from, to }) => ({
          user_id: userId,
          role_id: roleId,
          starts_on: from,
          ends_on: to,
          granted_by: grantedBy,
          makers: makers.get(roleId) ?? [grantedBy],
        })),
      )
      .execute()
}

/** Starts roles on their first day and ends them after their last; the rights change with the holder's next call. */
export async function keepTerms(k: Kernel): Promise<void> {
  const day = today(k.clock)
  const call = systemCall('role.term')
  const touched = await k.db.transaction().execute(async (db) => {
    const tell = async (action: string, { user_id: userId, role_id: roleId }: { user_id: number; role_id: number }, before: string[]) => {
      const after = await codesHeld(db, userId)
      await rolesChanged(k, db, call, { userId, before, after })
      await audit(db, call, { action, objectType: 'user', objectId: userId, detail: { roleId, before, after } })
    }
    const over = await db.deleteFrom('role_term').where('ends_on', '<', day).returningAll().execute()
    for (const term of over) {
      const before = await codesHeld(db, term.user_id)
      await db.deleteFrom('user_role').where('user_id', '=', term.user_id).where('role_id', '=', term.role_id).execute()
      await tell('role.end', term, before)
    }
    const begun = await db
      .selectFrom('role_term as t')
      .leftJoin('user_role as ur', (j) => j.onRef('ur.user_id', '=', 't.user_id').onRef('ur.role_id', '=', 't.role_id'))
      .where('t.starts_on', '<=', day)
      .where('ur.role_id', 'is', null)
      .select(['t.user_id', 't.role_id', 't.granted_by', 't.makers'])
      .execute()
    for (const term of begun) {
      const before = await codesHeld(db, term.user_id)
      await db
        .insertInto('user_role')
        .values({ ...term, granted_at: k.clock.now() })
        .onConflict((c) => c.doNothing())
        .execute()
      await tell('role.begin', term, before)
    }
    const users = [...new Set([...over, ...begun].map((term) => term.user_id))]
    await raiseRights(db, users)
    return users
  })
  if (touched.length > 0) forget(k, { users: touched })
}

/** `further`: what else takes effect by the clock, after the terms. */
export const watchTerms = (k: Kernel, further: () => Promise<void>): void =>
  recurring(k, { name: 'identity.terms', title: '限期角色的生效与收回', cron: '* * * * *' }, async () => {
    await keepTerms(k)
    await further()
  })
