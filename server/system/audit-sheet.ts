import { actorTypeWords, actorWords } from '../../contract/audit-actor.ts'
import { changesOf } from '../../contract/audit-changes.ts'
import { auditRecordWords, auditResults, auditWords } from '../../contract/audit-words.ts'
import { maskDeep } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loggedAfter } from './audit-rows.ts'
import { namesInEntries } from './detail-names.ts'
import type { LogFilter } from './log-rows.ts'

export const auditSheetColumns = [
  { key: 'at', title: '时间', width: 22 },
  { key: 'user', title: '用户' },
  { key: 'userType', title: '用户类型', width: 12 },
  { key: 'ip', title: '来源地址' },
  { key: 'action', title: '事项', width: 24 },
  { key: 'code', title: '操作代码', width: 24 },
  { key: 'objectType', title: '对象类型' },
  { key: 'objectId', title: '对象编号' },
  { key: 'objectName', title: '对象名称', width: 20 },
  { key: 'result', title: '结果', width: 10 },
  { key: 'requestId', title: '追踪号', width: 20 },
  { key: 'changes', title: '变更（之前 → 之后）', width: 60 },
  { key: 'rest', title: '记录的内容', width: 60 },
] as const

/** A changed field; empty for one that a new record leaves empty. */
function inOneLine({ key, before, after }: ReturnType<typeof changesOf>['changes'][number]): string {
  const [was, is] = [before || '无', after || '无']
  return was === is ? '' : `${key}：${was} → ${is}`
}

/** Rows of the exported audit log: the words of the screen, with each changed field before and after. */
export async function auditSheetRows(k: Kernel, db: Db, q: LogFilter, after: number, limit: number) {
  const rows = await loggedAfter(db, q, after, limit)
  const entries = rows.map((row) => ({ row, entry: { object_type: row.objectType, object_id: row.objectId, detail: row.detail } }))
  const namesOf = await namesInEntries(
    k,
    db,
    entries.map(({ entry }) => entry),
  )
  return Promise.all(
    entries.map(async ({ row, entry }) => {
      const names = await namesOf(entry)
      const { changes, rest } = changesOf(maskDeep(row.detail), names)
      return {
        id: row.id,
        at: row.at,
        user: actorWords(row),
        userType: actorTypeWords(row.userType),
        ip: row.ip,
        action: auditWords(row.action),
        code: row.action,
        objectType: row.objectType && auditRecordWords(row.objectType),
        objectId: row.objectId,
        objectName: names.object,
        result: auditResults[row.result] ?? row.result,
        requestId: row.requestId,
        changes: changes.map(inOneLine).filter(Boolean).join('；'),
        rest: rest.map(([label, value]) => `${label}：${value}`).join('；'),
      }
    }),
  )
}
