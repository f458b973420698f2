import { inWan } from '../../../contract/money.ts'
import { z } from 'zod'
import type { Parsed } from '../../../contract/endpoint.ts'
import { allowanceFilters, allowanceRecord, type allowance as endpoints } from '../../../contract/declaration/allowance.ts'
import { allowanceProgress, allowanceSources } from '../../../contract/declaration/allowance-states.ts'
import { query } from '../../../contract/fields.ts'
import { importParts, type ImportState } from '../../../contract/imports.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { refused } from '../../kernel/errors.ts'
import { byKeyset, offersExport } from '../../kernel/export/exporters.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import { offersImport } from '../../kernel/import/importers.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import type { SheetColumn } from '../../kernel/sheet/check.ts'
import { creditCodeCell, numberCell, plain, textCell } from '../../kernel/sheet/values.ts'
import { makeSheet, templateSheet } from '../../kernel/sheet/write.ts'
import { publicityOf } from './flow.ts'
import { allowanceJudge, applyAllowances, type SheetValue } from './import-rows.ts'
import { asked, seenBy, withColumns, type AllowanceFilters, type Row } from './queries.ts'

const SHEET_ROWS = 10_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const { shape } = allowanceRecord

const importColumns: readonly SheetColumn[] = [
  {
    key: 'creditCode',
    title: '统一社会信用代码',
    required: true,
    text: true,
    width: 24,
    schema: creditCodeCell,
  },
  { key: 'projectName', title: '项目名称', required: true, text: true, width: 30, schema: textCell.pipe(shape.projectName) },
  {
    key: 'year',
    title: '年度',
    required: true,
    schema: textCell
      .transform((s) => plain(s).replace(/年$/, ''))
      .pipe(z.string().regex(/^20\d{2}$/, '应为四位年份'))
      .transform(Number),
  },
  {
    key: 'amount',
    title: '金额（万元）',
    required: true,
    schema: numberCell.pipe(shape.amount),
  },
  { key: 'policy', title: '政策标题', text: true, width: 34, schema: textCell },
  { key: 'office', title: '拨付部门', text: true, width: 20, schema: textCell },
  { key: 'note', title: '备注', text: true, width: 30, schema: textCell.pipe(z.string().max(500, '最多 500 个字')) },
]

const exportColumns = [
  { key: 'companyName', title: '企业名称', width: 34 },
  { key: 'code', title: '统一社会信用代码', width: 22 },
  { key: 'projectName', title: '项目名称', width: 34 },
  { key: 'policyTitle', title: '政策标题', width: 34 },
  { key: 'year', title: '年度', width: 8 },
  { key: 'amount', title: '金额（万元）', width: 14 },
  { key: 'officeName', title: '拨付部门', width: 20 },
  { key: 'stateName', title: '状态', width: 18 },
  { key: 'publicFrom', title: '公示开始', width: 14 },
  { key: 'publicTo', title: '公示结束', width: 14 },
  { key: 'payDate', title: '拨付日期', width: 14 },
  { key: 'source', title: '来源', width: 12 },
] as const
const sheetRow = (r: Row, day: string) => ({
  id: r.id,
  companyName: r.company_name,
  code: r.credit_code,
  projectName: r.project_name,
  policyTitle: r.policy_title,
  year: r.year,
  amount: inWan(r.amount),
  officeName: r.office_name,
  stateName: allowanceProgress(r.state, publicityOf(r, day), r.public_to).name,
  publicFrom: r.public_from,
  publicTo: r.public_to,
  payDate: r.pay_date,
  source: allowanceSources[r.source],
})

export function offerAllowanceSheets(k: Kernel): void {
  offersTemplate(k, 'allowance', async () => ({
    fileName: '补贴导入模板.xlsx',
    mime: XLSX,
    body: await templateSheet('补贴', importColumns),
  }))
  offersImport<Record<string, never>, SheetValue>(k, 'allowance', {
    title: '补贴',
    open: (scope) => {
      const taken = new Set<string>()
      return Promise.resolve({
        columns: importColumns,
        keyOf: ({ creditCode, projectName, year, policy }) =>
          creditCode && projectName && year ? { key: [creditCode, projectName, year, policy ?? ''].join('\n'), column: '项目名称' } : null,
        faultsOf: async (db, rows) => {
          const judge = await allowanceJudge(db, scope.actor, rows, taken)
          return rows.flatMap((row) => judge(row).faults)
        },
        apply: (db, rows, dry) => applyAllowances(scope, db, rows, dry, taken),
      })
    },
  })
  offersExport(k, 'allowance', {
    title: '补贴',
    access: 'allowance:manage',
    filters: query(allowanceFilters),
    columns: exportColumns,
    count: async ({ db, actor, filters }) =>
      (
        await asked(seenBy(db, actor), filters as AllowanceFilters, today(k.clock))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: ({ db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) => {
        const rows = await withColumns(asked(seenBy(db, actor), filters as AllowanceFilters, today(k.clock)))
          .where('a.id', '>', after)
          .orderBy('a.id')
          .limit(limit)
          .execute()
        return rows.map((r) => sheetRow(r, today(k.clock)))
      }),
  })
}

export const importAllowances = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, 'allowance', importParts)

export async function exportAllowances(
  k: Kernel,
  call: Call,
  actor: Actor,
  q: Parsed<typeof endpoints.exportRows>['query'],
): Promise<FileAnswer> {
  const rows = await withColumns(asked(seenBy(k.db, actor), q as AllowanceFilters, today(k.clock)))
    .orderBy('a.id', 'desc')
    .limit(SHEET_ROWS + 1)
    .execute()
  if (rows.length > SHEET_ROWS) throw refused('超过 10,000 行，请缩小范围，或用“导出”按钮分批导出', 'TOO_MANY_ROWS')
  const day = today(k.clock)
  const cells = rows.map((r) => {
    const row: Record<string, unknown> = sheetRow(r, day)
    return exportColumns.map(({ key }) => toCell(row[key]))
  })
  await audit(k.db, call, {
    action: 'allowance.export',
    objectType: 'allowance',
    objectId: 'list',
    detail: { filters: q, rows: rows.length },
  })
  return {
    fileName: `补贴_${day.replaceAll('-', '')}.xlsx`,
    mime: XLSX,
    body: await makeSheet(
      '补贴',
      [exportColumns.map((c) => c.title), ...cells],
      exportColumns.map((c) => c.width),
    ),
  }
}
