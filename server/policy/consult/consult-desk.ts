import type { z } from 'zod'
import { CONSULT_ANSWERED } from '../../../contract/policy/codes.ts'
import { CONSULT_EXPORT_MAX, type ConsultExport, type ConsultPeriod, type PolicyConsult } from '../../../contract/policy/consult.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { monthsBefore, monthsBetween } from '../../kernel/lists/months.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import { consultFlow } from './consult-flow.ts'
import { consultCount, consultFigures, consultsAfter, forReader, lockConsult } from './consult-queries.ts'
import { handled } from '../../system/index.ts'
import { forStaff } from './consults.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Deletes a consultation in any state; its subject and author stay in the audit log, its text does not. */
export async function deleteConsult(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await lockConsult(db, signedIn(call.actor), id)
    if (!row) throw notFound('该咨询不存在')
    const detail = { policyId: row.policy_id, userId: row.user_id, answered: row.state === CONSULT_ANSWERED }
    await handled(db, k, `consult:${id}`)
    await move(db, call, consultFlow, row, { move: 'delete', version: row.version, detail })
  })
  return true
}

const exportColumns: { title: string; width: number; value: (c: PolicyConsult) => string | number | null }[] = [
  { title: '编号', width: 8, value: (c) => c.id },
  { title: '政策标题', width: 40, value: (c) => c.policyTitle },
  { title: '咨询人', width: 20, value: (c) => c.userName },
  { title: '咨询内容', width: 50, value: (c) => c.consultContent },
  { title: '咨询时间', width: 22, value: (c) => c.consultTime },
  { title: '状态', width: 10, value: (c) => c.replyStateName },
  { title: '转交给', width: 14, value: (c) => c.passedOn?.to ?? null },
  { title: '回复内容', width: 50, value: (c) => c.replyContent },
  { title: '回复人', width: 14, value: (c) => c.replyUserName },
  { title: '回复时间', width: 22, value: (c) => c.replyTime },
]

/** Exports the list under the same filter as a sheet; formulas become text (E-01). */
export async function exportConsults(k: Kernel, call: Call, asked: z.output<typeof ConsultExport>): Promise<FileAnswer> {
  const filter = forReader(signedIn(call.actor), asked)
  const total = await consultCount(k.db, filter)
  if (total > CONSULT_EXPORT_MAX) throw refused(`符合条件的有 ${total} 条，一次最多导出 ${CONSULT_EXPORT_MAX} 条，请缩小范围`)
  const rows = (await consultsAfter(k.db, filter, 0, CONSULT_EXPORT_MAX)).map(forStaff)
  await k.db
    .transaction()
    .execute((db) => audit(db, call, { action: 'consult.export', objectType: 'policy_consult', detail: { rows: rows.length } }))
  const body = await makeSheet(
    '政策咨询',
    [exportColumns.map((c) => c.title), ...rows.map((row) => exportColumns.map((c) => toCell(c.value(row))))],
    exportColumns.map((c) => c.width),
  )
  return { fileName: `政策咨询_${today(k.clock)}.xlsx`, mime: XLSX, body }
}

/** Figures of a period; by default of the last twelve months. */
export async function consultStatistics(k: Kernel, actor: Actor, { startTime, endTime }: z.output<typeof ConsultPeriod>) {
  const to = endTime ?? today(k.clock)
  const from = startTime ?? monthsBefore(to, 11)
  const { months, totals, policies } = await consultFigures(k.db, actor, from, to)
  const names = monthsBetween(from, to)
  const of = (name: string) => months.find((m) => m.month === name)
  return {
    total: Number(totals.total),
    waiting: Number(totals.total) - Number(totals.answered),
    answered: Number(totals.answered),
    averageHours: totals.hours === null ? null : Math.round(Number(totals.hours) * 10) / 10,
    names,
    series: [
      { name: '咨询', values: names.map((n) => Number(of(n)?.asked ?? 0)) },
      { name: '已回复', values: names.map((n) => Number(of(n)?.answered ?? 0)) },
    ],
    policies: policies.map((p) => ({ polInfoId: p.id, policyTitle: p.title, count: Number(p.asked), waiting: Number(p.waiting) })),
  }
}
