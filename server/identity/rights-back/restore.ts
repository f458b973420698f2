import type { Parsed } from '../../../contract/endpoint.ts'
import type { rightsBack } from '../../../contract/identity/rights-back.ts'
import { isPermissionCode } from '../../../contract/permissions.ts'
import { quoted } from '../../../contract/quoted.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { AppError, conflict, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changesMoved } from '../../kernel/way-back.ts'
import { forget } from '../authenticate.ts'
import { applyRule, dropRule, saveRule } from '../admin/data-rules.ts'
import { grantRoles } from '../admin/grant-roles.ts'
import type { KeptRole, KeptRoles } from '../admin/kept-rights.ts'
import { applyRole, changeable, saveRole } from '../admin/roles.ts'
import { refuseUnknown } from '../admin/rule-words.ts'
import { submitChange } from '../rights-change/changes.ts'
import { withoutPast } from '../rights-change/days.ts'
import { linesOf, type Asked } from '../rights-change/subject.ts'
import { asKept, hasWayBack, keptFrom, resourceOf, ruleNow, versionNow, type Kept } from './history.ts'

type Wish = Parsed<typeof rightsBack.restore>['body']
type Of<K extends Kept['kind']> = Extract<Kept, { kind: K }>

/**
 * Restores what was before a change, by the use case that saves it by hand: its checks, notices and audit are the same. Where one officer alone
 * may not give so much (RIGHTS_REVIEW), the state is requested from a colleague.
 */
export async function restoreRights(k: Kernel, call: Call, actor: Actor, { id, version, reason }: Wish) {
  const row = await keptFrom(k.db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('该修改记录不存在')
  const kept = asKept(row)
  if (!hasWayBack(kept)) throw refused('新增以前没有这个角色，不需要的请删除', 'STATE')
  if ((await versionNow(k.db, kept)) !== version) throw conflict()
  const change = await plan(k, kept)
  try {
    await restore(k, call, kept, change, version)
    return { requested: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'TWO_OFFICERS' && change) {
      const said = reason || `恢复到 ${shanghaiTime(Date.parse(kept.at)).replace('T', ' ')} 修改以前的样子`
      return { requested: (await submitChange(k, call, actor, { change, reason: said, startTime: null })).id }
    }
    // There is no field here at which the reason could stand.
    throw error.fields ? refused(`不能恢复：${error.fields[0]?.message ?? error.message}`) : error
  }
}

/** The state as one would ask for it by hand; what has been deleted since is named. */
async function plan(k: Kernel, kept: Kept): Promise<Asked> {
  if (kept.kind === 'role') return { roleId: kept.rowId, ...(await rightsIn(k, kept.before!)) }
  if (kept.kind === 'userRoles') return { userId: kept.rowId, ...(await rolesIn(k, kept.before!)) }
  const rule = kept.before?.rule ?? null
  return {
    roleId: kept.rowId,
    resource: resourceOf(kept),
    rule: rule && { scope: rule.scope, officeIds: [...rule.officeIds], lines: linesOf(rule.lines) },
  }
}
const refuseGone = (what: string, names: readonly string[]) => {
  if (names.length > 0) throw refused(`不能恢复：${what}${names.map(quoted).join('、')}已被删除`, 'GONE')
}
async function rightsIn(k: Kernel, { permissions, menus }: KeptRole) {
  const codes = permissions.filter(isPermissionCode)
  refuseGone(
    '权限',
    permissions.filter((code) => !isPermissionCode(code)),
  )
  const there = await k.db
    .selectFrom('menu')
    .select('id')
    .where('id', 'in', [0, ...menus.map(({ id }) => id)])
    .execute()
  const missing = menus.filter((menu) => !there.some(({ id }) => id === menu.id))
  refuseGone(
    '菜单',
    missing.map(({ name }) => name),
  )
  return { permissions: codes, menuIds: menus.map(({ id }) => id) }
}
async function rolesIn(k: Kernel, { roles, terms }: KeptRoles) {
  const given = withoutPast(
    { roleIds: roles.map(({ id }) => id), terms: terms.map(({ id, from, to }) => ({ roleId: id, from, to })) },
    today(k.clock),
  )
  if (!('terms' in given)) throw notFound()
  const asked = new Set([...given.roleIds, ...given.terms.map(({ roleId }) => roleId)])
  const there = await k.db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [0, ...asked])
    .execute()
  const missing = [...roles, ...terms].filter((role) => asked.has(role.id) && !there.some(({ id }) => id === role.id))
  refuseGone(
    '角色',
    missing.map(({ name }) => name),
  )
  return { roleIds: given.roleIds, terms: given.terms }
}

async function restore(k: Kernel, call: Call, kept: Kept, change: Asked, version: number): Promise<unknown> {
  if (kept.kind === 'userRoles' && 'userId' in change)
    return grantRoles(k, call, { id: kept.rowId, version, roleIds: change.roleIds, terms: change.terms })
  if (kept.kind === 'role' && 'permissions' in change) {
    if (version === 0) return makeAgain(k, call, kept, change)
    const { code, name, description } = kept.before!
    const { permissions, menuIds } = change
    return saveRole(k, call, { id: kept.rowId, version, code, name, description, permissions, menuIds })
  }
  if (kept.kind !== 'dataRule' || !('rule' in change)) throw notFound()
  return change.rule ? restoreRule(k, call, kept, change.rule, version) : takeRuleAway(k, call, kept, version)
}

async function restoreRule(
  k: Kernel,
  call: Call,
  kept: Of<'dataRule'>,
  rule: NonNullable<Extract<Asked, { rule: unknown }>['rule']>,
  version: number,
) {
  const id = (await ruleNow(k.db, kept))?.id
  return saveRule(k, call, { ...(id === undefined ? {} : { id, version }), roleId: kept.rowId, resource: resourceOf(kept), ...rule })
}

async function takeRuleAway(k: Kernel, call: Call, kept: Of<'dataRule'>, version: number): Promise<void> {
  const holders = await k.db.transaction().execute(async (db) => {
    await changeable(db, kept.rowId)
    const now = await ruleNow(db, kept)
    if (now?.version !== version) throw conflict()
    return dropRule(db, call, now.id)
  })
  forget(k, { users: holders })
}

/** A deleted role comes back with its rules under a new id, for nobody: who should hold it is decided anew. */
async function makeAgain(
  k: Kernel,
  call: Call,
  kept: Of<'role'>,
  { permissions, menuIds }: Extract<Asked, { menuIds: unknown }>,
): Promise<void> {
  const { code, name, description, rules = [] } = kept.before!
  for (const rule of rules) await refuseUnknown(k, rule)
  await k.db.transaction().execute(async (db) => {
    const { id } = await applyRole(db, call, { code, name, description, permissions, menuIds })
    for (const { resource, scope, officeIds, lines } of rules)
      await applyRule(db, call, { roleId: id, resource, scope, officeIds: [...officeIds], lines: linesOf(lines) })
    await changesMoved(db, 'role', kept.rowId, id)
    await changesMoved(db, 'dataRule', kept.rowId, id)
  })
}
