import type pg from 'pg'
import { identity } from '../contract/identity.ts'
import { access } from '../contract/identity/access.ts'
import { dataRules } from '../contract/identity/data-rules.ts'
import { menuDesk } from '../contract/identity/menus.ts'
import { users } from '../contract/identity/users.ts'
import { review } from '../contract/declaration.ts'
import { rowResourceKeys, type RowLine } from '../contract/row-rules.ts'
import type { Actor } from '../server/kernel/actor.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { invoke } from '../server/kernel/implement.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { unchecked, withoutIndexes } from './fill.ts'
import { inTurn, p95 } from './in-turn.ts'
import type { Row } from './report.ts'
import { withoutLimit } from './without-limit.ts'

const ROUNDS = 11
/** for calls of a few milliseconds, so that one collection of garbage does not decide their 95 % */
const SHORT_ROUNDS = 60
const STAFF = 5000
const OFFICES = 300
const ROLES = 200
const MENUS = 300

/**
 * A county with many staff: three levels of offices, roles with rules for every kind of data, a menu; then a declaration for each company.
 */
export async function fillRules(k: Kernel): Promise<number> {
  await withoutLimit(k, fill)
  return (await k.pool.query<{ n: number }>('select count(*)::int as n from declaration')).rows[0]!.n
}

async function fill(db: pg.PoolClient): Promise<void> {
  const run = (text: string, values: unknown[] = []) => db.query(text, values)
  await run(`insert into office (code, name, parent_id, sort) select 'b' || n, '部门' || n, case when n > 20 then (select min(id) from office) end, n
    from generate_series(1, ${OFFICES}) n`)
  await run(`insert into role (code, name) select 'bench-' || n, '角色' || n from generate_series(1, ${ROLES}) n`)
  await run(`insert into role_permission (role_id, permission) select r.id, p.permission from role r
    cross join (select distinct permission from role_permission rp join role o on o.id = rp.role_id where o.exclusive_group is null) p where r.code like 'bench-%'`)
  await run(
    `insert into row_rule (role_id, resource, scope, office_ids, lines) select r.id, x.resource, 'all', '{}', '[]' from role r
    cross join unnest($1::text[]) x(resource) where r.code like 'bench-%'`,
    [rowResourceKeys.slice(0, 10)],
  )
  await run(`insert into sys_user (user_name, name, type, office_id, created_at) select 'bench' || n, '人员' || n, 'YYF', o.id, now()
    from generate_series(1, ${STAFF}) n join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from office) o on o.place = n % o.many`)
  await run(`insert into user_role (user_id, role_id, granted_at) select u.id, r.id, now() from sys_user u
    join role r on r.code in ('bench-1', 'bench-' || (2 + u.id % ${ROLES - 1})) where u.user_name like 'bench%'`)
  await run(`insert into menu (name, url, sort, parent_id) select '菜单' || n, '/work/user', n, (select min(id) from menu where parent_id is null)
    from generate_series(1, ${MENUS}) n`)
  await run(
    `insert into role_menu (role_id, menu_id) select r.id, m.id from role r join menu m on m.name like '菜单%' where r.code = 'bench-1'`,
  )
  await unchecked(db)
  await withoutIndexes(db, 'declaration', () =>
    run(`with base as materialized (select d.*, row_number() over (order by d.id) - 1 as place, count(*) over () as many from declaration d where d.deleted_at is null and d.state <> 'draft'),
      free as materialized (select c.id, row_number() over (order by c.id) as n from company c where not exists (select from declaration d where d.company_id = c.id))
    insert into declaration (declare_no, project_id, company_id, state, round, form_data, files, amount, submit_time, form_version, unlocked, correction_due, updated_at)
    select 'B' || f.n, b.project_id, f.id, b.state, b.round, b.form_data, b.files, f.n * 7919 % 500000 * 100, now() - f.n * interval '1 minute', b.form_version, b.unlocked, b.correction_due, now()
    from free f join base b on b.place = f.n % b.many`),
  )
  await run('vacuum (analyze)')
}

/** Ten conditions over three fields: the largest rule that the editor allows. */
const LINES = (streets: readonly string[]): RowLine[] => [
  { field: 'state', op: 'in', values: ['accepting', 'reviewing', 'approved'] },
  { field: 'state', op: 'in', values: ['returned'] },
  ...streets.slice(0, 4).map((value): RowLine => ({ field: 'street', op: 'in', values: [value] })),
  ...[0, 1, 2, 3].map((n): RowLine => ({ field: 'amount', op: 'between', from: n * 1000, to: n * 1000 + 900 })),
]

const pick = async <T>(k: Kernel, text: string) => (await k.pool.query(text)).rows as T[]

