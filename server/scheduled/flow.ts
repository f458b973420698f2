import { scheduledStates, type ScheduledKind, type ScheduledMove } from '../../contract/scheduled/states.ts'
import type { Access } from '../../contract/endpoint.ts'
import { checkAccess, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { flow, type Standing } from '../kernel/flow.ts'

const { waiting, done, missed, cancelled } = scheduledStates.code

interface ScheduledStanding extends Standing {
  state: number
  /** the right to change the record at once; the contract asks for it at the door */
  may: (actor: Actor) => boolean
}

/** What a planned change does, in words of the list and of notices. */
export const whatOf = (row: { removes: boolean; row_id: number | null }): '删除' | '新增' | '修改' =>
  row.removes ? '删除' : row.row_id === null ? '新增' : '修改'

/** 等待执行 → 已执行 | 未执行, by the clock; → 已取消, by anybody who may change the record at once. */
export const scheduledFlow = flow<'later_change', ScheduledStanding, ScheduledMove>({
  name: 'later',
  table: 'later_change',
  thing: '定时修改',
  labels: scheduledStates.labels,
  first: [waiting],
  final: [done, missed, cancelled],
  steps: [
    { from: [waiting], move: 'act', to: done, who: 'system', name: '执行' },
    { from: [waiting], move: 'missed', to: missed, who: 'system', name: '记为未执行' },
    { from: [waiting], move: 'cancel', to: cancelled, who: (actor, { may }) => may(actor), name: '取消' },
  ],
})

/** Whether somebody has the right that the save at once asks for. */
export function isAdmitted(access: Access, actor: Actor): boolean {
  try {
    checkAccess(access, actor)
    return true
  } catch {
    return false
  }
}

export async function lockChange(db: Db, kind: ScheduledKind, id: number) {
  const row = await db.selectFrom('later_change').selectAll().where('id', '=', id).where('kind', '=', kind).forUpdate().executeTakeFirst()
  if (!row) throw notFound('该定时修改不存在')
  return row
}
