import type { z } from 'zod'
import { CAROUSEL_STATE, type SaveSlide, type SaveSlides, type SlideMove } from '../../../contract/policy/carousel.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import { attachFiles, detachFiles, fileOwner, setFilesPublic } from '../../kernel/files/access.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { publishing } from '../../kernel/offers/publishing.ts'
import type { Tx } from '../policy-moves.ts'
import { homeChanged } from '../kept.ts'
import { slideFlow } from './flow.ts'
import { gone } from './slide-queries.ts'

const { published } = CAROUSEL_STATE
const OBJECT = 'carousel'

/** Pictures of unpublished slides: for users who manage slides. */
export const guardSlides = (k: Kernel): void => fileOwner(k, OBJECT, async (actor) => actor.permissions.has('carousel:manage'))

const { changing, hear } = publishing({ topic: 'carousel', pages: '/page', forget: (k) => homeChanged(k) })
export { hear as hearSlides }

/** A new slide is appended to its place. A published slide changes at once. */
export const saveSlide = (k: Kernel, call: Call, input: z.output<typeof SaveSlide>) => changing(k, (db) => writeSlide(db, k, call, input))

/** Saves several new slides in their order, all or none. */
export const saveSlides = (k: Kernel, call: Call, { position, slides }: z.output<typeof SaveSlides>) =>
  changing(k, async (db) => {
    const ids: number[] = []
    for (const slide of slides) ids.push((await writeSlide(db, k, call, { ...slide, position })).id)
    return { ids }
  })

async function writeSlide(db: Tx, k: Kernel, call: Call, input: z.output<typeof SaveSlide>) {
  const actor = signedIn(call.actor)
  const old = input.id === undefined ? undefined : await lockSlide(db, input.id)
  const sort = old?.position === input.position ? old.sort : await lastPlace(db, input.position)
  const columns = {
    title: input.title,
    alt: input.alt,
    image_key: input.image,
    url: input.url || null,
    position: input.position,
    sort,
    show_from: input.showFrom ?? null,
    show_to: input.showTo ?? null,
  }
  const detail = { title: input.title }
  const saved = old
    ? { id: old.id, ...(await move(db, call, slideFlow, old, { move: 'edit', version: input.version!, set: columns, detail })) }
    : await db
        .insertInto('carousel')
        .values({ ...columns, updated_at: k.clock.now() })
        .returning(['id', 'version', 'state'])
        .executeTakeFirstOrThrow()
  await attachFiles(db, actor, [input.image], OBJECT, saved.id)
  await refuseOtherThanPicture(db, input.image)
  if (old && old.image_key !== input.image) await detachFiles(db, [old.image_key], OBJECT, saved.id)
  await setFilesPublic(db, OBJECT, saved.id, saved.state === published)
  if (!old) await audit(db, call, { action: 'carousel.add', objectType: OBJECT, objectId: saved.id, detail })
  return { id: saved.id, version: saved.version }
}

async function lockSlide(db: Tx, id: number) {
  const row = await db
    .selectFrom('carousel')
    .select(['id', 'image_key', 'state', 'position', 'sort', 'version', 'title', 'publish_time'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}

async function lastPlace(db: Tx, position: 'home' | 'policy' | 'tech'): Promise<number> {
  const last = await db
    .selectFrom('carousel')
    .select(({ fn }) => fn.max('sort').as('n'))
    .where('position', '=', position)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return Number(last?.n ?? 0) + 1
}

async function refuseOtherThanPicture(db: Tx, key: string): Promise<void> {
  const { mime } = await db.selectFrom('file').select('mime').where('key', '=', key).executeTakeFirstOrThrow()
  if (!mime.startsWith('image/')) throw invalidField('image', '请上传图片')
}

/** One move of one slide; without a version, the current version is used. */
export const moveSlide = (
  k: Kernel,
  call: Call,
  name: Exclude<SlideMove, 'edit'>,
  { id, version }: { id: number; version?: number | undefined },
) =>
  changing(k, async (db) => {
    const row = await lockSlide(db, id)
    const moved = await move(db, call, slideFlow, row, {
      move: name,
      version: version ?? row.version,
      set: ({ to }) => (to === published ? { publish_time: row.publish_time ?? k.clock.now() } : {}),
      detail: { title: row.title },
    })
    await setFilesPublic(db, OBJECT, id, moved.state === published)
    return moved
  })

export async function removeSlide(k: Kernel, call: Call, one: { id: number; version?: number | undefined }): Promise<true> {
  await moveSlide(k, call, 'delete', one)
  return true
}

/** Moves a slide one place up or down, or to a place counted from 1, among the slides of the same position. */
export const orderSlide = (
  k: Kernel,
  call: Call,
  { id, direction, order }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  changing<true>(k, async (db) => {
    const slide = await db.selectFrom('carousel').select('position').where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
    if (!slide) throw gone()
    const rows = await db
      .selectFrom('carousel')
      .select('id')
      .where('position', '=', slide.position)
      .where('deleted', '=', false)
      .orderBy('sort')
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = rows.map((row) => row.id)
    const at = ids.indexOf(id)
    const to = order !== undefined ? Math.min(order, ids.length) - 1 : at + (direction === 'up' ? -1 : 1)
    if (to < 0 || to >= ids.length) throw refused(direction === 'up' ? '已经排在最前' : '已经排在最后')
    const next = ids.toSpliced(at, 1).toSpliced(to, 0, id)
    for (const [place, slideId] of next.entries())
      await db
        .updateTable('carousel')
        .set({ sort: place + 1 })
        .where('id', '=', slideId)
        .where('sort', '!=', place + 1)
        .execute()
    await audit(db, call, { action: 'carousel.move', objectType: OBJECT, objectId: id, detail: { order: to + 1 } })
    return true
  })
