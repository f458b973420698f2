import type { Kernel } from '../server/kernel/kernel.ts'
import { auditRows } from '../server/system/audit-rows.ts'
import { visits } from '../server/system/log-rows.ts'
import { unchecked, withoutIndexes } from './fill.ts'
import { inTurn, p95 } from './in-turn.ts'
import type { Row } from './report.ts'
import { withoutLimit } from './without-limit.ts'

const ROUNDS = 11
const P95_ROUNDS = 40
const MOST_MS = 60
/** Nobody's rows are of this account, and three visits are of this page, the oldest ones. */
const IDLE = 'bench-idle'
const RARE = '/work/seldom'
const PAGE = { page: 1, pageSize: 10 } as const

/** Writes so many rows into each log, one in 15 seconds, by the seeded users in turn. */
export async function fillLogs(k: Kernel, rows: number): Promise<void> {
  const from = `from generate_series(1, ${rows}) n join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from sys_user where user_name <> '${IDLE}') u on u.place = n % u.many`
  await withoutLimit(k, async (db) => {
    await db.query(`insert into sys_user (user_name, name, type, created_at) values ($1, '没有记录的人', 'YYF', now())`, [IDLE])
    await unchecked(db)
    await withoutIndexes(db, 'audit_log', () =>
      db.query(`insert into audit_log (at, actor_id, actor_type, actor_role, ip, action, object_type, object_id, result, request_id, detail, mac)
        select now() - n * interval '15 seconds', u.id, 'YYF', 'dept', '10.0.0.1', (array['policy.edit', 'declaration.pass', 'login', 'allowance.pay'])[1 + n % 4],
          (array['policy', 'declaration', 'user', 'allowance'])[1 + n % 4], (n % 5000)::text, case when n % 100 = 0 then 'refused' when n % 997 = 1 then 'failed' else 'ok' end, 'r' || n, '{"from": "审核中", "to": "已通过"}', 'x' ${from}`),
    )
    await withoutIndexes(db, 'visit_log', () =>
      db.query(`insert into visit_log (at, user_id, user_type, ip, router_name, page_title)
        select now() - n * interval '15 seconds', u.id, 'YYF', '10.0.0.1', case when n > ${rows - 3} then '${RARE}' else '/work/' || (n % 60) end, '页面' || (n % 60) ${from}`),
    )
    await db.query(`insert into visit_page select distinct router_name, coalesce(page_title, '') from visit_log on conflict do nothing`)
    await db.query('vacuum (analyze) audit_log, visit_log, visit_page')
  })
}

