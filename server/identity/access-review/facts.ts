import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import { DAY_MS } from '../../../contract/shanghai.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { CONFLICTING, pairInWords } from '../conflicting-rights.ts'
import { unusedRoles } from './unused.ts'

/** Days without a log-in, or without recorded work, after which a role is worth a closer look. */
const QUIET_DAYS = 90

export interface Holding {
  user_id: number
  role_id: number
  office_id: number | null
  granted_by: number | null
  granted_at: string
  last_login: string | null
  worked: boolean
  created_at: string
  /** may come in through the unified log-in or 浙政钉, without our password */
  external: boolean
  enabled: boolean
  exclusive_group: string | null
  ends_on: string | null
}

/** Every role that a member of staff holds now, with the holder's last visit and whether the audit log shows any work. */
export async function holdings(db: Db, now: Date): Promise<Holding[]> {
  const since = new Date(now.getTime() - QUIET_DAYS * DAY_MS).toISOString()
  const { rows } = await sql<Holding>`
    with staff as materialized (
      select u.id, u.office_id, u.enabled, u.last_login_at as last_login, u.created_at, u.account_id is not null as external,
        exists (select from audit_log a where a.actor_id = u.id and a.at > ${since} and a.action not in ('login', 'logout') and a.result = 'ok') as worked
      from sys_user u where u.type = 'YYF' and exists (select from user_role ur where ur.user_id = u.id))
    select s.id as user_id, ur.role_id, s.office_id, ur.granted_by, ur.granted_at, s.last_login, s.worked, s.created_at, s.external, s.enabled, ur.exclusive_group, t.ends_on
    from staff s join user_role ur on ur.user_id = s.id left join role_term t on t.user_id = s.id and t.role_id = ur.role_id
    order by s.office_id nulls first, s.id, ur.role_id`.execute(db)
  return rows
}

/** For each of them, reasons to look more closely, in words. */
export async function factsOf(k: Kernel, db: Db, held: readonly Holding[], now: Date): Promise<string[][]> {
  const gives = Map.groupBy(await db.selectFrom('role_permission').select(['role_id', 'permission']).execute(), ({ role_id }) => role_id)
  const codesOf = (roleId: number) => new Set((gives.get(roleId) ?? []).map(({ permission }) => permission))
  const codes = new Map([...gives.keys()].map((roleId) => [roleId, codesOf(roleId)]))
  const byUser = Map.groupBy(held, ({ user_id }) => user_id)
  const quiet = now.getTime() - QUIET_DAYS * DAY_MS
  const unused = await unusedRoles(k, db, new Date(quiet).toISOString())
  return held.map((one) => {
    const others = byUser.get(one.user_id)!.filter(({ role_id }) => role_id !== one.role_id)
    const has = (roleId: number, code: string) => codes.get(roleId)?.has(code) ?? false
    const met = CONFLICTING.filter(([a, b]) => {
      const [own, lacks] = has(one.role_id, a) ? [a, b] : [b, a]
      return has(one.role_id, own) && !has(one.role_id, lacks) && others.some(({ role_id }) => has(role_id, lacks) && !has(role_id, own))
    })
    return [
      ...(one.enabled ? [] : ['账号已停用']),
      ...(one.last_login === null ? ['没有登录记录'] : Date.parse(one.last_login) < quiet ? [`${QUIET_DAYS} 天没有登录`] : []),
      // An account of a few days cannot have worked for so long.
      ...(one.last_login !== null && Date.parse(one.last_login) >= quiet && Date.parse(one.created_at) < quiet && !one.worked
        ? [`${QUIET_DAYS} 天没有办理过事项`]
        : []),
      // Who did not come at all is told so above.
      ...(one.last_login !== null && Date.parse(one.last_login) >= quiet && unused.has(`${one.user_id} ${one.role_id}`)
        ? [`${QUIET_DAYS} 天没有用过这个角色的权限`]
        : []),
      ...met.map((pair) => `同时持有${pairInWords(pair)}`),
      ...(one.external ? ['可由统一登录或浙政钉账号进入'] : []),
      ...(one.office_id === null && one.exclusive_group === null ? ['没有部门'] : []),
      ...(one.ends_on === null ? [] : [`限期至 ${one.ends_on}`]),
    ]
  })
}
