import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportState } from '../contract/imports.ts'
import { CODE_TITLE, titleOf } from '../server/company/archive-sheets.ts'
import { fieldsOfDepartment } from '../server/company/official.ts'
import { writeSheet } from '../server/kernel/sheet/write.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { pageOfCompanies, type ListQuery } from '../server/company/queries.ts'
import { countOf } from '../server/company/figures.ts'
import { desk } from './desk.ts'
import type { Row } from './report.ts'
import { median } from './report.ts'
import { signedIn, watched, type Served } from './served.ts'
import { watchedExport } from './sheets.ts'

const MB = 1 << 20
const EXPORT_SECONDS = 30
const MOST_MB = 200
/** More than the seeded companies. The last rows can be new companies, so they have names. */
const SEEDED = 100
const PAGE_MS = 60

const base: ListQuery = { page: 1, pageSize: 10, sort: 'companyName', order: 'asc' }
const asked: [string, Partial<ListQuery>][] = [
  ['no filter', {}],
  ['page 5,000', { page: 5000 }],
  ['two characters of the name', { companyName: '轴承' }],
  ['part of the code', { code: '0099' }],
  ['street', { streetId: '339999003' }],
  ['county', { streetId: '339991' }],
  ['city, page 3,000', { streetId: '339900', page: 3000 }],
  ['industry', { industry: '34' }],
  ['kind of business and consent', { businessType: 'trade', authStatus: '01' }],
  [
    'founded within a year, by completeness',
    { establishFrom: '2012-01-01', establishTo: '2012-12-31', sort: 'completeness', order: 'desc' },
  ],
  ['incomplete, newest first', { completenessTo: 20, sort: 'updatedAt', order: 'desc' }],
]

/** The company list under each of its filters: one query per page. The count, which production caches, is measured uncached beside it. */
export async function companyList(k: Kernel): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, more] of asked) {
    const query = { ...base, ...more }
    const times: number[] = []
    for (let i = 0; i < 20; i++) {
      const from = performance.now()
      await pageOfCompanies(k, desk(), query)
      times.push(performance.now() - from)
    }
    const { page: _p, pageSize: _s, sort: _o, order: _d, ...filters } = query
    const from = performance.now()
    const total = await countOf(k, desk(), filters)
    const counted = performance.now() - from
    rows.push({
      name: `company list, ${name}`,
      figure: median(times),
      unit: 'ms',
      atMost: PAGE_MS,
      note: `p95 ${times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!.toFixed(1)} ms; ${total} found; count once in 10 s: ${counted.toFixed(0)} ms`,
    })
  }
  return rows
}

/** An export of every archive with its core facts, by the front desk. */
export async function archives(server: Served): Promise<Row[]> {
  const { done, seconds, growth } = await watchedExport(server, 'front1', 'companyArchive')
  return [
    { name: `export of ${done} archives`, figure: seconds, unit: 's', atMost: EXPORT_SECONDS },
    { name: `export of ${done} archives, memory growth`, figure: growth / MB, unit: 'MB', atMost: MOST_MB },
  ]
}

/** A department's sheet of `count` companies, half of them new, each with eight figures. */
async function sheetOf(path: string, count: number): Promise<void> {
  const fields = fieldsOfDepartment('税务')
    .filter((f) => f.type === 'number' && f.unit === '万元')
    .slice(0, 8)
  const titles = ['企业名称', CODE_TITLE, ...fields.map(titleOf)]
  const writer = writeSheet(path, { name: '企业档案', columns: titles.map(() => ({ width: 16 })) })
  await writer.write([titles])
  for (let from = 0; from < count; from += 500)
    await writer.write(
      Array.from({ length: Math.min(500, count - from) }, (_, i) => {
        const place = from + i + Math.floor(count / 2)
        const known = place < count - SEEDED
        const n = known ? place : place + SEEDED
        return [
          known ? null : `基准企业 ${n} 有限公司`,
          `B${String(n).padStart(17, '0')}`,
          ...fields.map((_field, at) => ((n * 7919 + at * 31) % 6_000_000) / 100),
        ]
      }),
    )
  await writer.end()
}

/** The import of the sheet by the front desk, which writes all valid rows. */
export async function archiveImport(server: Served, dir: string, count: number): Promise<Row[]> {
  const path = join(dir, 'archives.xlsx')
  await sheetOf(path, count)
  const { call } = await signedIn(server, 'front1')
  const form = new FormData()
  for (const [name, value] of Object.entries({ source: '税务', mode: 'valid' })) form.append(name, value)
  form.append('file', await openAsBlob(path), 'archives.xlsx')
  const { seconds, growth, result } = await watched(server.pid, async () => {
    let state = await call<ImportState>('/company/info/import', form)
    while (state.status === 1) {
      await sleep(200)
      state = await call<ImportState>(`/import/progress?taskId=${state.taskId}`)
    }
    return state
  })
  if (result.status !== 2 || result.successCount !== count)
    throw new Error(`import: ${result.successCount} rows, ${result.message}, ${JSON.stringify(result.errors.slice(0, 3))}`)
  const note = `${result.addedCount} new, ${result.changedCount} changed; read twice, judged, then written`
  return [
    { name: `import of ${count} archives`, figure: seconds, unit: 's', note },
    { name: `import of ${count} archives, memory growth`, figure: growth / MB, unit: 'MB', atMost: MOST_MB },
  ]
}