/** One of the staff with every permission, and the call of that user. */
async function someone(k: Kernel) {
  const [person] = await pick<{ id: number; name: string; office_id: number }>(
    k,
    `select id, name, office_id from sys_user where user_name = 'bench7'`,
  )
  const held = await pick<{ permission: string }>(k, 'select distinct permission from role_permission')
  const actor: Actor = {
    userId: person!.id,
    sessionId: '',
    type: 'YYF',
    name: person!.name,
    companyId: null,
    officeId: person!.office_id,
    roles: ['bench-1'],
    permissions: new Set(held.map(({ permission }) => permission)),
  }
  return { userId: person!.id, as: (over: Partial<Actor> = {}) => systemCall('bench', { ...actor, ...over }) }
}

/** The list of declarations under the largest rule, beside the same query written by hand. */
export async function ruledList(k: Kernel, declarations: number): Promise<Row[]> {
  const { as } = await someone(k)
  const streets = (
    await pick<{ street_id: string }>(k, 'select distinct street_id from company where street_id is not null order by 1')
  ).map((row) => row.street_id)
  const lines = LINES(streets)
  const ruled = as({ rules: [{ resource: 'declaration', scope: 'all', officeIds: [], lines }] })
  const where = `d.deleted_at is null and d.state <> 'draft' and d.state = any('{accepting,reviewing,approved,returned}')
    and c.street_id = any($1) and (${[0, 1, 2, 3].map((n) => `d.amount between ${n * 1000 * 1_000_000} and ${(n * 1000 + 900) * 1_000_000}`).join(' or ')})`
  const FROM = `from declaration d join company c on c.id = d.company_id join project p on p.id = d.project_id where ${where}`
  const byHand = async () => {
    const values = [streets.slice(0, 4)]
    await k.pool.query(`select d.state, count(*) ${FROM} group by d.state`, values)
    const { rows } = await k.pool.query<{ id: number }>(
      `select d.id ${FROM} order by d.submit_time desc nulls last, d.id desc limit 10`,
      values,
    )
    await k.pool.query(
      'select d.*, c.name, p.name from declaration d join company c on c.id = d.company_id join project p on p.id = d.project_id where d.id = any($1)',
      [rows.map(({ id }) => id)],
    )
  }
  const list = () => invoke(k, review.list, { query: { page: '1', pageSize: '10', sort: '-submitTime' } }, ruled)
  const { total } = (await list()) as { total: number }
  const counted = (await k.pool.query(`select count(*)::int as n ${FROM}`, [streets.slice(0, 4)])).rows[0] as { n: number }
  if (counted.n !== total) throw new Error(`rules: the list finds ${total}, the statement ${counted.n}`)
  const [ours, floor] = await inTurn(ROUNDS, list, byHand)
  return [
    {
      name: `list of ${declarations} declarations under 10 lines`,
      figure: floor / ours,
      unit: '× the speed by hand',
      atLeast: 0.7,
      note: `${total} rows; ${ours.toFixed(1)} ms beside ${floor.toFixed(1)} ms`,
    },
  ]
}

/** The cost of understanding and changing rights in a county with many staff. */
export async function rules(k: Kernel): Promise<Row[]> {
  const { userId, as } = await someone(k)
  const { id: roleId } = (await pick<{ id: number }>(k, `select id from role where code = 'bench-1'`))[0]!
  const previews = await p95(3, async () => {
    for (const resource of rowResourceKeys) await invoke(k, dataRules.preview, { body: { roleId, resource, scope: 'all' } }, as())
  })
  const officer = as({ roles: ['secadmin'] })
  const ask = (query: Record<string, string>) => p95(SHORT_ROUNDS, () => invoke(k, users.list, { query }, officer))
  const searches = {
    'no filter': {},
    'part of a name': { name: '人员49' },
    role: { roleId: String(roleId) },
    'office and below': { officeId: '1' },
  }
  const rows: Row[] = [
    {
      name: `preview of a role of ${STAFF} people, ${rowResourceKeys.length} kinds of data`,
      figure: previews / 1000,
      unit: 's',
      atMost: 3,
      note: 'rows counted for the first ten people of each',
    },
    {
      name: `why may I, worst kind of data`,
      figure: await p95(ROUNDS, () => invoke(k, access.explain, { query: { userId: String(userId), resource: 'declaration' } }, officer)),
      unit: 'ms',
    },
    {
      name: `sidebar of ${MENUS} entries`,
      figure: await p95(SHORT_ROUNDS, () => invoke(k, identity.getMenus, {}, as())),
      unit: 'ms',
      atMost: 10,
    },
    {
      name: `menu of ${MENUS} entries, as managed`,
      figure: await p95(SHORT_ROUNDS, () => invoke(k, menuDesk.tree, {}, officer)),
      unit: 'ms',
    },
  ]
  for (const [name, query] of Object.entries(searches))
    rows.push({ name: `user list of ${STAFF}, ${name}`, figure: await ask(query as Record<string, string>), unit: 'ms', atMost: 60 })
  return rows
}