/** First pages of both logs under each filter, beside two hand-written statements. */
export async function logs(k: Kernel, count: number): Promise<Row[]> {
  const nameOf = async (account: string) =>
    (await k.db.selectFrom('sys_user').select('name').where('user_name', '=', account).executeTakeFirstOrThrow()).name
  const [name, idle] = [await nameOf('dept1'), await nameOf(IDLE)]
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const { rows: found } = await k.pool.query<{ id: number }>(
    `select id from audit_log order by at desc, id desc offset ${Math.min(100_000, count / 2)} limit 1`,
  )
  const deep = found[0]!.id
  const page = (table: string, where: string, user: string) =>
    `select x.*, u.name from ${table} x left join sys_user u on u.id = x.${user} ${where} order by x.at desc, x.id desc limit 10`
  const named = (column: string) => `where x.${column} in (select id from sys_user where name = '${name}')`
  const onDay = `where x.at >= '${day} 00:00+08' and x.at < '${day} 00:00+08'::timestamptz + interval '1 day'`
  const audits: [string, Parameters<typeof auditRows>[1], string][] = [
    ['first page', PAGE, ''],
    ['by user', { ...PAGE, userName: name }, named('actor_id')],
    ['by action', { ...PAGE, action: 'allowance.pay' }, `where x.action = 'allowance.pay'`],
    ['by object', { ...PAGE, objectType: 'policy', objectId: '40' }, `where x.object_type = 'policy' and x.object_id = '40'`],
    ['by request', { ...PAGE, requestId: 'r77' }, `where x.request_id = 'r77'`],
    ['of a day', { ...PAGE, startTime: day, endTime: day }, onDay],
    ['page 90', { ...PAGE, page: 90 }, ''],
    ['after row 100,000', { ...PAGE, before: deep }, `where (x.at, x.id) < ((select at from audit_log where id = ${deep}), ${deep})`],
    [
      'of an action, after row 100,000',
      { ...PAGE, action: 'login', before: deep },
      `where x.action = 'login' and (x.at, x.id) < ((select at from audit_log where id = ${deep}), ${deep})`,
    ],
    ['by action and user', { ...PAGE, action: 'login', userName: name }, `${named('actor_id')} and x.action = 'login'`],
    ['by kind of object', { ...PAGE, objectType: 'user' }, `where x.object_type = 'user'`],
    ['by kind of object on a day', { ...PAGE, objectType: 'user', startTime: day, endTime: day }, `${onDay} and x.object_type = 'user'`],
    ['by result', { ...PAGE, result: 'refused' }, `where x.result = 'refused'`],
    ['by result and user', { ...PAGE, result: 'failed', userName: name }, `${named('actor_id')} and x.result = 'failed'`],
    [
      'by result and action',
      { ...PAGE, result: 'refused', action: 'policy.edit' },
      `where x.result = 'refused' and x.action = 'policy.edit'`,
    ],
    ['by result on a day', { ...PAGE, result: 'refused', startTime: day, endTime: day }, `${onDay} and x.result = 'refused'`],
    [
      'by user on a day',
      { ...PAGE, userName: name, startTime: day, endTime: day },
      `${onDay} and x.actor_id in (select id from sys_user where name = '${name}')`,
    ],
  ]
  const looks: [string, Parameters<typeof visits>[1], string][] = [
    ['first page', PAGE, ''],
    ['by user', { ...PAGE, userName: name }, named('user_id')],
    ['by words', { ...PAGE, routerName: '/work/17' }, `where x.router_name like '%/work/17%' or x.page_title like '%/work/17%'`],
    ['of a day', { ...PAGE, startTime: day, endTime: day }, onDay],
    ['by words on a day', { ...PAGE, routerName: '页面17', startTime: day, endTime: day }, `${onDay} and x.page_title like '%页面17%'`],
    ['by words of one page', { ...PAGE, routerName: RARE }, `where x.router_name = '${RARE}'`],
  ]
  const nothing: [string, () => Promise<{ list: unknown[] }>][] = [
    ['audit log, an action that never was', () => auditRows(k.db, { ...PAGE, action: 'nothing' })],
    ['audit log, a user who did nothing', () => auditRows(k.db, { ...PAGE, userName: idle })],
    ['audit log, an action that its user never did', () => auditRows(k.db, { ...PAGE, userName: idle, action: 'login' })],
    ['audit log, a kind of object that its user never had', () => auditRows(k.db, { ...PAGE, userName: idle, objectType: 'policy' })],
    ['audit log, an action that its object never had', () => auditRows(k.db, { ...PAGE, objectType: 'policy', action: 'login' })],
    ['audit log, an action that was never refused', () => auditRows(k.db, { ...PAGE, result: 'refused', action: 'login' })],
    ['audit log, a user who was never refused', () => auditRows(k.db, { ...PAGE, result: 'refused', userName: idle })],
    [
      'audit log, a kind of object that was never refused to its user',
      () => auditRows(k.db, { ...PAGE, result: 'refused', userName: name, objectType: 'user' }),
    ],
    ['visit log, words that no page has', () => visits(k.db, { ...PAGE, routerName: '没有这样的页面' })],
  ]
  const rows: Row[] = []
  for (const [what, query, where] of audits)
    rows.push(await row(`audit log of ${count}, ${what}`, () => auditRows(k.db, query), page('audit_log', where, 'actor_id')))
  for (const [what, query, where] of looks)
    rows.push(await row(`visit log of ${count}, ${what}`, () => visits(k.db, query), page('visit_log', where, 'user_id')))
  for (const [what, ask] of nothing) {
    if ((await ask()).list.length > 0) throw new Error(`${what}: something found`)
    rows.push({ name: `${what}, 95 %`, figure: await p95(ROUNDS, ask), unit: 'ms', atMost: MOST_MS })
  }
  return rows

  async function row(title: string, ask: () => Promise<{ list: unknown[] }>, statement: string): Promise<Row> {
    if ((await ask()).list.length === 0) throw new Error(`${title}: nothing found`)
    const upTo = `select 1 from (${statement.replace(/ order by .*$/, ' limit 1001')}) t`
    const byHand = async () => {
      await k.pool.query(upTo)
      await k.pool.query(statement)
    }
    const [ours, floor] = await inTurn(ROUNDS, ask, byHand)
    // The hand-written statements count the rows, up to a thousand, and read the page.
    const slow = await p95(P95_ROUNDS, ask)
    const note = `95 %: ${slow.toFixed(1)} ms, at most ${MOST_MS}`
    return { name: title, figure: ours, unit: 'ms', floor, atMost: 2, failed: slow > MOST_MS, note }
  }
}
