import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RowRule } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'
import { audit, systemCall } from '../audit/audit.ts'
import type { Db } from '../db/index.ts'
import { requestCancel } from '../jobs/task.ts'
import { send } from '../jobs/outbox.ts'
import type { Kernel } from '../kernel.ts'
import { exporterOf, mayExport } from './exporters.ts'

/** The exporting person with the rights of the start, as the task keeps them. */
export type MadeUnder = Omit<Actor, 'permissions'> & { permissions: string[] }

export const DROP = 'export.drop'
export const rightsNarrowed = '您的权限已变化，请重新导出'
const NO_RIGHT = '您现在没有这项导出的权限，不能下载'

/**
 * Why this person may no longer have what was exported; null: they may. `narrowed`: they may export the list, but the present rights do not
 * cover those of the start, so the file may hold rows or clear values that they no longer see (ADR 1037).
 */
export function whyClosed(
  k: Kernel,
  now: Actor | null,
  params: Record<string, unknown> | null,
): { narrowed: boolean; message: string } | null {
  if (!now || !mayExport(now, exporterOf(k, String(params?.bizType)))) return { narrowed: false, message: NO_RIGHT }
  return covers(now, params?.actor as MadeUnder | undefined) ? null : { narrowed: true, message: rightsNarrowed }
}

/** Wider rights cover narrower ones. What an export reads of other resources is not told apart: any lost permission or rule counts. */
function covers(now: Actor, then: MadeUnder | undefined): boolean {
  return (
    then !== undefined
    && then.type === now.type
    && then.officeId === now.officeId
    && then.permissions.every((code) => now.permissions.has(code))
    && (then.rules ?? []).every((rule) => now.rules?.some((one) => opens(one, rule)))
  )
}

/** Whether a rule opens at least the rows of another. Rules that cannot be told apart simply count as narrower. */
function opens(now: RowRule, then: RowRule): boolean {
  const sameScope = now.scope === then.scope && isDeepStrictEqual(now.officeIds, then.officeIds)
  const sameLines = isDeepStrictEqual(now.lines, then.lines)
  return now.resource === then.resource && (sameScope || now.scope === 'all') && (sameLines || now.lines.length === 0)
}

/** Deletes the file rows of these exports in the transaction; the bytes are deleted afterwards. */
export async function dropExportFiles(db: Db, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const gone = await db
    .deleteFrom('file')
    .where('object_type', '=', 'export')
    .where('object_id', 'in', [...taskIds])
    .returning('key')
    .execute()
  for (const { key } of gone) await send(db, DROP, `${DROP}:${key}`, { key })
}

/** Stops exports and deletes their files when their owner's rights no longer cover them, also when the owner never asks. */
export async function endNarrowedExports(k: Kernel): Promise<void> {
  const kept = await k.db
    .selectFrom('task')
    .select(['id', 'owner_id', 'params', 'state'])
    .where('kind', '=', 'export')
    .where((e) =>
      e.or([
        e('state', 'in', ['queued', 'running']),
        e.exists(
          e
            .selectFrom('file')
            .select('file.key')
            .where('file.object_type', '=', 'export')
            .where('file.object_id', '=', sql<string>`task.id::text`),
        ),
      ]),
    )
    .execute()
  for (const [owner, tasks] of Map.groupBy(kept, (task) => task.owner_id)) {
    const now = owner === null ? null : await k.actorOfUser(owner)
    for (const { id, params, state } of tasks) {
      const why = whyClosed(k, now, params)
      if (!why) continue
      await k.db.transaction().execute(async (db) => {
        if (state !== 'done') return void (await requestCancel(db, id, why.message))
        await db.updateTable('task').set({ message: rightsNarrowed }).where('id', '=', id).execute()
        await dropExportFiles(db, [id])
        const detail = { bizType: String(params?.bizType), reason: why.message }
        await audit(db, systemCall('export.rights'), { action: 'export.void', objectType: 'export', objectId: id, detail })
      })
    }
  }
}
