import type { z } from 'zod'
import type { SaveLink } from '../../contract/site/links.ts'
import { isOuterAddress } from '../../contract/site/parts.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { changingSite } from './changed.ts'
import { placeAmong } from './placing.ts'

const gone = () => notFound('该链接不存在或已被删除')
const OBJECT = 'link'

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
export const saveLink = (k: Kernel, call: Call, asked: z.output<typeof SaveLink>) =>
  changingSite(k, async (db) => {
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
      await audit(db, call, { action: 'link.add', objectType: OBJECT, objectId: made.id, detail: { name: row.name, url: row.url } })
      return made
    }
    const before = await lock(db, id)
    if ((version ?? before.version) !== before.version) throw conflict()
    await db
      .updateTable('link')
      .set({ ...row, version: before.version + 1, ...(row.url === before.url ? {} : { fault: null, fault_since: null }) })
      .where('id', '=', id)
      .execute()
    const { name, url, hidden, disabled, signed } = before
    await audit(db, call, {
      action: 'link.edit',
      objectType: OBJECT,
      objectId: id,
      detail: { before: { name, url, hidden, disabled, signed }, after: rest },
    })
    return { id, version: before.version + 1 }
  })

export const removeLink = (k: Kernel, call: Call, { id, version }: { id: number; version: number }) =>
  changingSite<true>(k, async (db) => {
    const row = await lock(db, id)
    if (row.version !== version) throw conflict()
    if (row.url === '/page/home') throw refused('首页不能删除，可以改名', 'IN_USE')
    await db.deleteFrom('link').where('id', '=', id).execute()
    await audit(db, call, { action: 'link.delete', objectType: OBJECT, objectId: id, detail: { name: row.name, url: row.url } })
    return true
  })

export const moveLink = (k: Kernel, call: Call, { id, direction }: { id: number; direction: 'up' | 'down' }) =>
  changingSite<true>(k, async (db) => {
    const { position } = await lock(db, id)
    const rows = await db
      .selectFrom('link')
      .select('id')
      .where('position', '=', position)
      .orderBy('sort')
      .orderBy('id')
      .forUpdate()
      .execute()
    await placeAmong(db, 'link', rows, id, direction)
    await audit(db, call, { action: 'link.move', objectType: OBJECT, objectId: id, detail: { direction } })
    return true
  })
