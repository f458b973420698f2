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
const code = (series: string, n: number) => `9133080${series}A${String(n).padStart(9, '0')}`
const rowsOf = (series: string, count: number): Row[] => Array.from({ length: count }, (_, n) => [`证明${series}第${n}厂`, code(series, n)])

/** U-07: what was chosen is written whole or not at all, and said with row and column; a second run changes nothing. */
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

/** kill -9 in the middle of an import of all or nothing. Afterwards there is nothing of it, or all; the task goes on by itself, once. */
export async function killedImports(stage: ProofStage, start: () => Promise<ProofApp>): Promise<Finding[]> {
  const faults: string[] = []
  const times = stage.rounds(1, 2, 10)
  let app = await start()
  let killed = 0
  for (let round = 0; round < times; round++) {
    const series = 'EFGHJKLMNP'[round]!
    const staff = await stage.asUser(app.base, 'front1')
    const content = await xlsx([HEAD, ...rowsOf(series, MOST_ROWS)])
    const asked = uploadAs(app, staff, { name: '企业.xlsx', content }, { source: '市场监管', mode: 'all' }, '/company/info/import').catch(
      () => null,
    )
    await sleep(randomInt(200, 2500))
    await app.stop('SIGKILL')
    const answer = await asked
    killed += 1
    app = await start()
    const reader = await stage.asUser(app.base, 'front1')
    const count = async () =>
      (await patiently(() => reader.get('/company/info/list', { companyName: `证明${series}第`, pageSize: '1' }))).body.data.total as number
    const at = await count()
    if (at !== 0 && at !== MOST_ROWS) faults.push(`round ${round}: ${at} of ${MOST_ROWS} rows after the kill`)
    const { taskId } = (answer?.body.data ?? {}) as { taskId?: string }
    if (stage.scale === 'short' || !taskId) continue
    // The task is begun again when its worker has not been heard of for a while.
    for (let waited = 0; waited < 90 && (await reader.get('/import/progress', { taskId })).body.data?.status === 1; waited++)
      await sleep(1000)
    const end = (await reader.get('/import/progress', { taskId })).body.data as ImportState
    const last = await count()
    if (end.status !== 2 || last !== MOST_ROWS) faults.push(`round ${round}: in the end status ${end.status}, ${last} rows`)
  }
  await app.stop()
  // Not yet seen red; breaks it: each batch of `all` in a transaction of its own.
  return [
    noFaults({ id: 'U-07', engine: app.engine, what: `导入途中 kill -9（${times} 次）：没有导入一半，重启后自行完成一次` }, faults, killed),
  ]
}
