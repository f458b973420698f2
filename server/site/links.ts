import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import { linkPositions, type linkDesk, type SaveLink } from '../../contract/site/links.ts'
import { isOuterAddress } from '../../contract/site/parts.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { changesOf, keepChange, only, putBack } from '../kernel/way-back.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { changingSite } from './changed.ts'
import { changedBeforeMove, refuseStaleOrder } from '../kernel/trees.ts'
import { placeAmong, placeAt } from './placing.ts'
import { takingBack } from '../kernel/taking-back.ts'
import { refuseInner, refuseUnfit } from './public-address.ts'

const gone = () => notFound('该链接不存在或已被删除')
const OBJECT = 'link' as const

async function lock(db: Db, id: number) {
  const row = await db.selectFrom('link').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return row
}

/**
 * Refuses to sign a link unless its host belongs to an enabled platform with signed links, because a signed link tells the host who the
 * user is (A28).
 */
async function refuseForeignSigning(db: Db, url: string): Promise<void> {
  if (!isOuterAddress(url)) throw invalidField('signed', '站内地址不需要签名')
  const { host } = new URL(url)
  const rows = await db.selectFrom('platform').select('hosts').where('enabled', '=', true).where('protocol', '=', 'signed').execute()
  if (!rows.some(({ hosts }) => hosts.includes(host))) throw invalidField('signed', `请先在“平台管理”登记 ${host}，接入方式为签名链接`)
}

/** Adds or changes an entry of menu or footer. All processes show it after the commit. */
export const saveLink = (k: Kernel, call: Call, asked: z.output<typeof SaveLink>) => changingSite(k, (db) => putLink(db, call, asked))

/** The same in the transaction of a change that waited for its time. */
export async function putLink(db: Db, call: Call, asked: z.output<typeof SaveLink>): Promise<{ id: number; version: number }> {
  refuseInner('url', asked.url)
  if (asked.signed) await refuseForeignSigning(db, asked.url)
  const { id, version, desc, eventLabel, ...rest } = asked
  const row = { ...rest, description: desc, event_label: eventLabel }
  if (id === undefined) {
    const { last } = await db
      .selectFrom('link')
      .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
      .where('position', '=', asked.position)
      .executeTakeFirstOrThrow()
    const made = await db
      .insertInto('link')
      .values({ ...row, sort: last + 1 })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await keepChange(db, call, {
      kind: OBJECT,
      rowId: made.id,
      name: row.name,
      before: null,
      after: valuesOf({ ...row, sort: last + 1 }),
    })
    await audit(db, call, {
      action: 'link.add',
      objectType: OBJECT,
      objectId: made.id,
      detail: { name: row.name, after: valuesOf({ ...row, sort: last + 1 }) },
    })
    return made
  }
  const before = await lock(db, id)
  if ((version ?? before.version) !== before.version) throw conflict()
  await db
    .updateTable('link')
    .set({ ...row, version: before.version + 1, ...(row.url === before.url ? {} : { fault: null, fault_since: null }) })
    .where('id', '=', id)
    .execute()
  await keepChange(db, call, {
    kind: OBJECT,
    rowId: id,
    name: row.name,
    before: valuesOf(before),
    after: valuesOf({ ...before, ...row }),
  })
  await audit(db, call, {
    action: 'link.edit',
    objectType: OBJECT,
    objectId: id,
    detail: { before: valuesOf(before), after: valuesOf({ ...before, ...row }) },
  })
  return { id, version: before.version + 1 }
}

export const removeLink = (k: Kernel, call: Call, asked: { id: number; version: number }) =>
  changingSite<true>(k, (db) => takeLinkAway(db, call, asked))

export async function takeLinkAway(db: Db, call: Call, { id, version }: { id: number; version: number }): Promise<true> {
  const row = await lock(db, id)
  if (row.version !== version) throw conflict()
  await dropLink(db, row)
  await keepChange(db, call, { kind: OBJECT, rowId: id, name: row.name, before: { ...valuesOf(row), version }, after: null })
  await audit(db, call, { action: 'link.delete', objectType: OBJECT, objectId: id, detail: { name: row.name, before: valuesOf(row) } })
  return true
}

