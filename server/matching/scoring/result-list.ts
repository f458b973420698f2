import type { Parsed } from '../../../contract/endpoint.ts'
import type { highTechResults, ScoreResultRow } from '../../../contract/matching/hightech.ts'
import { companiesOf, noteExport, noteListed } from '../../company/index.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { today } from '../../kernel/clock.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import type { ScoreScheme } from '../catalogue.ts'
import { schemeById } from './schemes.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

type Filters = Omit<Parsed<typeof highTechResults.page>['body'], 'page' | 'pageSize'>
const SHEET_ROWS = 10_000

/** Columns of a score table's results: the company, its score, and one column per group. */
export function resultHeaders(id: number): { prop: string; label: string }[] {
  return headersOf(schemeById(id))
}
const headersOf = (scheme: ScoreScheme) => [
  { prop: 'companyName', label: '企业名称' },
  { prop: 'code', label: '统一社会信用代码' },
  { prop: 'scoreText', label: `综合得分（满分 ${scheme.max}）` },
  { prop: 'status', label: '评分状态' },
  ...scheme.groups.map((g) => ({ prop: `group_${g.id}`, label: `${g.label}（${g.max}）` })),
  { prop: 'missing', label: '待补充项' },
  { prop: 'updateTime', label: '评分时间' },
]

const points = (low: number, high: number) => (low === high ? `${low}` : `${low}～${high}`)

/** Only visible companies with valid consent (P-01), even before the next refresh deletes the others. */
function asked(k: Kernel, actor: Actor, scheme: ScoreScheme, q: Filters) {
  let rows = k.db
    .selectFrom('score_result as r')
    .innerJoin('company_facts as f', (j) => j.onRef('f.company_id', '=', 'r.company_id').on('f.authorized', '=', true))
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .where('r.scheme', '=', scheme.id)
    .where(companiesOf(actor))
  if (q.status) rows = rows.where('r.status', '=', q.status)
  if (q.companyName) rows = rows.where('c.name', 'like', likeText(q.companyName))
  return rows
}

async function pageOfResults(
  k: Kernel,
  actor: Actor,
  { page, pageSize, ...q }: Filters & { page: number; pageSize: number },
): Promise<{ total: number; list: ScoreResultRow[] }> {
  const scheme = schemeById(q.id)
  const { total, rows } = await pageOf(
    asked(k, actor, scheme, q),
    { page, pageSize },
    (found) => found.orderBy('r.score_min', 'desc').orderBy('r.score_max', 'desc').orderBy('r.company_id'),
    (found) =>
      found.select(['c.id', 'c.name', 'c.credit_code', 'r.score_min', 'r.score_max', 'r.status', 'r.groups', 'r.missing', 'r.updated_at']),
  )
  const list = rows.map((r) => ({
    id: r.id,
    companyId: r.id,
    companyName: r.name,
    code: r.credit_code,
    score: r.score_min,
    scoreText: points(r.score_min, r.score_max),
    status: r.status,
    missing: r.missing,
    updateTime: r.updated_at,
    ...Object.fromEntries(scheme.groups.map((g) => [`group_${g.id}`, points(...(r.groups[g.id] ?? [0, 0]))])),
  }))
  return { total, list }
}

/** The access is recorded in the ledger of each shown company (G-06). */
export async function resultPage(k: Kernel, actor: Actor, body: Parsed<typeof highTechResults.page>['body']) {
  const { total, list } = await pageOfResults(k, actor, body)
  await noteListed(
    k,
    k.db,
    actor,
    `查看${schemeById(body.id).title}结果`,
    list.map((row) => row.companyId),
  )
  return { total, list }
}

export async function exportResults(k: Kernel, call: Call, q: Filters): Promise<FileAnswer> {
  const scheme = schemeById(q.id)
  const { total, list: rows } = await pageOfResults(k, signedIn(call.actor), { ...q, page: 1, pageSize: SHEET_ROWS })
  if (total > SHEET_ROWS) throw refused('结果超过 10,000 行，请缩小范围后再导出', 'TOO_MANY_ROWS')
  const headers = headersOf(scheme)
  const cells = rows.map((row) => headers.map(({ prop }) => toCell((row as Record<string, unknown>)[prop])))
  await audit(k.db, call, { action: 'score.export', objectType: 'score', objectId: scheme.id, detail: { filters: q, rows: rows.length } })
  await noteExport(
    k,
    k.db,
    signedIn(call.actor),
    `导出${scheme.title}结果`,
    rows.map((r) => r.companyId),
  )
  return {
    fileName: `${scheme.title}_${today(k.clock).replaceAll('-', '')}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await makeSheet(
      '评分结果',
      [headers.map((h) => h.label), ...cells],
      headers.map(({ prop }) => (prop === 'companyName' ? 34 : 18)),
    ),
  }
}
