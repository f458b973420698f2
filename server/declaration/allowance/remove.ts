import { signedIn } from '../../kernel/actor.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import { detachFiles } from '../../kernel/files/access.ts'
import { allowed } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { OBJECT } from './changes.ts'
import { allowanceFlow } from './flow.ts'
import { lockSeen, makeMove } from './move.ts'

/**
 * Deletes all rows or none: one row that can no longer be deleted refuses the whole request. Rows are only marked as deleted: a company
 * that applied is told the reason, and can still read its application.
 */
export function removeAllowances(k: Kernel, call: Call, ids: readonly number[], reason: string | undefined): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const row = await lockSeen(k, db, actor, id)
      const asked = row.source === 'enterprise'
      if (!allowed(allowanceFlow, actor, row).includes('remove')) throw refused(`“${row.project_name}”已通过审核，不能删除`, 'STATE')
      if (asked && !reason) throw invalidField('reason', '请填写删除的原因，企业会看到')
      await makeMove(k, db, call, row, {
        move: 'remove',
        version: row.version,
        reason,
        set: { deleted_reason: reason ?? null },
        detail: { project: row.project_name },
      })
      if (asked) continue
      const { files } = await db.selectFrom('allowance').select('files').where('id', '=', id).executeTakeFirstOrThrow()
      await detachFiles(
        db,
        files.map((f) => f.filePath),
        OBJECT,
        id,
      )
    }
    return true
  })
}
