import pg from 'pg'
import type { Kernel } from '../server/kernel/kernel.ts'
import { pageOfCompanies, type ListQuery } from '../server/company/queries.ts'
import { countOf } from '../server/company/figures.ts'
import type { Row } from './report.ts'
import { median } from './report.ts'
import { watchedExport, type Exporting } from './sheets.ts'

const MB = 1 << 20
const EXPORT_SECONDS = 30
const EXPORT_MB = 200
const PAGE_MS = 60

/** Streets, dates and completeness of their own for the companies of the benchmark. */
export async function spreadCompanies(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  await db.query(
    `update company set street_id = '33999900' || 1 + id % 6, registered_date = date '2000-01-01' + (id * 37 % 9000)::int, completeness = id % 101,
       business_type = (array['industry', 'trade', 'service'])[1 + id % 3], auth_status = case when id % 9 = 0 then '01' else '02' end`,
  )
  await db.query('vacuum (analyze) company')
  await db.end()
}

const base: ListQuery = { page: 1, pageSize: 10, sort: 'companyName', order: 'asc' }
const asked: [string, Partial<ListQuery>][] = [
  ['no filter', {}],
  ['page 5,000', { page: 5000 }],
  ['two characters of the name', { companyName: '轴承' }],
  ['part of the code', { code: '0099' }],
  ['street', { streetId: '339999003' }],
  ['industry', { industry: '34' }],
  ['kind of business and consent', { businessType: 'trade', authStatus: '01' }],
  [
    'founded within a year, by completeness',
    { establishFrom: '2012-01-01', establishTo: '2012-12-31', sort: 'completeness', order: 'desc' },
  ],
  ['incomplete, newest first', { completenessTo: 20, sort: 'updatedAt', order: 'desc' }],
]

/** The company list under each filter it offers: one query a page; the count, kept in service, is measured cold beside it. */
export async function companyList(k: Kernel): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, more] of asked) {
    const query = { ...base, ...more }
    const times: number[] = []
    for (let i = 0; i < 15; i++) {
      const from = performance.now()
      await pageOfCompanies(k, query)
      times.push(performance.now() - from)
    }
    const { page: _p, pageSize: _s, sort: _o, order: _d, ...filters } = query
    const from = performance.now()
    const total = await countOf(k, filters)
    const counted = performance.now() - from
    rows.push({
      name: `company list, ${name}`,
      figure: median(times),
      unit: 'ms',
      atMost: PAGE_MS,
      note: `${total} found; count once in 10 s: ${counted.toFixed(0)} ms`,
    })
  }
  return rows
}

/** Every archive with its core facts, by the front desk. */
export async function archives(server: Exporting): Promise<Row[]> {
  const { done, seconds, growth } = await watchedExport(server, 'front1', 'companyArchive')
  return [
    { name: `export of ${done} archives`, figure: seconds, unit: 's', atMost: EXPORT_SECONDS },
    { name: `export of ${done} archives, memory growth`, figure: growth / MB, unit: 'MB', atMost: EXPORT_MB },
  ]
}
