import { activityFacts } from '../../contract/training/states.ts'
import type { activity } from '../../contract/training/activity.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import { filesOf, replaceFiles } from '../kernel/files/access.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { lockActivity } from './activity-save.ts'
import { publishes } from './flow.ts'

/** Separate from the pictures of an activity, which are as public as the activity. */
export const MATERIAL = 'trainMaterial'

/**
 * Replaces the materials for participants, such as slides and forms. Possible as long as the activity is published, even after it has
 * ended.
 */
export const saveMaterials = (k: Kernel, call: Call, { id, files }: Parsed<typeof activity.saveMaterials>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const actor = signedIn(call.actor)
    const row = await lockActivity(k, db, actor, id)
    if (!publishes(actor, row)) throw forbidden()
    if (row.state !== activityFacts.code.passed) throw refused('活动没有公开，不能放资料', 'STATE')
    await replaceFiles(db, actor, files, MATERIAL, id)
    await audit(db, call, { action: 'trainActivity.materials', objectType: 'trainActivity', objectId: id, detail: { files: files.length } })
    return true
  })

/** The materials for users who manage the activity and participants with a seat; null for all others. */
export async function materialsFor(k: Kernel, id: number, may: boolean) {
  return may ? (await filesOf(k.db, MATERIAL, id)).map(({ filePath, fileName }) => ({ filePath, fileName })) : null
}
