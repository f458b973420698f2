import { sql } from 'kysely'
import { infoFacts, LIVE_AHEAD_MINUTES, trainingStatus, type TrainingStatus } from '../../contract/training/states.ts'
import type { live, Live, SaveLive } from '../../contract/training/info.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import { setFilesPublic } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { allowed, move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { liveFlow } from './flow.ts'
import { keepCover, managerOf } from './publicity.ts'
import { changing } from './visible.ts'

export const LIVE = 'trainLive'
const { published } = infoFacts.code
const { notStarted, running, ended } = trainingStatus.code
const gone = () => notFound('该直播不存在或已取消发布')
const rowsOf = (db: Db) => db.selectFrom('train_live').selectAll().execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const standing = (row: Row) => ({ ...row, state: row.state as 0 | 1 })

/** 1 before the start, 3 during, 4 after the end (spec §4 L86); depends only on the time. */
export const liveStatus = (start: string, end: string, now: number): TrainingStatus =>
  now < Date.parse(start) ? notStarted : now < Date.parse(end) ? running : ended

/**
 * Streams and films of MEDIA_HOSTS play in the page, because only these hosts stand in its security policy (ADR 0851); other addresses are
 * links.
 */
function playOf(k: Kernel, address: string | null): Live['play'] {
  const at = address === null ? null : URL.parse(address)
  if (!at || at.port !== '' || !k.config.MEDIA_HOSTS.includes(at.hostname)) return null
  return at.pathname.endsWith('.m3u8') ? 'hls' : at.pathname.endsWith('.mp4') ? 'mp4' : null
}

/** The address is shown from ten minutes before the start to the end; after that the replay. */
function itemOf(k: Kernel, row: Row, staff: Actor | null): Live {
  const now = k.clock.now().getTime()
  const status = liveStatus(row.start_at, row.end_at, now)
  const open = status === running || (status === notStarted && now >= Date.parse(row.start_at) - LIVE_AHEAD_MINUTES * 60_000)
  return {
    id: row.id,
    title: row.title,
    cover: row.cover,
    coverAlt: row.cover_alt,
    url: staff || open ? row.url : null,
    replayUrl: staff || status === ended ? row.replay_url : null,
    play: playOf(k, status === ended ? row.replay_url : open ? row.url : null),
    startTime: row.start_at,
    endTime: row.end_at,
    status,
    statusName: trainingStatus.labels[status],
    standing: staff && {
      version: row.version,
      state: row.state,
      stateName: infoFacts.labels[row.state as 0],
      allowed: allowed(liveFlow, staff, standing(row)),
    },
  }
}

export async function listLive(k: Kernel, call: Call, q: Parsed<typeof live.list>['query']) {
  const staff = await managerOf(k, call, q.scope)
  const now = k.clock.now().toISOString()
  let found = k.db.selectFrom('train_live').where('deleted', '=', false)
  if (!staff) found = found.where('state', '=', published)
  if (q.keyword) found = found.where('title', 'ilike', likeText(q.keyword))
  if (q.status === notStarted) found = found.where('start_at', '>', now)
  if (q.status === running) found = found.where('start_at', '<=', now).where('end_at', '>', now)
  if (q.status === ended) found = found.where('end_at', '<=', now)
  const { total, rows } = await pageOf(
    found,
    q,
    // First running and coming ones, nearest first; then past ones, latest first.
    (all) =>
      all
        .orderBy(sql`(end_at > ${now}::timestamptz) desc`)
        .orderBy(sql`case when end_at > ${now}::timestamptz then start_at end asc`)
        .orderBy('start_at', 'desc')
        .orderBy('id', 'desc'),
    (page) => page.selectAll(),
  )
  return { total, list: rows.map((row) => itemOf(k, row, staff)) }
}

async function lock(db: Db, id: number) {
  const row = await db.selectFrom('train_live').selectAll().where('id', '=', id).where('deleted', '=', false).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return standing(row)
}
export async function findLive(k: Kernel, actor: Actor, id: number) {
  const row = await k.db.selectFrom('train_live').selectAll().where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
  if (!row) throw gone()
  return itemOf(k, row, actor)
}

/** Refuses addresses on other hosts than MEDIA_HOSTS, if any are configured. */
function refuseHost(k: Kernel, field: 'url' | 'replayUrl', url: string): void {
  const hosts = k.config.MEDIA_HOSTS
  if (hosts.length > 0 && !hosts.includes(new URL(url).hostname)) throw invalidField(field, `只能使用这些主机的地址：${hosts.join('、')}`)
}

export const saveLive = (k: Kernel, call: Call, asked: SaveLive) => {
  refuseHost(k, 'url', asked.url)
  if (asked.replayUrl) refuseHost(k, 'replayUrl', asked.replayUrl)
  return changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const old = asked.id === undefined ? undefined : await lock(db, asked.id)
    const columns = {
      title: asked.title,
      cover: asked.cover || null,
      cover_alt: asked.cover ? asked.coverAlt : '',
      url: asked.url,
      replay_url: asked.replayUrl || null,
      start_at: asked.startTime,
      end_at: asked.endTime,
    }
    const saved = old
      ? {
          id: old.id,
          ...(await move(db, call, liveFlow, old, {
            move: 'edit',
            version: asked.version ?? old.version,
            set: columns,
            detail: { title: asked.title },
          })),
        }
      : await begin(k, db, call, actor, columns)
    await keepCover(db, actor, LIVE, saved.id, columns.cover)
    await setFilesPublic(db, LIVE, saved.id, saved.state === published)
    return { id: saved.id, version: saved.version }
  })
}
type Columns = Pick<Row, 'title' | 'cover' | 'cover_alt' | 'url' | 'replay_url' | 'start_at' | 'end_at'>
async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Columns) {
  const now = k.clock.now()
  const row = await db
    .insertInto('train_live')
    .values({ ...columns, created_by: actor.userId, created_at: now, updated_at: now })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow()
  await note(db, call, liveFlow, { id: row.id, version: row.version, move: 'create', from: null, to: row.state })
  await audit(db, call, { action: 'trainLive.add', objectType: LIVE, objectId: row.id, detail: { title: columns.title } })
  return row
}

type One = Parsed<typeof live.publish>['body']
const step = (k: Kernel, call: Call, { id, version }: One, name: 'publish' | 'offPublish' | 'delete') =>
  changing(k, async (db) => {
    const row = await lock(db, id)
    const moved = await move(db, call, liveFlow, row, { move: name, version: version ?? row.version, detail: { title: row.title } })
    await setFilesPublic(db, LIVE, id, name === 'publish')
    return { id, state: moved.state, version: moved.version }
  })
export const publishLive = (k: Kernel, call: Call, one: One) => step(k, call, one, 'publish')
export const offPublishLive = (k: Kernel, call: Call, one: One) => step(k, call, one, 'offPublish')
export const removeLive = async (k: Kernel, call: Call, one: One): Promise<true> => {
  await step(k, call, one, 'delete')
  return true
}
