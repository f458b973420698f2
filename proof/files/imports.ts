import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportState } from '../../contract/imports.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { importSheet, MOST_ROWS } from './bombs.ts'
import { patiently, uploadAs } from './send.ts'

type Row = (string | number | null)[]
const HEAD = ['企业名称', '统一社会信用代码']
const code = (series: string, n: number) => `91330800${series}A${String(n).padStart(8, '0')}`
const rowsOf = (series: string, count: number): Row[] => Array.from({ length: count }, (_, n) => [`证明${series}第${n}厂`, code(series, n)])

/** U-07: the chosen rows are imported completely or not at all, errors name row and column, and a second import changes nothing. */
export async function imports(app: ProofApp, staff: User): Promise<Finding[]> {
  const faults: string[] = []
  const send = async (rows: Row[], more: Record<string, string> = {}) => {
    const { body, text } = await importSheet(app, staff, { name: '企业.xlsx', content: await xlsx(rows) }, more)
    if (!body.data) throw new Error(`the import was not begun: ${text.slice(0, 300)}`)
    return body.data as ImportState
  }
  const count = async (series: string) =>
    (await patiently(() => staff.get('/company/info/list', { companyName: `证明${series}第`, pageSize: '1' }))).body.data.total as number
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  const good = rowsOf('B', 30)
  const mixed = [HEAD, ...good.slice(0, 10), ['坏厂', '不是代码'], ...good.slice(10), ['无码厂', null], [...good[0]!]]
  const all = await send(mixed, { mode: 'all' })
  expect('all: rows written', [all.successCount, await count('B')], [0, 0])
  expect(
    'all: faults',
    all.errors.map(({ row, column }) => [row, column]),
    [
      [12, '统一社会信用代码'],
      [33, '统一社会信用代码'],
      [34, '统一社会信用代码'],
    ],
  )
  const dry = await send(mixed, { mode: 'valid', dryRun: 'true' })
  expect('a dry run', [dry.failCount, await count('B')], [3, 0])
  const valid = await send(mixed, { mode: 'valid' })
  expect('valid', [valid.addedCount, valid.failCount, await count('B')], [30, 3, 30])
  const again = await send([HEAD, ...good], { mode: 'all' })
  expect('the same once more', [again.addedCount, again.changedCount, again.sameCount, await count('B')], [0, 0, 30, 30])
  const header = await send([['名称', '统一社会信用代码'], ...rowsOf('C', 5)], { mode: 'valid' })
  expect('another header', [header.status, /表头有误：“名称”/.test(header.message ?? ''), await count('C')], [3, true, 0])
  const empty = await send([HEAD], { mode: 'valid' })
  expect('no rows', [empty.status, empty.message], [3, '表格中没有数据，请在表头下方填写后再导入'])
  const most = await send([HEAD, ...rowsOf('D', MOST_ROWS)], { mode: 'all' })
  expect('as many as may be', [most.successCount, await count('D')], [MOST_ROWS, MOST_ROWS])
  // Seen red: `mode` all wrote what was right.
  return [noFaults({ id: 'U-07', engine: app.engine, what: '导入：全部或只要对的，整批写入；错在哪行哪列；表头；重导不变' }, faults, 12)]
}

/** Several batches, so that there is a middle; the kill falls within the usual time of such an import. */
const KILLED_ROWS = 1500
const COMES_BACK_MS = 120_000

/** kill -9 during an all-or-nothing import. Afterwards either none or all of its rows exist; the task continues by itself. */
export async function killedImports(stage: ProofStage, start: (rows: number) => Promise<ProofApp>): Promise<Finding[]> {
  const faults: string[] = []
  const times = stage.rounds(1, 1, 10)
  let app = await start(KILLED_ROWS)
  const fileOf = async (series: string) => ({ name: '企业.xlsx', content: await xlsx([HEAD, ...rowsOf(series, KILLED_ROWS)]) })
  const [first, whole] = [await stage.asUser(app.base, 'front1'), await fileOf('Q')]
  const from = performance.now()
  await importSheet(app, first, whole)
  let takes = performance.now() - from
  let killed = 0
  for (const series of [...'EFGHJKLMNPRTUWX'].slice(0, times + 4)) {
    if (killed === times) break
    const staff = await stage.asUser(app.base, 'front1')
    const file = await fileOf(series)
    const asked = uploadAs(app, staff, file, { source: '市场监管', mode: 'all' }, '/company/info/import').catch(() => null)
    await sleep(randomInt(Math.round(takes * 0.4), Math.round(takes * 0.95)))
    await app.stop('SIGKILL')
    await asked
    app = await start(KILLED_ROWS)
    const reader = await stage.asUser(app.base, 'front1')
    const count = async () =>
      (await patiently(() => reader.get('/company/info/list', { companyName: `证明${series}第`, pageSize: '1' }))).body.data.total as number
    let rows = await count()
    if (rows === KILLED_ROWS) {
      // The import ended before the kill, so the next kill comes earlier.
      takes *= 0.7
      continue
    }
    killed += 1
    // The task is started again when its worker has been silent for a while; until then there are no rows or all.
    for (const until = Date.now() + COMES_BACK_MS; rows === 0 && Date.now() < until; rows = await count()) await sleep(250)
    if (rows !== KILLED_ROWS) faults.push(`kill ${killed}: ${rows} of ${KILLED_ROWS} rows after the kill`)
  }
  await app.stop()
  if (killed < times) faults.push(`only ${killed} were killed before they were over`)
  // Seen red: each batch of `all` in a transaction of its own: 499 of 1500 rows. (With 500 rows, one batch, it had nothing to be half of.)
  return [
    noFaults({ id: 'U-07', engine: app.engine, what: `导入途中 kill -9（${times} 次）：没有导入一半，重启后自行完成` }, faults, killed),
  ]
}
