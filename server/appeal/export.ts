import type { z } from 'zod'
import { AppealExport, type AppealRow } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { maskText } from '../kernel/access/pii.ts'
import { exportRows } from './reading.ts'
import { found } from './queries.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const AT_ONCE = 2000
const columns: {
  key: string
  title: string
  width: number
  value: (row: AppealRow & { content: string; dealContent: string | null }) => string | number | null
}[] = [
  { key: 'appealNo', title: '编号', width: 20, value: (r) => r.appealNo },
  { key: 'title', title: '标题', width: 36, value: (r) => r.title },
  { key: 'typeName', title: '类型', width: 26, value: (r) => r.typeName },
  { key: 'state', title: '状态', width: 10, value: (r) => r.stateName },
  { key: 'sender', title: '提出人', width: 30, value: (r) => r.companyName ?? r.userName },
  { key: 'contact', title: '联系人', width: 10, value: (r) => r.contact },
  { key: 'phone', title: '电话', width: 16, value: (r) => r.phone },
  { key: 'street', title: '镇街', width: 14, value: (r) => r.streetName },
  { key: 'source', title: '来源', width: 16, value: (r) => r.sourceTypeName },
  { key: 'office', title: '主办部门', width: 22, value: (r) => r.officeName },
  { key: 'submitTime', title: '提交时间', width: 22, value: (r) => r.submitTime },
  { key: 'deadline', title: '承诺办结', width: 22, value: (r) => r.deadline },
  { key: 'closeTime', title: '办结时间', width: 22, value: (r) => r.closeTime },
  { key: 'result', title: '办理结果', width: 12, value: (r) => r.result },
  { key: 'content', title: '诉求内容', width: 50, value: (r) => maskText(r.content) },
  { key: 'dealContent', title: '答复', width: 50, value: (r) => r.dealContent && maskText(r.dealContent) },
  { key: 'score', title: '评价', width: 8, value: (r) => r.score },
]

/** Exports the list under the same filter. Contacts and numbers in the texts are masked; cells that look like formulas are text (E-01). */
export async function exportAppeals(k: Kernel, call: Call, filter: z.output<typeof AppealExport>): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const { n } = await found(k.db, actor, filter, k.clock.now().toISOString())
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n > AT_ONCE) throw refused(`符合条件的有 ${n} 条，一次最多导出 ${AT_ONCE} 条，请缩小范围`)
  const rows = await exportRows(k, k.db, actor, filter, 0, AT_ONCE)
  await k.db
    .transaction()
    .execute((db) => audit(db, call, { action: 'appeal.export', objectType: 'appeal', detail: { rows: rows.length } }))
  const body = await makeSheet(
    '企业诉求',
    [columns.map((c) => c.title), ...rows.map((row) => columns.map((c) => toCell(c.value(row))))],
    columns.map((c) => c.width),
  )
  return { fileName: `企业诉求_${today(k.clock)}.xlsx`, mime: XLSX, body }
}

/** The same export as a job with progress, for any number of rows (POST /export/start, bizType appeal). */
export function offerAppealExport(k: Kernel): void {
  offersExport(k, 'appeal', {
    title: '企业诉求',
    access: 'appeal:read',
    filters: AppealExport,
    columns: columns.map(({ key, title, width }) => ({ key, title, width })) as { key: never; title: string; width: number }[],
    count: async ({ db, actor, filters }) =>
      (
        await found(db, actor, filters, k.clock.now().toISOString())
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: ({ db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await exportRows(k, db, actor, filters, after, limit)).map((row) => ({
          id: row.id,
          ...Object.fromEntries(columns.map((c) => [c.key, c.value(row)])),
        })),
      ),
  })
}
