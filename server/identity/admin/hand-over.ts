import type { HandOverList, Taker } from '../../../contract/identity/users.ts'
import { permissions, type PermissionCode } from '../../../contract/permissions.ts'
import { lockColleagues } from '../../kernel/access/colleagues.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { endOfStaff, handOvers, type Colleague, type HandOver } from '../../kernel/offers/hand-overs.ts'
import { forget } from '../authenticate.ts'
import { setAccountEnabled } from '../users.ts'
import { refuseDisabling } from './administrator-log-in.ts'
import { gone, lockedUser } from './locked-user.ts'

interface Waiting {
  kind: HandOver
  ids: number[]
}
async function waitingFor(k: Kernel, db: Db, userId: number): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const kind of handOvers(k)) {
    const ids = await kind.waiting(db, userId)
    if (ids.length > 0) found.push({ kind, ids })
  }
  return found
}

/** The work assigned to a person, who may take it, and the rights that nobody else in the office holds. */
export async function handOverOf(k: Kernel, id: number): Promise<HandOverList> {
  const user = await k.db
    .selectFrom('sys_user')
    .select(['id', 'office_id'])
    .where('id', '=', id)
    .where('type', '=', 'YYF')
    .executeTakeFirst()
  if (!user) throw gone()
  const items: HandOverList['items'] = []
  for (const { kind, ids } of await waitingFor(k, k.db, id)) {
    const takers = await kind.takers(k.db, id, ids)
    items.push({
      kind: kind.kind,
      title: kind.title,
      count: ids.length,
      otherwise: kind.otherwise ?? null,
      takers: await named(k.db, takers),
    })
  }
  return { items, alone: await heldAlone(k.db, id, user.office_id) }
}

const named = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', 'in', [0, ...ids])
    .select(['u.id', 'u.name', 'o.name as officeName'])
    .orderBy('o.sort')
    .orderBy('u.id')
    .execute()

async function heldAlone(db: Db, id: number, officeId: number | null): Promise<string[]> {
  const rightsOf = db
    .selectFrom('user_role as ur')
    .innerJoin('role_permission as p', 'p.role_id', 'ur.role_id')
    .innerJoin('sys_user as u', 'u.id', 'ur.user_id')
    .select('p.permission')
    .distinct()
  const rows = await rightsOf
    .where('u.id', '=', id)
    .where(
      'p.permission',
      'not in',
      rightsOf
        .where('u.id', '<>', id)
        .where('u.enabled', '=', true)
        .where((e) => (officeId === null ? e('u.office_id', 'is', null) : e('u.office_id', '=', officeId))),
    )
    .orderBy('p.permission')
    .execute()
  return rows.flatMap(({ permission }) => permissions[permission as PermissionCode]?.name ?? [])
}

/** Disables an account after all work assigned to the person went to the named colleagues, in one transaction. */
export async function disableUser(k: Kernel, call: Call, { id, takers }: { id: number; takers: readonly Taker[] }): Promise<true> {
  if (id === call.actor?.userId) throw refused('不能停用自己的账号')
  await k.db.transaction().execute(async (db) => {
    const user = await lockedWithTakers(db, id, takers)
    await refuseDisabling(db, id)
    await giveAway(k, db, call, user, takers, true)
    await endOfStaff(k, db, id)
    await setAccountEnabled(k, db, call, id, false)
  })
  forget(k, { users: [id] })
  return true
}

/** The account, locked with those of the colleagues who are to take over. */
export async function lockedWithTakers(db: Db, id: number, takers: readonly Taker[] | undefined) {
  await lockColleagues(db, takers?.map(({ userId }) => userId) ?? [], id)
  return lockedUser(db, id)
}

/**
 * Refuses a change that would leave work assigned to an unused account. `moves`: the person stays and only has to have seen the list, so
 * that work which others may take anyway counts too.
 */
export async function refuseWaiting(k: Kernel, db: Db, userId: number, { moves = false } = {}): Promise<void> {
  const waiting = (await waitingFor(k, db, userId)).filter(({ kind }) => moves || kind.otherwise === undefined)
  if (waiting.length > 0)
    throw refused(`名下还有${waiting.map(({ kind, ids }) => `${kind.title} ${ids.length} 件`).join('、')}，请先说明由谁接手`, 'HAND_OVER')
}

/**
 * Passes the assigned work on to the named colleagues, kind by kind. `all`: nothing may be left that needs a named person. The caller has called `lockedWithTakers`.
 */
export async function giveAway(k: Kernel, db: Db, call: Call, from: Colleague, takers: readonly Taker[], all: boolean): Promise<void> {
  const given: { title: string; count: number; userId: number }[] = []
  for (const { kind, ids } of await waitingFor(k, db, from.id)) {
    const at = takers.findIndex((one) => one.kind === kind.kind)
    if (at === -1 && (!all || kind.otherwise !== undefined)) continue
    const able = await kind.takers(db, from.id, ids)
    if (able.length === 0)
      throw refused(`${kind.title}（${ids.length} 件）没有其他人可以接手，请先由安全管理员授予一位同事权限`, 'NOBODY_TAKES')
    if (at === -1) throw refused(`请选择由谁接手${kind.title}（${ids.length} 件）`, 'HAND_OVER')
    const { userId } = takers[at]!
    if (!able.includes(userId)) throw invalidField(`takers.${at}.userId`, `请选择能接手${kind.title}的同事`)
    const { id, name } = await db.selectFrom('sys_user').select(['id', 'name']).where('id', '=', userId).executeTakeFirstOrThrow()
    await kind.give(db, call, ids, from, { id, name })
    given.push({ title: kind.title, count: ids.length, userId: id })
  }
  if (given.length > 0) await audit(db, call, { action: 'user.handOver', objectType: 'user', objectId: from.id, detail: { given } })
}
