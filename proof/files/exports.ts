import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { read, utils, type WorkBook } from '@e965/xlsx'
import pg from 'pg'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { atMost, exactly, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { patiently } from './send.ts'
import { leftOver, storedFiles } from './stored.ts'

type Target = { url?: string; dataDir: string }
const VISITS = 40_000
const starts = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' =',
  '  @',
  '＝',
  '＋',
  '－',
  '＠',
  '\u00a0=',
  '\u3000+',
  "'=",
  '"=',
  ';=',
  '|',
]
const ends = ['cmd|x!A0', '1+1', 'HYPERLINK("http://x","点")', '1', 'SUM(A1:A9)', 'a\tb', 'a,b;c', '']
/** Text that users could have stored and that a spreadsheet would compute. A date becomes a real date cell (ADR 0191). */
const dangerous = [...starts.flatMap((start) => ends.map((end) => start + end)), '-1', '+8613800000000', '1E5', '0012', 'TRUE']

/**
 * Writes the data before the server starts: many visits, some with titles that begin like formulas, and enough companies for a slow export.
 */
export async function plantRows(target: Target): Promise<void> {
  const opened = await openDatabase({ ...target, log: testLog })
  try {
    await opened.pool.query(
      `insert into visit_log (router_name, page_title, user_type, ip) select '/formula', title, 'YYF', '10.0.0.1' from unnest($1::text[]) title`,
      [dangerous],
    )
    await opened.pool.query(
      `insert into visit_log (router_name, page_title, user_type, ip) select '/work/' || n, '页面' || n, 'YYF', '10.0.0.1' from generate_series(1, ${VISITS}) n`,
    )
  } finally {
    await opened.close()
  }
}

export const start = (user: User, bizType: string, filters: object = {}) =>
  patiently(() => user.post('/export/start', { bizType, filters }))
const progress = async (user: User, taskId: string) =>
  (await patiently(() => user.get('/export/progress', { taskId }))).body.data as { status: number; done: number; filePath: string | null }

export async function ended(user: User, taskId: string) {
  for (;;) {
    const state = await progress(user, taskId)
    if (state.status !== 1) return state
    await sleep(100)
  }
}

/** The bytes of a sheet from the server. */
export async function sheetBytes(app: ProofApp, user: User, path: string): Promise<Buffer> {
  const answer = await fetch(`${app.base}${path}`, { headers: { authorization: user.token } })
  return Buffer.from(await answer.arrayBuffer())
}
const sheetOf = async (app: ProofApp, user: User, filePath: string): Promise<WorkBook> =>
  read(await sheetBytes(app, user, `/files/download?filePath=${filePath}`), { type: 'buffer', cellFormula: true, raw: true })

/** E-01 … E-03: an export contains text, keeps its limits and rights, and stops when it is abandoned. */
export async function exports(
  stage: ProofStage,
  app: ProofApp,
  people: { log: User; list: User; audit: User; none: User[] },
): Promise<Finding[]> {
  const { engine } = app
  const stays = await asText(app, people.log)
  const { faults, accepted } = await bounds(people)
  const all = await Promise.all(accepted.map(async ({ user, taskId }) => ({ user, ...(await ended(user, taskId)) })))
  const whole = await wholeSheets(
    app,
    all.filter(({ user }) => user === people.log),
  )
  const stopped = await abandon(stage, app, people.log)
  return [
    stays,
    // Seen red: IN_ALL = 6.
    noFaults({ id: 'E-02', engine, what: '导出：没有权限即拒；每人两个、全站四个，同时来也不多' }, faults, 15 + people.none.length),
    noFaults({ id: 'E-02', engine, what: '导出文件里有导出人与行数，行数与审计一致' }, whole, all.length),
    ...stopped,
  ]
}

/** E-01: cells that look like formulas are text. */
async function asText(app: ProofApp, user: User): Promise<Finding> {
  const { taskId } = (await start(user, 'visitLog', { routerName: '/formula' })).body.data as { taskId: string }
  const { filePath } = await ended(user, taskId)
  const book = await sheetOf(app, user, filePath!)
  const sheet = book.Sheets[book.SheetNames[0]!]!
  const cells = Object.entries(sheet).filter(([at]) => /^[A-Z]+\d+$/.test(at)) as [
    string,
    { f?: string; t: string; v: unknown; l?: unknown },
  ][]
  const faults = cells
    .filter(([, cell]) => cell.f !== undefined || cell.l !== undefined)
    .map(([at, cell]) => `${at}: ${JSON.stringify(cell)}`)
  const plain = (text: string) => text.replace(/\r\n?/g, '\n')
  const found = new Set(
    (utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true }) as unknown[][])
      .map((row) => row.at(-1))
      .filter((v) => typeof v === 'string')
      .map((v) => plain(v)),
  )
  for (const text of dangerous) if (!found.has(plain(text))) faults.push(`lost or changed: ${JSON.stringify(text)}`)
  // Seen red: toCell() trimmed: 64 of 837.
  return noFaults(
    { id: 'E-01', engine: app.engine, what: '以 = + - @ 制表符 换行（全角、空格之后）开头的内容都是文本，没有公式格' },
    faults,
    cells.length,
  )
}

