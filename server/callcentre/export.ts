import type { z } from 'zod'
import { CallExport } from '../../contract/callcentre/calls.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { CALL } from './locking.ts'
import { callCount } from './queries.ts'
import { exportRows } from './reading.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Exports up to this size are answered at once; larger ones run as a job with progress. */
const AT_ONCE = 1000
type Row = Awaited<ReturnType<typeof exportRows>>[number]
const columns: { key: string; title: string; width: number; value: (r: Row) => string | number | null }[] = [
  { key: 'directionName', title: '呼叫方向', width: 10, value: (r) => r.directionName },
  { key: 'phone', title: '号码', width: 16, value: (r) => r.phone },
  { key: 'startTime', title: '开始时间', width: 22, value: (r) => r.startTime },
  { key: 'endTime', title: '结束时间', width: 22, value: (r) => r.endTime },
  { key: 'seconds', title: '通话秒数', width: 10, value: (r) => r.seconds },
  { key: 'stateName', title: '状态', width: 10, value: (r) => r.stateName },
  { key: 'agentName', title: '坐席', width: 16, value: (r) => r.agentName },
  { key: 'companyName', title: '企业', width: 34, value: (r) => r.companyName },
  { key: 'contact', title: '联系人', width: 12, value: (r) => r.contact },
  { key: 'typeName', title: '类型', width: 26, value: (r) => r.typeName },
  { key: 'content', title: '内容', width: 50, value: (r) => r.content },
  { key: 'resultName', title: '处理结果', width: 12, value: (r) => r.resultName },
  { key: 'reportFlag', title: '是否上报', width: 10, value: (r) => (r.reportFlag === 1 ? '是' : '否') },
  { key: 'appealNo', title: '诉求编号', width: 20, value: (r) => r.appealNo },
  { key: 'officeName', title: '转往部门', width: 20, value: (r) => r.officeName },
]

/** Exports the list under the same filter: numbers are masked, in texts too, and cells that look like formulas are text (E-01). */
export async function exportCalls(k: Kernel, call: Call, filter: z.output<typeof CallExport>): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const n = await callCount(k, k.db, actor, filter)
  if (n > AT_ONCE) throw refused(`符合条件的有 ${n} 条，一次最多导出 ${AT_ONCE} 条，请缩小范围`)
  const rows = await exportRows(k, k.db, actor, filter, 0, AT_ONCE)
  await k.db.transaction().execute((db) => audit(db, call, { action: 'call.export', objectType: CALL, detail: { rows: rows.length } }))
  const body = await makeSheet(
    '通话记录',
    [columns.map((c) => c.title), ...rows.map((row) => columns.map((c) => toCell(c.value(row))))],
    columns.map((c) => c.width),
  )
  return { fileName: `通话记录_${today(k.clock)}.xlsx`, mime: XLSX, body }
}

/** The same as a job with progress, for any number of calls (POST /export/start, bizType call). */
export function offerCallExport(k: Kernel): void {
  offersExport(k, 'call', {
    title: '通话记录',
    access: 'call:read',
    filters: CallExport,
    columns: columns.map(({ key, title, width }) => ({ key, title, width })) as { key: never; title: string; width: number }[],
    count: (scope) => callCount(scope.k, scope.db, scope.actor, scope.filters),
    rows: ({ k: kernel, db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await exportRows(kernel, db, actor, filters, after, limit)).map((row) => ({
          id: row.id,
          ...Object.fromEntries(columns.map((c) => [c.key, c.value(row)])),
        })),
      ),
  })
}
