import { sql } from 'kysely'
import { infoFacts, infoKinds } from '../../contract/training/states.ts'
import type { SaveInfo, trainInfo, TrainInfo } from '../../contract/training/info.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { callerOf, signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { refuseNoPicture, replaceFiles, setFilesPublic } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { allowed, move } from '../kernel/flow.ts'
import { cleanHtml, cleanStored } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { viewCounter } from '../kernel/public/views.ts'
import { picturesIn } from '../policy/index.ts'
import { infoFlow } from './flow.ts'
import { searchWords } from './search.ts'
import { changing } from './visible.ts'

export const INFO = 'trainInfo'
const { published } = infoFacts.code
const gone = () => notFound('该报道不存在或已取消发布')
const shown = ['id', 'version', 'state', 'title', 'kind', 'summary', 'cover', 'cover_alt', 'top_at', 'view_num', 'publish_time'] as const
const rowsOf = (db: Db) => db.selectFrom('train_info').select(shown).execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const standing = <T extends { state: number }>(row: T) => ({ ...row, state: row.state as 0 | 1 })

/** The caller as staff who see unpublished reports; null without scope=manage. */
export async function managerOf(k: Kernel, call: Call, scope: 'manage' | undefined): Promise<Actor | null> {
  if (scope !== 'manage') return null
  const actor = await callerOf(k, call)
  if (!actor?.permissions.has('train:read')) throw forbidden()
  return actor
}

const itemOf = (row: Row, staff: Actor | null): TrainInfo => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  summary: row.summary,
  cover: row.cover,
  coverAlt: row.cover_alt,
  topFlag: row.top_at === null ? 0 : 1,
  viewNum: row.view_num,
  publishTime: row.publish_time,
  standing: staff && {
    version: row.version,
    state: row.state,
    stateName: infoFacts.labels[row.state as 0],
    allowed: allowed(infoFlow, staff, standing(row)),
  },
})

export async function listInfo(k: Kernel, call: Call, q: Parsed<typeof trainInfo.list>['query']) {
  const staff = await managerOf(k, call, q.scope)
  let found = k.db.selectFrom('train_info').where('deleted', '=', false)
  found = staff ? found : found.where('state', '=', published)
  if (staff && q.state?.length)
    found = found.where(
      'state',
      'in',
      q.state
        .filter((s) => /^[01]$/.test(s))
        .map(Number)
        .concat(-1),
    )
  if (q.kind) found = found.where('kind', '=', q.kind)
  if (q.keyword) found = found.where((e) => e.or([e('title', 'ilike', likeText(q.keyword!)), e('summary', 'ilike', likeText(q.keyword!))]))
  const { total, rows } = await pageOf(
    found,
    q,
    (all) =>
      all
        .orderBy(sql`top_at desc nulls last`)
        .orderBy(sql`publish_time desc nulls first`)
        .orderBy('id', 'desc'),
    (page) => page.select(shown),
  )
  return { total, list: rows.map((row) => itemOf(row, staff)) }
}

export async function findInfo(k: Kernel, call: Call, id: number) {
  const staff = call.actor?.permissions.has('train:read') ? call.actor : null
  const row = await k.db
    .selectFrom('train_info')
    .select([...shown, 'content'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .$if(staff === null, (q) => q.where('state', '=', published))
    .executeTakeFirst()
  if (!row) throw gone()
  return { ...itemOf(row, staff), content: cleanStored(row.content) }
}

async function lock(db: Db, id: number) {
  const row = await db.selectFrom('train_info').selectAll().where('id', '=', id).where('deleted', '=', false).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return standing(row)
}

export const saveInfo = (k: Kernel, call: Call, asked: SaveInfo) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const old = asked.id === undefined ? undefined : await lock(db, asked.id)
    const content = cleanHtml(asked.content)
    const columns = {
      title: asked.title,
      kind: asked.kind,
      summary: asked.summary,
      content,
      cover: asked.cover || null,
      cover_alt: asked.cover ? asked.coverAlt : '',
    }
    const saved = old
      ? {
          id: old.id,
          ...(await move(db, call, infoFlow, old, {
            move: 'edit',
            version: asked.version ?? old.version,
            set: columns,
            detail: { title: asked.title },
          })),
        }
      : await begin(k, db, call, actor, columns)
    await keepCover(db, actor, INFO, saved.id, columns.cover, picturesIn(content))
    await setFilesPublic(db, INFO, saved.id, saved.state === published)
    await searchWords.train_info.write(db, [saved.id])
    return { id: saved.id, version: saved.version }
  })

async function begin(
  k: Kernel,
  db: Db,
  call: Call,
  actor: Actor,
  columns: { title: string; kind: string; summary: string; content: string; cover: string | null; cover_alt: string },
) {
  const now = k.clock.now()
  const row = await db
    .insertInto('train_info')
    .values({ ...columns, created_by: actor.userId, created_at: now, updated_at: now })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow()
  await note(db, call, infoFlow, { id: row.id, version: row.version, move: 'create', from: null, to: row.state })
  await audit(db, call, { action: 'trainInfo.add', objectType: INFO, objectId: row.id, detail: { title: columns.title } })
  return row
}

/** Attaches the cover, and pictures of the text if any, to the record. */
export async function keepCover(db: Db, actor: Actor, type: string, id: number, cover: string | null, pictures: readonly string[] = []) {
  const covers = cover ? [cover] : []
  await replaceFiles(db, actor, [...pictures, ...covers], type, id)
  await refuseNoPicture(db, covers, 'cover')
}

type One = Parsed<typeof trainInfo.publish>['body']
const step = (k: Kernel, call: Call, { id, version }: One, name: 'publish' | 'offPublish' | 'delete') =>
  changing(k, async (db) => {
    const row = await lock(db, id)
    const moved = await move(db, call, infoFlow, row, {
      move: name,
      version: version ?? row.version,
      set: name === 'publish' ? { publish_time: k.clock.now() } : name === 'offPublish' ? { top_at: null } : {},
      detail: { title: row.title },
    })
    await setFilesPublic(db, INFO, id, name === 'publish')
    return { id, state: moved.state, version: moved.version }
  })
export const publishInfo = (k: Kernel, call: Call, one: One) => step(k, call, one, 'publish')
export const offPublishInfo = (k: Kernel, call: Call, one: One) => step(k, call, one, 'offPublish')
export const removeInfo = async (k: Kernel, call: Call, one: One): Promise<true> => {
  await step(k, call, one, 'delete')
  return true
}

export const setInfoTop = (k: Kernel, call: Call, { id, topFlag }: Parsed<typeof trainInfo.setTop>['body']) =>
  changing<true>(k, async (db) => {
    const row = await lock(db, id)
    if (row.state !== published) throw gone()
    await db
      .updateTable('train_info')
      .set({ top_at: topFlag === 1 ? k.clock.now() : null })
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'trainInfo.order', objectType: INFO, objectId: id, detail: { title: row.title, topFlag } })
    return true
  })

export const countInfoView = viewCounter({
  table: 'train_info',
  visible: 'p.state = 1 and not p.deleted',
  counter: 'train_info_view',
  marks: 'train_info_view_mark',
  key: 'info_id',
  gone: '该报道不存在或已取消发布',
})
export const infoEnums = () => ({
  kind: infoKinds.map((kind) => ({ label: kind, value: kind })),
  state: Object.entries(infoFacts.labels).map(([value, label]) => ({ value, label })),
})
