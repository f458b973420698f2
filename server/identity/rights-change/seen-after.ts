import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { startViewing, type Tell } from '../view-as.ts'
import { basisIn, namedOf, whyNot } from './basis.ts'
import { asOf, dayOf, daysToSee } from './days.ts'
import { from, isOpen, locked, type Row } from './rows.ts'

/** The platform as somebody would see it after a change that has not taken effect (ADR 0890). */
export async function viewChange(
  k: Kernel,
  call: Call,
  actor: Actor,
  { changeId, userId, day, reason }: { changeId: number; userId?: number | undefined; day?: string | undefined; reason: string },
  tell: (title: string) => Tell,
) {
  const named = await namedOf(k, await from(k.db).where('x.id', '=', changeId).execute())
  return startViewing(k, call, actor, reason, async (db) => {
    const row = await locked(db, changeId)
    if (!isOpen(row)) throw refused('该申请已经办完，请直接以本人的视角查看', 'STATE')
    const why = whyNot(row, await basisIn(k, db, [row], named))
    if (why !== null) throw refused(`${why}，该申请不能再生效`, 'STALE')
    const person = await whoseEyes(db, row, actor, userId)
    if (!person && userId !== undefined) throw invalidField('userId', '不能以此人的视角预看，请选择持有该角色的在用工作人员')
    if (!person) throw refused('没有可以预看的人：该角色还没有别的工作人员持有', 'STATE')
    return {
      userId: person.id,
      tell: tell(row.title),
      change: { id: row.id, version: row.version, title: row.title, day: seenDay(k, row, day) },
    }
  })
}

/** The day to show: the chosen one, within the terms of the change; else the first on which all of it acts. */
function seenDay(k: Kernel, row: Row, day: string | undefined): string | null {
  const counts = dayOf(k, row)
  const days = daysToSee(counts, asOf(counts, row))
  if (day === undefined || days === null) return days?.usual ?? null
  if (day < days.from || day > days.to) throw invalidField('day', `请选择 ${days.from} 至 ${days.to} 之间的一天`)
  return day
}

/**
 * Whom a change concerns: the person, or one of the staff who hold the role (`userId`; missing: the first). Never the officer and no
 * administrator.
 */
export const whoseEyes = (db: Db, row: Row, actor: Actor, userId?: number): Promise<{ id: number; name: string } | undefined> =>
  db
    .selectFrom('sys_user as u')
    .where('u.enabled', '=', true)
    .where('u.type', '=', 'YYF')
    .where('u.id', '!=', actor.userId)
    .$if(userId !== undefined, (q) => q.where('u.id', '=', userId!))
    .where((e) =>
      row.user_id !== null
        ? e('u.id', '=', row.user_id)
        : e('u.id', 'in', e.selectFrom('user_role').select('user_id').where('role_id', '=', row.role_id)),
    )
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('user_role as x').select('x.role_id').whereRef('x.user_id', '=', 'u.id').where('x.exclusive_group', 'is not', null),
        ),
      ),
    )
    .select(['u.id', 'u.name'])
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
