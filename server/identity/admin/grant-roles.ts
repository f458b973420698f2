import type { Parsed } from '../../../contract/endpoint.ts'
import type { users } from '../../../contract/identity/users.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { addDays, today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'
import { forget } from '../authenticate.ts'
import { setTerms, type Term } from './role-terms.ts'
import { setRoles } from '../users.ts'
import { rolesByTwo } from './by-two.ts'
import { keepRights, keptRoles } from './kept-rights.ts'
import { makersAfter, setMakers } from './grant-makers.ts'
import { lockedUser } from './locked-user.ts'
import { rolesChanged } from './roles-changed.ts'

const hearing = givenPerKernel<(db: Db, userId: number) => Promise<unknown>>()
/** Called for each person whose roles were set, in the transaction. For a domain that depends on this one. */
export const hearsGrants = hearing.give

/** Nobody grants roles to themselves (C-06), and the three administrators are only appointed on the command line. */
export async function grantRoles(k: Kernel, call: Call, asked: Parsed<typeof users.saveRoles>['body']): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    await rolesByTwo(k, db, asked)
    await applyRoles(k, db, call, asked)
  })
  forget(k, { users: [asked.id] })
  return true
}

/** The same in the caller's transaction; `proposedBy`: who requested it of the actor. Call `forget` after the commit. */
export async function applyRoles(
  k: Kernel,
  db: Db,
  call: Call,
  { id, version, roleIds, terms: asked }: Parsed<typeof users.saveRoles>['body'],
  proposedBy: number | null = null,
): Promise<void> {
  if (id === call.actor?.userId) throw refused('不能给自己授予角色，请由另一位安全管理员办理', 'OWN_WORK')
  const day = today(k.clock)
  const terms = asked.map(({ roleId, from, to }) => ({ roleId, from: from ?? day, to }))
  const now = new Set([...roleIds, ...terms.filter(({ from }) => from <= day).map(({ roleId }) => roleId)])
  const all = [...roleIds, ...terms.map(({ roleId }) => roleId)]
  const user = await lockedUser(db, id)
  if (user.type !== 'YYF') throw refused('企业和个人的角色由其身份决定，不能另行授予')
  if (user.version !== version) throw conflict()
  const running = await db.selectFrom('role_term').select(['role_id', 'starts_on', 'ends_on']).where('user_id', '=', id).execute()
  refuseTerms(terms, roleIds, (term) =>
    running.some((own) => own.role_id === term.roleId && own.starts_on === term.from) ? term.from : day,
  )
  const roles = await db
    .selectFrom('role')
    .selectAll()
    .where('id', 'in', [0, ...all])
    .execute()
  if (roles.length !== new Set(all).size) throw invalidField('roleIds', '所选角色不存在或已被删除')
  const wrong = roles.find((role) => role.code === 'enterprise' || role.code === 'individual')
  if (wrong) throw invalidField('roleIds', `${wrong.name}由身份决定，不能授予工作人员`)
  const held = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .where('ur.user_id', '=', id)
    .select(['r.id', 'r.code', 'r.exclusive_group'])
    .execute()
  if (held.some((role) => role.exclusive_group !== null) || roles.some((role) => role.exclusive_group !== null))
    throw refused('系统、安全、审计管理员的任免须在服务器上办理，这里不能授予或变更', 'EXCLUSIVE_ROLES')
  const former = await keptRoles(db, id)
  const makers = await makersAfter(db, id, { roleIds, terms, day, by: proposedBy ?? call.actor!.userId })
  await setRoles(
    db,
    id,
    roles.filter((role) => now.has(role.id)).map((role) => role.code),
    call.actor!.userId,
  )
  await setMakers(db, id, makers)
  await setTerms(db, id, terms, call.actor!.userId, makers)
  // Without the person's name: a change outlives the account.
  await keepRights(db, call, 'userRoles', id, { name: '授予的角色', before: former, after: await keptRoles(db, id) })
  await db
    .updateTable('sys_user')
    .set((e) => ({ version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await hearing.of(k)?.(db, id)
  const before = held.map((role) => role.code).sort()
  const after = roles
    .filter((role) => now.has(role.id))
    .map((role) => role.code)
    .sort()
  const ends = {
    before: new Map(held.map((role) => [role.id, running.find((term) => term.role_id === role.id)?.ends_on ?? null])),
    after: new Map(roles.map((role) => [role.id, terms.find((term) => term.roleId === role.id)?.to ?? null])),
  }
  await rolesChanged(k, db, call, { userId: id, before, after, ends })
  await audit(db, call, {
    action: 'user.roles',
    objectType: 'user',
    objectId: id,
    detail: { before, after, ...(terms.length > 0 ? { terms } : {}) },
  })
}

const LONGEST_DAYS = 366

/** `earliest`: a running term keeps its first day, another one begins today or later. */
function refuseTerms(terms: readonly Term[], permanent: readonly number[], earliest: (term: Term) => string): void {
  for (const [i, term] of terms.entries()) {
    const { roleId, from, to } = term
    if (from < earliest(term)) throw invalidField(`terms.${i}.from`, '开始日期不能早于今天')
    if (to < from) throw invalidField(`terms.${i}.to`, '结束日期不能早于开始日期')
    if (to > addDays(from, LONGEST_DAYS)) throw invalidField(`terms.${i}.to`, '期限最长一年，更长的请长期授予')
    if (permanent.includes(roleId) || terms.some((other, n) => n < i && other.roleId === roleId))
      throw invalidField(`terms.${i}.roleId`, '同一角色不能既长期又限期授予')
  }
}
