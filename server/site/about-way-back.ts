import type { aboutUs } from '../../contract/site/about.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { cleanStored } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { addVersion, columns, current, logged } from './about.ts'
import { isUndecided, lockVersions, noteStep, refuseUnseenWaiting } from './about-timed.ts'
import { changingSite } from './changed.ts'

type Asked = Parsed<typeof aboutUs.rollback>['body']

/**
 * Cancels a version whose publication time has not come; shows an earlier version, or one that was cancelled or missed, as a new version.
 * Throws a conflict when the version, or the one that is shown, is no longer what the caller saw; the version that is shown is refused.
 */
export const rollbackAbout = (k: Kernel, call: Call, { id, standing, basedOn, waiting }: Asked): Promise<{ id: number }> =>
  changingSite(k, async (db) => {
    await lockVersions(db)
    const row = await db
      .selectFrom('about_version')
      .where('id', '=', id)
      .select([...columns, 'created_by', 'cancelled', isUndecided.as('waits')])
      .executeTakeFirst()
    if (!row) throw notFound('该版本不存在')
    const waits = !row.cancelled && (row.waits || Date.parse(row.publish_at) > k.clock.now().getTime())
    if (standing === 'waiting' && !waits) throw conflict(row.cancelled ? '该版本已被取消' : '该版本已经发布，没有取消')
    if (standing === 'past' && waits) throw conflict()
    if (waits) return cancel(k, db, call, row)
    const replaced = await current(k, db)
    if (basedOn !== undefined && (replaced?.id ?? null) !== basedOn)
      throw conflict('其间有人发布了新的内容，没有恢复；请查看现在的内容后再决定')
    if (replaced?.id === id) throw refused('该版本就是正在显示的版本，不用恢复', 'STATE')
    await refuseUnseenWaiting(db, waiting)
    if (basedOn === undefined && replaced) await tellReplaced(k, db, call, replaced.id)
    return putBack(k, db, call, row)
  })

type Row = NonNullable<Awaited<ReturnType<typeof current>>>

async function cancel(k: Kernel, db: Db, call: Call, row: Row & { created_by: number | null }): Promise<{ id: number }> {
  const { id, publish_at: publishTime, created_by: planner } = row
  await noteStep(db, call, id, 'cancel')
  await db.updateTable('about_version').set({ cancelled: true }).where('id', '=', id).execute()
  await audit(db, call, { action: 'about.cancel', objectType: 'about', objectId: id, detail: { before: logged(row), publishTime } })
  const { userId, name } = signedIn(call.actor)
  if (planner === null || planner === userId) return { id }
  const at = shanghaiMinute(publishTime)
  await notify(db, k, {
    to: { userId: planner },
    kind: 'system',
    title: `${name}取消了您定于 ${at} 发布的“关于我们”`,
    link: '/work/aboutUs',
    key: `about:${id}`,
  })
  return { id }
}

/**
 * The specification has the address, and says nothing of what is sent: a call with the number alone replaces what it did not name. Nothing is
 * lost, every version stays and can be shown again; who published the replaced one hears of it.
 */
async function tellReplaced(k: Kernel, db: Db, call: Call, id: number): Promise<void> {
  const { userId, name } = signedIn(call.actor)
  const { created_by, publish_at } = await db
    .selectFrom('about_version')
    .where('id', '=', id)
    .select(['created_by', 'publish_at'])
    .executeTakeFirstOrThrow()
  if (created_by === null || created_by === userId) return
  await notify(db, k, {
    to: { userId: created_by },
    kind: 'system',
    title: `${name}恢复了以前的“关于我们”，替换了您 ${shanghaiMinute(publish_at)} 发布的内容`,
    body: '您的内容留在“版本”里，可以比较，也可以再恢复。',
    link: '/work/aboutUs',
    key: `about-replaced:${id}:${call.requestId}`,
  })
}

async function putBack(k: Kernel, db: Db, call: Call, row: Row): Promise<{ id: number }> {
  // Content is cleaned again on reading, so that content that bypassed the editor cannot do harm (I-03).
  const { contact_phone, address, opening_hours, map_picture } = row
  const written = { content: cleanStored(row.content), contact_phone, address, opening_hours, map_picture }
  const made = await addVersion(db, signedIn(call.actor), k.clock.now(), written)
  await audit(db, call, {
    action: 'about.putBack',
    objectType: 'about',
    objectId: made.id,
    detail: { basedOn: row.id, after: logged(row) },
  })
  return made
}
