import type { z } from 'zod'
import { CAROUSEL_STATE, carouselStateLabels, type SaveSlide, type SaveSlides } from '../../../contract/policy/carousel.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { conflict, invalidField, refused } from '../../kernel/errors.ts'
import { attachFiles, detachFiles, fileOwner, setFilesPublic } from '../../kernel/files/access.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { purgePagesAfter } from '../../kernel/services.ts'
import type { Tx } from '../change.ts'
import { gone } from './slide-queries.ts'

const { unpublished, published, down } = CAROUSEL_STATE
const OBJECT = 'carousel'

/** states.tsv S095…S098; both vocabularies of the specification stand for the same moves (ambiguities A60). */
const flow = {
  publish: { from: [unpublished, down], to: published, name: '发布' },
  takeUp: { from: [down], to: published, name: '上架' },
  offPublish: { from: [published], to: down, name: '取消发布' },
  takeDown: { from: [published], to: down, name: '下架' },
  delete: { from: [unpublished, down], to: null, name: '删除' },
} as const
export type SlideMove = keyof typeof flow

/** Pictures of slides that are not published: for those who manage them. */
export const guardSlides = (k: Kernel): void => fileOwner(k, OBJECT, async (actor) => actor.permissions.has('carousel:manage'))

const inOne = <T>(k: Kernel, work: (db: Tx) => Promise<T>) =>
  k.db.transaction().execute(async (db) => {
    const done = await work(db)
    await purgePagesAfter(db, '/page')
    return done
  })

/** A new slide comes last in its place. A published one changes at once. */
export const saveSlide = (k: Kernel, call: Call, input: z.output<typeof SaveSlide>) => inOne(k, (db) => writeSlide(db, k, call, input))

/** Several new slides in their order, all or none. */
export const saveSlides = (k: Kernel, call: Call, { position, slides }: z.output<typeof SaveSlides>) =>
  inOne(k, async (db) => {
    const ids: number[] = []
    for (const slide of slides) ids.push((await writeSlide(db, k, call, { ...slide, position })).id)
    return { ids }
  })

async function writeSlide(db: Tx, k: Kernel, call: Call, input: z.output<typeof SaveSlide>) {
  const actor = signedIn(call.actor)
  const columns = {
    title: input.title,
    alt: input.alt,
    image_key: input.image,
    url: input.url || null,
    position: input.position,
    show_from: input.showFrom ?? null,
    show_to: input.showTo ?? null,
    updated_at: k.clock.now(),
  }
  const last = () =>
    db
      .selectFrom('carousel')
      .select(({ fn }) => fn.max('sort').as('n'))
      .where('position', '=', input.position)
      .where('deleted', '=', false)
      .executeTakeFirst()
  const old =
    input.id === undefined
      ? undefined
      : await db
          .selectFrom('carousel')
          .select(['image_key', 'state', 'position', 'sort', 'version'])
          .where('id', '=', input.id)
          .where('deleted', '=', false)
          .forUpdate()
          .executeTakeFirst()
  if (input.id !== undefined && !old) throw gone()
  if (old && old.version !== input.version) throw conflict()
  const sort = old?.position === input.position ? old.sort : Number((await last())?.n ?? 0) + 1
  const saved = old
    ? await db
        .updateTable('carousel')
        .set((eb) => ({ ...columns, sort, version: eb('version', '+', 1) }))
        .where('id', '=', input.id!)
        .returning(['id', 'version', 'state'])
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('carousel')
        .values({ ...columns, sort })
        .returning(['id', 'version', 'state'])
        .executeTakeFirstOrThrow()
  await attachFiles(db, actor, [input.image], OBJECT, saved.id)
  await refuseOtherThanPicture(db, input.image)
  if (old && old.image_key !== input.image) await detachFiles(db, [old.image_key], OBJECT, saved.id)
  await setFilesPublic(db, OBJECT, saved.id, saved.state === published)
  await audit(db, call, {
    action: old ? 'carousel.edit' : 'carousel.add',
    objectType: OBJECT,
    objectId: saved.id,
    detail: { title: input.title },
  })
  return { id: saved.id, version: saved.version }
}

async function refuseOtherThanPicture(db: Tx, key: string): Promise<void> {
  const { mime } = await db.selectFrom('file').select('mime').where('key', '=', key).executeTakeFirstOrThrow()
  if (!mime.startsWith('image/')) throw invalidField('image', '请上传图片')
}

/** One move of one slide; the UPDATE expects the states it may start from. */
export const moveSlide = (k: Kernel, call: Call, name: SlideMove, { id, version }: { id: number; version?: number | undefined }) =>
  inOne(k, async (db) => {
    const { from, to } = flow[name]
    const now = k.clock.now().toISOString()
    const moved = await db
      .updateTable('carousel')
      .set(({ eb, fn, val }) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        ...(to === null ? { deleted: true } : { state: to }),
        ...(to === published ? { publish_time: fn.coalesce('publish_time', val(now)) } : {}),
      }))
      .where('id', '=', id)
      .where('deleted', '=', false)
      .where('state', 'in', [...from])
      .$if(version !== undefined, (q) => q.where('version', '=', version!))
      .returning(['state', 'version', 'title'])
      .executeTakeFirst()
    if (!moved) {
      const row = await db
        .selectFrom('carousel')
        .select(['state', 'version'])
        .where('id', '=', id)
        .where('deleted', '=', false)
        .executeTakeFirst()
      if (!row) throw gone()
      if (version !== undefined && version !== row.version) throw conflict()
      throw refused(`当前状态为“${carouselStateLabels[row.state]}”，不能${flow[name].name}`, 'STATE')
    }
    await setFilesPublic(db, OBJECT, id, to === published)
    await audit(db, call, { action: `carousel.${name}`, objectType: OBJECT, objectId: id, detail: { title: moved.title } })
    return { state: moved.state, version: moved.version }
  })

export async function removeSlide(k: Kernel, call: Call, one: { id: number; version?: number | undefined }): Promise<true> {
  await moveSlide(k, call, 'delete', one)
  return true
}

/** One place up or down, or to a place counted from 1, within the slides of the same position. */
export const orderSlide = (
  k: Kernel,
  call: Call,
  { id, direction, order }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  inOne<true>(k, async (db) => {
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
