import { sql } from 'kysely'
import { smsPurposes, smsSendCodes } from '../../contract/sms/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { addDays, today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { authorsOf } from './authors.ts'
import { askedSends, exportedSends, type SendFilters } from './reading.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const AT_ONCE = 2000
const DAYS = 30
const titles = ['任务', '模板', '用途', '内容', '状态', '应发', '成功', '失败', '结果未知', '跳过', '编写', '复核', '开始', '结束']
const widths = [24, 20, 8, 50, 10, 8, 8, 8, 10, 8, 16, 16, 20, 20]

/** Exports the sends of the list with their counts, without recipients. */
export async function exportSends(k: Kernel, call: Call, filters: SendFilters): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const { n } = await askedSends(k.db, actor, filters)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n > AT_ONCE) throw refused(`符合条件的有 ${n} 条，一次最多导出 ${AT_ONCE} 条，请缩小范围`)
  const rows = await exportedSends(k.db, actor, filters, AT_ONCE)
  const authors = await authorsOf(k.db, rows)
  await k.db
    .transaction()
    .execute((db) => audit(db, call, { action: 'smsSend.export', objectType: 'smsSend', detail: { rows: rows.length } }))
  const lines = rows.map((r) => [
    r.name,
    r.template_name,
    smsPurposes[r.purpose],
    r.content,
    smsSendCodes.labels[r.state as keyof typeof smsSendCodes.labels],
    r.total_num,
    r.success_num,
    r.fail_num,
    r.unknown_num,
    r.skip_num,
    authors.get(r.id) ?? r.created_by_name,
    r.reviewed_by_name,
    r.begun_at,
    r.ended_at,
  ])
  const body = await makeSheet('短信发送', [titles, ...lines.map((line) => line.map(toCell))], widths)
  return { fileName: `短信发送_${today(k.clock)}.xlsx`, mime: XLSX, body }
}

/** Messages per day by result; without dates, the last thirty days. */
export async function sendFigures(k: Kernel, q: { startTime?: string | undefined; endTime?: string | undefined }) {
  const end = q.endTime ?? today(k.clock)
  const start = q.startTime ?? addDays(end, 1 - DAYS)
  const day = sql<string>`to_char(m.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const rows = await k.db
    .selectFrom('sms_message as m')
    .where(dayRange('m.submitted_at', start, end))
    .groupBy([day, 'm.state'])
    .select((e) => [day.as('day'), 'm.state', e.fn.countAll<number>().as('n')])
    .orderBy(day)
    .execute()
  const names = [...new Set(rows.map((row) => row.day))]
  const values = (...states: number[]) =>
    names.map((name) => rows.filter((row) => row.day === name && states.includes(row.state)).reduce((sum, { n }) => sum + n, 0))
  return {
    names,
    series: [
      { name: '成功', values: values(1, 2) },
      { name: '失败', values: values(3) },
      { name: '结果未知', values: values(4) },
    ],
  }
}
