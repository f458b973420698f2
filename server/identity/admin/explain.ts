import { sql } from 'kysely'
import type { access, Explanation } from '../../../contract/identity/access.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { isReserved, permissions, type PermissionCode } from '../../../contract/permissions.ts'
import { rowResource, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { asIf, heldOf } from './held-rights.ts'
import { recordFor, recordWords } from './explain-record.ts'
import { explainScreen } from './explain-screen.ts'
import { quoted, whoOf } from './explain-words.ts'
import { namedIn, ruleWords } from './rule-words.ts'

export interface Person {
  id: number
  name: string
  office_id: number | null
  office_name: string | null
  enabled: boolean
}
export interface Held {
  id: number
  name: string
  from: string | null
  to: string | null
  planned: boolean
  permissions: PermissionCode[]
}

/** Explains why a person has or lacks access, from the same tables and conditions that decide it. */
export async function explainAccess(k: Kernel, asked: Parsed<typeof access.explain>['query']): Promise<Explanation> {
  const { userId, permission, resource, recordId, menuId } = asked
  if ([permission, resource, menuId].filter((one) => one !== undefined).length !== 1)
    throw invalidField('permission', '请选择一项权限、一类数据或一个页面')
  if (recordId !== undefined && resource === undefined) throw invalidField('resource', '请选择是哪一类数据')
  const person = await staffNamed(k, userId)
  const roles = await rolesOf(k, userId)
  if (menuId !== undefined) return explainScreen(k, person, roles, menuId)
  const needs = permission === undefined ? rowResource(resource!).needs : [permission]
  const acting = roles.filter(({ planned, permissions: own }) => !planned && own.some((code) => needs.includes(code)))
  const rows = resource === undefined ? null : await rowsOf(k, person, resource)
  const asksOne = resource !== undefined && recordId !== undefined
  const record = asksOne ? await recordFor(k, person, resource, recordId) : null
  const isGone = asksOne && record === null
  const links = roles.map((role) => ({
    roleId: role.id,
    roleName: role.name,
    term: role.to === null ? null : `${role.from} 至 ${role.to}`,
    planned: role.planned,
    gives: role.permissions.filter((code) => needs.includes(code)).map((code) => permissions[code].name),
    rule: rows?.byRole.get(role.id)?.words ?? null,
    rows: rows === null ? null : (rows.byRole.get(role.id)?.count ?? 0),
    sees: record === null ? null : record.byRole.get(role.id)?.sees === true,
    lacks: record?.byRole.get(role.id)?.lacks ?? null,
  }))
  const wouldGive = acting.length > 0 ? [] : await rolesThatGive(k, needs)
  const title = permission === undefined ? rowResource(resource!).title : permissions[permission].name
  const may = person.enabled && acting.length > 0 && (rows === null || rows.all > 0) && !isGone && (record === null || record.sees)
  return {
    user: { id: person.id, name: person.name, officeName: person.office_name, enabled: person.enabled },
    title,
    may,
    gone: isGone,
    words: isGone
      ? `没有编号 ${recordId} 的${title}，或者已被删除。`
      : record && person.enabled && acting.length > 0
        ? recordWords(whoOf(person), title, recordId!, record, acting)
        : wordsOf({ person, needs, acting, roles, wouldGive, rows, title }),
    roles: links,
    wouldGive,
    rows: rows?.all ?? null,
    total: rows?.total ?? null,
    asks: null,
  }
}

export async function staffNamed(k: Kernel, id: number): Promise<Person> {
  const row = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', '=', id)
    .select(['u.id', 'u.name', 'u.type', 'u.office_id', 'u.enabled', 'o.name as office_name'])
    .executeTakeFirst()
  if (!row) throw notFound('该用户不存在或已被删除')
  if (row.type !== 'YYF') throw refused('企业和个人的权限由其身份决定，这里只说明工作人员的')
  return row
}

/** The roles that a person holds or will hold, each with its permissions. */
export const rolesOf = async (k: Kernel, userId: number): Promise<Held[]> =>
  (
    await sql<Held>`select r.id, r.name, t.starts_on as "from", t.ends_on as "to", ur.role_id is null as planned,
        array(select p.permission from role_permission p where p.role_id = r.id order by 1) as permissions
      from role r left join user_role ur on ur.role_id = r.id and ur.user_id = ${userId} left join role_term t on t.role_id = r.id and t.user_id = ${userId}
      where ur.user_id is not null or t.user_id is not null order by r.id`.execute(k.db)
  ).rows

async function rolesThatGive(k: Kernel, needs: readonly string[]): Promise<string[]> {
  const rows = await k.db
    .selectFrom('role as r')
    .where((e) =>
      e.exists(
        e
          .selectFrom('role_permission as p')
          .select('p.role_id')
          .whereRef('p.role_id', '=', 'r.id')
          .where('p.permission', 'in', [...needs]),
      ),
    )
    .select('r.name')
    .orderBy('r.id')
    .execute()
  return rows.map(({ name }) => name)
}

/** The number of rows visible through all roles, through each role alone, and in total. */
async function rowsOf(k: Kernel, person: Person, resource: RowResourceKey) {
  const held = await heldOf(k, person.id, resource)
  const count = (rules: readonly RowRule[]) => rowSource(k, resource).count(asIf(person, held.permissions, rules))
  const byRole = new Map<number, { words: string; count: number }>()
  const named = await namedIn(
    k,
    held.rules.map(({ rule }) => rule),
  )
  for (const { roleId, rule } of held.rules) byRole.set(roleId, { words: ruleWords(named, rule), count: await count([rule]) })
  return {
    byRole,
    all: await count(held.rules.map(({ rule }) => rule)),
    total: await count([{ resource, scope: 'all', officeIds: [], lines: [] }]),
    /** the rule uses the person's office, but the person has none */
    homeless: person.office_id === null && held.rules.some(({ rule }) => rule.scope === 'below' || rule.scope === 'office'),
  }
}

interface Found {
  person: Person
  needs: readonly string[]
  acting: readonly Held[]
  roles: readonly Held[]
  wouldGive: readonly string[]
  rows: Awaited<ReturnType<typeof rowsOf>> | null
  title: string
}
function wordsOf({ person, needs, acting, roles, wouldGive, rows, title }: Found): string {
  const who = whoOf(person)
  if (!person.enabled) return `${who}不能：账号已停用。`
  if (acting.length === 0) {
    const later = roles.find(({ planned, permissions: own }) => planned && own.some((code) => needs.includes(code)))
    if (later) return `${who}现在不能：角色“${later.name}”从 ${later.from} 起才生效。`
    const has = roles.length === 0 ? '没有任何角色' : '持有的角色都不给这项权限'
    return `${who}不能：${has}。${grantWords(needs, wouldGive)}`
  }
  const by = quoted(acting.map(({ name }) => name))
  if (rows === null) return `${who}可以：由角色${by}给予。`
  const lacking = acting.filter(({ id }) => !rows.byRole.has(id)).map(({ name }) => name)
  if (lacking.length === acting.length) return `${who}打得开，但看不见任何${title}：角色${by}没有这类数据的规则。`
  if (rows.all > 0) return `${who}看得见 ${rows.all} 条${title}（共 ${rows.total} 条）：由角色${by}的规则决定。`
  if (rows.homeless) return `${who}看不见任何${title}：规则按部门划定，而此人没有部门。`
  return rows.total === 0
    ? `${who}看得见的${title}还没有：现在一条也没有。`
    : `${who}看不见任何${title}：${rows.total} 条中没有符合规则的。`
}

function grantWords(needs: readonly string[], wouldGive: readonly string[]): string {
  if (needs.every((code) => isReserved(code as PermissionCode))) return `只有${quoted(wouldGive)}持有，任免在服务器上办理。`
  return wouldGive.length === 0 ? '还没有角色给这项权限。' : `给这项权限的角色：${quoted(wouldGive)}，由安全管理员授予。`
}