export const moveLink = (k: Kernel, call: Call, asked: Parsed<typeof linkDesk.move>['body']) =>
  changingSite<true>(k, async (db) => {
    await putLinkAt(db, call, asked)
    return true
  })

/** The same in the transaction of a change that waited for its time, whatever the order is then. null: the link stands there already. */
export async function putLinkAt(db: Db, call: Call, { id, version, seen, ...asked }: Parsed<typeof linkDesk.move>['body']) {
  const own = await lock(db, id)
  if ((version ?? own.version) !== own.version) throw changedBeforeMove(seen)
  const { position, name } = own
  const level = await levelOf(db, position)
  refuseStaleOrder(
    level.map((row) => row.id),
    seen,
  )
  const moved = 'place' in asked ? await putAt(db, level, id, asked.place) : await placeAmong(db, 'link', level, id, asked.direction)
  if (moved) await keepChange(db, call, { kind: OBJECT, rowId: id, name, ...moved })
  await audit(db, call, { action: 'link.move', objectType: OBJECT, objectId: id, detail: asked })
  return moved
}

/** A place behind the last one is the last. */
async function putAt(db: Db, level: readonly { id: number }[], id: number, asked: number) {
  const [from, place] = [level.findIndex((row) => row.id === id) + 1, Math.min(asked, level.length)]
  if (from === place) return null
  await placeAt(db, 'link', level, id, place)
  return { before: { place: from }, after: { place } }
}

async function dropLink(db: Db, { id, url }: { id: number; url: string }): Promise<void> {
  if (url === '/page/home') throw refused('首页不能删除，可以改名', 'IN_USE')
  await db.deleteFrom('link').where('id', '=', id).execute()
}

const levelOf = (db: Db, position: Row['position']) =>
  db.selectFrom('link').select('id').where('position', '=', position).orderBy('sort').orderBy('id').forUpdate().execute()

type Row = Awaited<ReturnType<typeof lock>>
const kept = ['position', 'name', 'url', 'description', 'hidden', 'disabled', 'signed', 'event_label', 'sort'] as const
const valuesOf = (row: Pick<Row, (typeof kept)[number]>) => only(row, kept)

const labels = {
  name: '名称',
  url: '地址',
  position: '类别',
  description: '说明',
  hidden: '隐藏',
  disabled: '停用',
  signed: '带签名',
  event_label: '统计名称',
  place: '位置',
}
const positionName = (position: unknown) => linkPositions[position as Row['position']]
export const linkWords = { labels, say: { position: positionName } }
export const linkHistory = (k: Kernel, asked: { page: number; pageSize: number }) => changesOf(k, OBJECT, labels, asked, linkWords.say)

export const undoLink = takingBack<ReturnType<typeof valuesOf>>({
  kind: OBJECT,
  action: 'link.undo',
  objectType: OBJECT,
  labels,
  changing: changingSite,
  lockRow: (db, id) => db.selectFrom('link').select('id').where('id', '=', id).forUpdate().execute(),
  drop: async (db, id) => dropLink(db, await lock(db, id)),
  async bring(db, id, values) {
    refuseUnfit('url', values.url)
    if (values.signed) await refuseForeignSigning(db, values.url)
    await putBack(db, 'link', [{ ...values, id }])
  },
  async change(db, id, values, before) {
    if (values.url !== undefined) refuseUnfit('url', values.url)
    if (before.signed) await refuseForeignSigning(db, before.url)
    await db
      .updateTable('link')
      .set((e) => ({ ...values, version: e('version', '+', 1), ...('url' in values ? { fault: null, fault_since: null } : {}) }))
      .where('id', '=', id)
      .execute()
  },
  place: async (db, id, place) => placeAt(db, 'link', await levelOf(db, (await lock(db, id)).position), id, place),
})
