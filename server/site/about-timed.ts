import { sql } from 'kysely'
import { aboutUs } from '../../contract/site/about.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { actorOfUser } from '../identity/index.ts'
import { checkAccess, type Actor } from '../kernel/actor.ts'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { eachDue } from '../kernel/offers/publishing.ts'
import { notify } from '../system/index.ts'
import { changingSite } from './changed.ts'

/** The steps of versions that were given a time: plan → publish | missed | cancel. Versions at once have none. */
const steps = { name: 'about' }
type Step = 'plan' | 'publish' | 'missed' | 'cancel'
const has = (step: Step) =>
  sql<boolean>`exists (select from flow_log l where l.flow = ${steps.name} and l.row_id = about_version.id and l.move = ${step})`
/** It was given a time, and nobody has decided on it yet: the time alone shows nothing (ADR 1022). */
export const isUndecided = sql<boolean>`(not about_version.cancelled and ${has('plan')} and not ${has('publish')})`
export const wasMissed = has('missed')
export const whyMissed = sql<string>`coalesce((select l.reason from flow_log l
  where l.flow = ${steps.name} and l.row_id = about_version.id and l.move = 'missed' limit 1), '')`

/** Versions are rows of their own, so there is no row to lock, not even for the first version; an advisory lock makes writers wait. */
export const lockVersions = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('about_version'))`.execute(db)

export const noteStep = (db: Db, call: Call, id: number, step: Step, reason?: string) =>
  note(db, call, steps, { id, version: 1, move: step, from: null, to: null, ...(reason ? { reason } : {}) })

/** Only one waits at a time, so what was made after it was shown at once, and is not part of it. */
export const isOvertaken = sql<boolean>`exists (select from about_version o where o.id > about_version.id and not o.cancelled)`
export const OVERTAKEN = '其间发布过别的内容，请按现在的内容重新定时'

/** An immediate publish ends the version that waits (ADR 1022): who did not see it is told of it instead. */
export async function refuseUnseenWaiting(db: Db, seen: number | undefined): Promise<void> {
  if (seen === undefined) return
  const waits = await db
    .selectFrom('about_version')
    .select(['id', 'publish_at', 'created_by_name'])
    .where(isUndecided)
    .where((e) => e.not(isOvertaken))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!waits || waits.id === seen) return
  const at = shanghaiMinute(waits.publish_at)
  throw conflict(`${waits.created_by_name}已定于 ${at} 发布新的一版，现在发布它就不再发布；没有发布，请看“等待发布”后再决定`)
}

function refusal(actor: Actor | null, overtaken: boolean): string {
  if (!actor) return '定时的人的账号已停用或注销'
  try {
    // With the rights of now: they may have been taken away since.
    checkAccess(aboutUs.save.access, actor)
  } catch {
    return '定时的人已没有这项权限'
  }
  return overtaken ? OVERTAKEN : ''
}

/** Shows the versions whose time has come, whenever that was; what may not be shown is ended, and its writer is told (ADR 1004, 1022). */
export async function publishDue(k: Kernel): Promise<void> {
  const due = await k.db
    .selectFrom('about_version')
    .select(['id', 'created_by'])
    .where(isUndecided)
    .where('publish_at', '<=', k.clock.now().toISOString())
    .orderBy('publish_at')
    .execute()
  await eachDue(k, due, async ({ id, created_by }) => {
    const actor = created_by === null ? null : await actorOfUser(k, created_by)
    await changingSite(k, async (db) => {
      await lockVersions(db)
      const row = await db
        .selectFrom('about_version')
        .where('id', '=', id)
        .where(isUndecided)
        .select(['publish_at', isOvertaken.as('overtaken')])
        .executeTakeFirst()
      if (!row) return
      const reason = refusal(actor, row.overtaken)
      const call = systemCall(`about-${id}`, actor)
      await noteStep(db, call, id, reason ? 'missed' : 'publish', reason)
      await audit(db, call, {
        action: reason ? 'about.missed' : 'about.publish',
        objectType: 'about',
        objectId: id,
        detail: { publishTime: row.publish_at, ...(reason ? { reason } : {}) },
      })
      if (!reason) return
      await db.updateTable('about_version').set({ cancelled: true }).where('id', '=', id).execute()
      if (created_by === null) return
      const at = shanghaiMinute(row.publish_at)
      await notify(db, k, {
        to: { userId: created_by },
        kind: 'system',
        title: `定于 ${at} 发布的“关于我们”没有发布：${reason}`,
        link: '/work/aboutUs',
        key: `about:${id}`,
      })
    })
  })
}
