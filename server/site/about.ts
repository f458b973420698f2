import type { z } from 'zod'
import type { AboutUs, SaveAboutUs } from '../../contract/site/about.ts'
import { messages } from '../../contract/messages.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField } from '../kernel/errors.ts'
import { cleanedText, cleanHtml, cleanStored } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { refusePlannedTime } from '../kernel/planned-time.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { attachFiles, refuseNoPicture, setFilesPublic } from '../kernel/files/access.ts'
import { picturesIn } from '../policy/index.ts'
import { isOvertaken, isUndecided, lockVersions, noteStep, OVERTAKEN, refuseUnseenWaiting, wasMissed, whyMissed } from './about-timed.ts'
import { changingSite } from './changed.ts'

export const ABOUT = 'about'
const ALL = 'versions'
export const columns = [
  'id',
  'content',
  'contact_phone',
  'address',
  'opening_hours',
  'map_picture',
  'publish_at',
  'created_by_name',
  'created_at',
] as const
const valid = (db: Db) => db.selectFrom('about_version').where('cancelled', '=', false)
export const current = (k: Kernel, db: Db) =>
  valid(db)
    .where('publish_at', '<=', k.clock.now().toISOString())
    .where((e) => e.not(isUndecided))
    .orderBy('publish_at', 'desc')
    .orderBy('id', 'desc')
    .select(columns)
    .limit(1)
    .executeTakeFirst()
type Version = NonNullable<Awaited<ReturnType<typeof current>>>
type Written = Pick<Version, 'content' | 'contact_phone' | 'address' | 'opening_hours' | 'map_picture'>

const shown = (row: Version) => ({
  id: row.id,
  // Content is cleaned again on reading, so that content that bypassed the editor cannot do harm (I-03).
  content: cleanStored(row.content),
  contactPhone: row.contact_phone,
  address: row.address,
  openingHours: row.opening_hours,
  mapPicture: row.map_picture,
  updateTime: row.publish_at,
})

/** The current text for visitors; the configured phone number and hours until a version exists. */
export async function aboutNow(k: Kernel): Promise<AboutUs> {
  const row = await current(k, k.db)
  if (row) return shown(row)
  const { SERVICE_PHONE } = k.config
  return {
    id: null,
    content: '',
    contactPhone: SERVICE_PHONE,
    address: '',
    openingHours: messages.openingHours,
    mapPicture: '',
    updateTime: null,
  }
}

/** At most this much of a text stands in the audit log; the versions themselves are kept whole. */
const LOGGED_TEXT = 2000
export const logged = (row: Written) => ({
  content: cleanedText(cleanStored(row.content)).trim().slice(0, LOGGED_TEXT),
  contactPhone: row.contact_phone,
  address: row.address,
  openingHours: row.opening_hours,
  mapPicture: row.map_picture,
})

/**
 * Saves a new version, shown at once or from its publication time. Throws a conflict when another version than `basedOn` is shown. A version
 * that waits is neither part of it nor removed, but does not follow on it, so that it is not shown at its time.
 */
export async function saveAbout(k: Kernel, call: Call, asked: z.output<typeof SaveAboutUs>): Promise<{ id: number }> {
  const actor = signedIn(call.actor)
  const now = k.clock.now()
  refusePlannedTime(k, { field: 'publishTime', name: '发布时间', time: asked.publishTime })
  const content = cleanHtml(asked.content)
  if (cleanedText(content).trim() === '') throw invalidField('content', '请输入内容')
  return changingSite(k, async (db) => {
    await lockVersions(db)
    const last = await current(k, db)
    if (asked.publishTime && (await db.selectFrom('about_version').select('id').where(isUndecided).executeTakeFirst()))
      throw invalidField('publishTime', '已有等待发布的版本，请先取消它')
    if ((last?.id ?? null) !== asked.basedOn) throw conflict()
    if (!asked.publishTime) await refuseUnseenWaiting(db, asked.waiting)
    await keepPictures(db, actor, content, asked.mapPicture ?? '')
    const row = {
      content,
      contact_phone: asked.contactPhone,
      address: asked.address,
      opening_hours: asked.openingHours,
      map_picture: asked.mapPicture ?? '',
    }
    const { id } = await addVersion(db, actor, now, row, asked.publishTime)
    if (asked.publishTime) await noteStep(db, call, id, 'plan')
    await audit(db, call, {
      action: 'about.save',
      objectType: 'about',
      objectId: id,
      detail: { before: last && logged(last), after: logged(row), publishTime: asked.publishTime ?? now.toISOString() },
    })
    return { id }
  })
}

/** Adds a version in the name of `actor`, shown from `publishAt`; null: at once. */
export const addVersion = (db: Db, actor: Actor, now: Date, row: Written, publishAt?: string | null): Promise<{ id: number }> =>
  db
    .insertInto('about_version')
    .values({ ...row, publish_at: publishAt ?? now, created_by: actor.userId, created_by_name: actor.name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** All versions share their files, because an earlier version can be shown again: none is released, and everybody may see them. */
async function keepPictures(db: Db, actor: Actor, content: string, map: string): Promise<void> {
  await attachFiles(db, actor, [...picturesIn(content), ...(map ? [map] : [])], ABOUT, ALL)
  if (map) await refuseNoPicture(db, [map], 'mapPicture')
  await setFilesPublic(db, ABOUT, ALL, true)
}

export async function aboutVersions(k: Kernel, q: { page: number; pageSize: number }) {
  const now = k.clock.now().getTime()
  const showing = await current(k, k.db)
  const { total, rows } = await pageOf(
    k.db.selectFrom('about_version'),
    q,
    (p) => p.orderBy('id', 'desc'),
    (p) =>
      p.select([
        ...columns,
        'cancelled',
        isUndecided.as('waits'),
        isOvertaken.as('overtaken'),
        wasMissed.as('missed'),
        whyMissed.as('reason'),
      ]),
  )
  return {
    total,
    list: rows.map((row) => ({
      ...shown(row),
      updateTime: row.created_at,
      publishTime: row.publish_at,
      authorName: row.created_by_name,
      standing: row.missed
        ? ('missed' as const)
        : row.cancelled
          ? ('cancelled' as const)
          : row.id === showing?.id
            ? ('current' as const)
            : row.waits || Date.parse(row.publish_at) > now
              ? ('waiting' as const)
              : ('past' as const),
      fault: row.waits && row.overtaken ? OVERTAKEN : row.reason,
    })),
  }
}
