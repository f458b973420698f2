import { appealMoveWords, appealScores } from '../../contract/appeal/states.ts'
import type { AppealDetail } from '../../contract/appeal.ts'
import type { Db } from '../kernel/db/index.ts'

/** Texts between offices, which the sender does not see. */
const internal = new Set(['transfer', 'back', 'reject', 'rule', 'merge'])
/** Steps between offices, which the sender does not see at all. */
const unseen = new Set(['reject', 'extendAsk', 'extendRefuse', 'escalate', 'assist'])

/** The history of an appeal, the oldest first. The sender sees offices, staff see persons. */
export async function stepsOf(db: Db, id: number, forSender: boolean): Promise<AppealDetail['steps']> {
  const rows = await db
    .selectFrom('flow_log as l')
    .leftJoin('sys_user as u', 'u.id', 'l.actor_id')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('l.flow', '=', 'appeal')
    .where('l.row_id', '=', id)
    .select(['l.id', 'l.move', 'l.from_state', 'l.to_state', 'l.actor_name', 'l.reason', 'l.payload', 'l.at', 'u.type', 'o.name as office'])
    .orderBy('l.id')
    .execute()
  return rows
    .filter((row) => row.move !== 'create' && row.move !== 'change' && !(forSender && unseen.has(row.move)))
    .map((row) => {
      const byStaff = row.type === 'YYF'
      // The service centre's return is for the sender; an office's return is for the service centre.
      const hidden = forSender && internal.has(row.move) && !(row.move === 'back' && row.to_state === '5')
      return {
        id: row.id,
        move: row.move,
        name: row.move === 'back' && row.to_state === '1' ? '部门退回' : (appealMoveWords[row.move] ?? row.move),
        at: row.at,
        by: forSender ? (byStaff ? (row.office ?? '服务中心') : '提出人') : [row.actor_name, row.office].filter(Boolean).join(' · '),
        reason: hidden ? null : row.reason,
        detail: told(row.move, row.payload, forSender),
      }
    })
}

function told(move: string, payload: object | null, forSender: boolean): string | null {
  const kept = (payload ?? {}) as {
    office?: string
    assist?: string[]
    content?: string
    result?: string
    kind?: string
    score?: number
    lead?: string
    days?: number
  }
  if (move === 'transfer' && kept.office)
    return kept.assist?.length ? `主办：${kept.office}；协办：${kept.assist.join('、')}` : `主办：${kept.office}`
  if (kept.lead !== undefined) return forSender ? '与同一原因的诉求一并答复' : `主办 ${kept.lead}`
  if (kept.days !== undefined) return `${kept.days} 个工作日`
  if (move === 'rule' && kept.office) return `由${kept.office}办理`
  if (move === 'deal' && !forSender) return [kept.result, kept.content].filter(Boolean).join('：')
  if (move === 'pause') return kept.kind ?? null
  if (kept.score !== undefined) return appealScores[kept.score] ?? null
  return null
}