async function bounds({ log, list, audit, none }: { log: User; list: User; audit: User; none: User[] }) {
  const faults: string[] = []
  for (const user of none)
    for (const bizType of ['visitLog', 'company', 'auditLog']) {
      const { body, text } = await start(user, bizType)
      if (body.success !== false) faults.push(`${user.name} may export ${bizType}: ${text.slice(0, 120)}`)
    }
  const asked = await Promise.all(
    [
      ...Array.from({ length: 6 }, () => [log, 'visitLog'] as const),
      ...Array.from({ length: 6 }, () => [list, 'company'] as const),
      ...Array.from({ length: 3 }, () => [audit, 'auditLog'] as const),
    ].map(async ([user, bizType]) => ({ user, ...(await start(user, bizType)).body })),
  )
  const accepted = asked.filter(({ success }) => success).map(({ user, data }) => ({ user, taskId: (data as { taskId: string }).taskId }))
  for (const user of [log, list, audit]) {
    const own = accepted.filter((one) => one.user === user).length
    if (own > 2) faults.push(`${user.name} runs ${own}`)
  }
  if (accepted.length !== 4) faults.push(`${accepted.length} in all`)
  for (const { success, code, msg } of asked) if (!success && (code !== 'EXPORT_LIMIT' || !msg)) faults.push(`refused with ${code} ${msg}`)
  return { faults, accepted }
}

async function wholeSheets(
  app: ProofApp,
  done: { user: User; status: number; done: number; filePath: string | null }[],
): Promise<string[]> {
  const faults: string[] = []
  for (const { user, status, done: counted, filePath } of done) {
    if (status !== 2) {
      faults.push(`ended with ${status}`)
      continue
    }
    const book = await sheetOf(app, user, filePath!)
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 }) as unknown[][]
    const told = Object.fromEntries(utils.sheet_to_json<[string, unknown]>(book.Sheets['说明']!, { header: 1 }))
    const written = rows.length - 1
    if (told.行数 !== written || counted !== written || !told.导出人 || !told.导出时间)
      faults.push(`told ${JSON.stringify(told)}, counted ${counted}, written ${written}`)
  }
  return faults
}

/** E-03: an export abandoned at any moment is gone within two seconds with all its files, and never counts as a success. */
async function abandon(stage: ProofStage, app: ProofApp, user: User): Promise<Finding[]> {
  const times = stage.rounds(3, 5, 50)
  const faults: string[] = []
  let slowest = 0
  const client = app.database ? new pg.Client(app.database) : undefined
  client?.on('error', () => {})
  await client?.connect()
  for (let round = 0; round < times; round++) {
    const before = await storedFiles(app)
    const { taskId } = (await start(user, 'visitLog')).body.data as { taskId: string }
    await sleep(randomInt(0, 1500))
    const from = performance.now()
    await user.form('/export/abort', { taskId })
    const { status } = await progress(user, taskId)
    if (status === 2) continue
    if (status !== 4) faults.push(`round ${round}: status ${status} after it was abandoned`)
    const left = await leftOver(app, before, 4000)
    const busy = await stillAsking(client)
    slowest = Math.max(slowest, performance.now() - from)
    if (left.length > 0) faults.push(`round ${round}: ${left.join(' ')}`)
    if (busy > 0) faults.push(`round ${round}: ${busy} queries go on`)
    await sleep(300)
    const later = await progress(user, taskId)
    if (later.status !== 4 || later.filePath !== null) faults.push(`round ${round}: later ${JSON.stringify(later)}`)
  }
  await client?.end()
  const where = { id: 'E-03', engine: app.engine }
  return [
    noFaults({ ...where, what: `放弃导出（${times} 次，随机时刻）：不留文件与查询，之后也不是成功` }, faults, times),
    atMost({ ...where, what: '放弃到文件与查询都没有了' }, Math.round(slowest), 2000, ' ms'),
  ]
}

async function stillAsking(client: pg.Client | undefined): Promise<number> {
  for (let tries = 0; client; tries++) {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and query ilike '%visit_log%' and pid <> pg_backend_pid()`,
    )
    if (rows[0].n === 0 || tries > 40) return rows[0].n as number
    await sleep(50)
  }
  return 0
}

/** E-02: the audit log contains each started and each finished export with its filter and its rows. The server must have stopped. */
export async function exportsAudited(app: ProofApp): Promise<Finding> {
  const opened = await openDatabase({ ...(app.database ? { url: app.database } : {}), dataDir: app.dataDir, log: testLog })
  try {
    const { rows } = await opened.pool.query(
      `select t.id, t.state, (select count(*)::int from audit_log a where a.action = 'export.start' and a.object_id = t.id::text and a.detail ? 'filters' and a.detail ? 'rows') as begun,
        (select count(*)::int from audit_log a where a.action = 'export.done' and a.object_id = t.id::text and (a.detail ->> 'rows')::int = t.done) as ended
       from task t where t.kind = 'export'`,
    )
    const wrong = (rows as { id: string; state: string; begun: number; ended: number }[]).filter(
      ({ state, begun, ended }) => begun !== 1 || ended !== (state === 'done' ? 1 : 0),
    )
    // Seen red: runExport() without its audit row: 5.
    return exactly(
      { id: 'E-02', engine: app.engine, what: `${rows.length} 个导出都有审计（条件、行数）` },
      wrong.length,
      rows.length > 0 ? 0 : 'some',
      wrong.map((row) => JSON.stringify(row)),
    )
  } finally {
    await opened.close()
  }
}
