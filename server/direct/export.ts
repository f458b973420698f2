import { authStatuses } from '../../contract/company.ts'
import { inWan } from '../../contract/money.ts'
import { directRowFilters } from '../../contract/direct.ts'
import { directOrigins, directRowLabels } from '../../contract/direct/states.ts'
import { query } from '../../contract/fields.ts'
import { noteExport } from '../company/index.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowColumns, rowsOf, type RowFilters } from './queries.ts'

const columns = [
  { key: 'companyName', title: '企业名称', width: 34 },
  { key: 'code', title: '统一社会信用代码', width: 22 },
  { key: 'title', title: '名单', width: 34 },
  { key: 'year', title: '年度', width: 8 },
  { key: 'asOf', title: '基准日', width: 14 },
  { key: 'ruleVersion', title: '规则版本', width: 10 },
  { key: 'amount', title: '金额（万元）', width: 14 },
  { key: 'steps', title: '计算过程', width: 60 },
  { key: 'facts', title: '依据（值、来源、日期）', width: 60 },
  { key: 'state', title: '状态', width: 14 },
  { key: 'reason', title: '原因', width: 30 },
  { key: 'origin', title: '列入方式', width: 16 },
  { key: 'hash', title: '依据校验值', width: 70 },
] as const

/** Exports the list as a sheet, without account and contact. */
export function offerDirectExport(k: Kernel): void {
  offersExport(k, 'direct', {
    title: '免申即享名单',
    archive: true,
    access: 'direct:read',
    filters: query(directRowFilters),
    columns,
    count: async ({ db, actor, filters }) =>
      (
        await rowsOf(db, actor, filters as RowFilters)
          .where('l.state', '<>', 'draft')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async function* ({ db, actor, filters, signal, exportId }) {
      const left: number[] = []
      yield* byKeyset(
        signal,
        async (after, limit) => {
          const rows = await rowsOf(db, actor, filters as RowFilters)
            .innerJoin('company as c', 'c.id', 'r.company_id')
            .where('l.state', '<>', 'draft')
            .where('r.id', '>', after)
            .select([...rowColumns, 'l.title', 'l.year', 'l.as_of', 'l.rule_version', 'r.evidence', 'r.evidence_hash', 'c.auth_status'])
            .orderBy('r.id')
            .limit(limit)
            .execute()
          return rows.map((r) => {
            // As on the screen (P-01): a company that withdrew the consent to its archive and did not agree to the list is not disclosed.
            const open = r.auth_status === authStatuses.granted || ['consented', 'handed', 'held'].includes(r.state)
            if (open) left.push(r.company_id)
            return {
              id: r.id,
              companyName: r.company_name,
              code: r.credit_code,
              title: r.title,
              year: r.year,
              asOf: r.as_of,
              ruleVersion: r.rule_version,
              amount: inWan(r.amount),
              steps: open ? (r.evidence.judgement.amount?.steps ?? []).join('；') : '企业已撤回档案授权',
              facts: open ? r.evidence.facts.map((f) => `${f.label} ${f.text}（${f.source}${f.asOf ? ` ${f.asOf}` : ''}）`).join('；') : '',
              state: directRowLabels[r.state],
              reason: r.reason,
              origin: directOrigins[r.origin],
              hash: r.evidence_hash,
            }
          })
        },
        200,
      )
      if (!signal.aborted) await noteExport(k, db, actor, '导出免申即享名单', left, exportId)
    },
  })
}
