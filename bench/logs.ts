import type { Kernel } from '../server/kernel/kernel.ts'
import { auditRows, visits } from '../server/system/log-rows.ts'
import { inTurn } from './in-turn.ts'
import type { Row } from './report.ts'
import { withoutLimit } from './without-limit.ts'

const ROUNDS = 11
const MOST_MS = 60
const PAGE = { page: 1, pageSize: 10 } as const

/** Writes so many rows into each log, over half a year, by a hundred users. */
export async function fillLogs(k: Kernel, rows: number): Promise<void> {
  const from = `from generate_series(1, ${rows}) n join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from sys_user) u on u.place = n % u.many`
  await withoutLimit(k, async (db) => {
    await db.query(`insert into audit_log (at, actor_id, actor_type, actor_role, ip, action, object_type, object_id, result, request_id, detail, mac)
    select now() - n * interval '15 seconds', u.id, 'YYF', 'dept', '10.0.0.1', (array['policy.edit', 'declaration.pass', 'login', 'allowance.pay'])[1 + n % 4],
      (array['policy', 'declaration', 'user', 'allowance'])[1 + n % 4], (n % 5000)::text, 'ok', 'r' || n, '{"from": "审核中", "to": "已通过"}', 'x' ${from}`)
    await db.query(`insert into visit_log (at, user_id, user_type, ip, router_name, page_title)
    select now() - n * interval '15 seconds', u.id, 'YYF', '10.0.0.1', '/work/' || (n % 60), '页面' || (n % 60) ${from}`)
    await db.query('vacuum (analyze) audit_log, visit_log')
  })
}

/** First pages of both logs under each filter, beside two hand-written statements. */
export async function logs(k: Kernel, count: number): Promise<Row[]> {
  const { name } = await k.db.selectFrom('sys_user').select('name').where('user_name', '=', 'dept1').executeTakeFirstOrThrow()
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
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
  ]
  const looks: [string, Parameters<typeof visits>[1], string][] = [
    ['first page', PAGE, ''],
    ['by user', { ...PAGE, userName: name }, named('user_id')],
    ['by words', { ...PAGE, routerName: '/work/17' }, `where x.router_name like '%/work/17%' or x.page_title like '%/work/17%'`],
    ['of a day', { ...PAGE, startTime: day, endTime: day }, onDay],
  ]
  const rows: Row[] = []
  for (const [what, query, where] of audits)
    rows.push(await row(`audit log of ${count}, ${what}`, () => auditRows(k.db, query), page('audit_log', where, 'actor_id')))
  for (const [what, query, where] of looks)
    rows.push(await row(`visit log of ${count}, ${what}`, () => visits(k.db, query), page('visit_log', where, 'user_id')))
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
    return { name: title, figure: ours, unit: 'ms', floor, atMost: 2, failed: ours > MOST_MS, note: `at most ${MOST_MS} ms` }
  }
}
