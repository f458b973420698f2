import type { MyData } from '../../contract/account-data.ts'
import type { Actor } from '../kernel/actor.ts'
import { collectPersonalKind, countPersonal, erasePersonalKind } from '../kernel/access/personal-data.ts'
import { audit } from '../kernel/audit/audit.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { openMattersOf } from '../kernel/offers/open-matters.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { lastCopy } from './copy.ts'

const SHOWN = 100
const NEEDED = '账号存在期间需要，注销时删除'

/** GET /sys/account/data */
export async function myData(k: Kernel, actor: Actor): Promise<MyData> {
  const closing = await k.db
    .selectFrom('account_closing')
    .select(['asked_at', 'due_on'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  return {
    kinds: (await countPersonal(k.db, actor.userId)).map(({ table, own, count }) => ({
      key: table,
      title: own.title,
      count,
      erasable: own.end === 'erase' && !own.needed,
      kept: own.end === 'erase' ? (own.needed ? NEEDED : '') : own.end.keep,
    })),
    copy: await lastCopy(k, actor),
    closeElsewhere: closeElsewhere(actor),
    open: await openMattersOf(k, actor),
    closing: closing ? { askedAt: closing.asked_at, dueOn: closing.due_on } : null,
  }
}

/** Why the user cannot close this account here; empty if they can. */
export const closeElsewhere = (actor: Actor): string =>
  actor.type === 'YYF'
    ? '工作人员的账号由系统管理员停用，停用前须交接手头的工作'
    : isActing(actor)
      ? '您正以企业身份办理，请先切回个人身份'
      : ''
const isActing = (actor: Actor) => actor.ownType !== undefined

/** GET /sys/account/dataRows: the newest rows of one kind of data, as text. */
export async function myRows(k: Kernel, actor: Actor, key: string) {
  const kind = await collectPersonalKind(k.db, actor.userId, key, SHOWN)
  if (!kind) throw notFound()
  const columns = Object.keys(kind.rows[0] ?? {})
  return { title: kind.title, columns, rows: kind.rows.map((row) => columns.map((column) => inWords(row[column]))) }
}
/** Times are in Shanghai time, as in the sheets. */
const inWords = (value: unknown): string => {
  const cell = toCell(value)
  return cell instanceof Date
    ? cell
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
    : String(cell ?? '')
}

/** Erases one kind of a person's data. Data that the account needs or the law keeps is refused. */
export const eraseMyData = (k: Kernel, call: Call, actor: Actor, key: string): Promise<{ erased: number }> =>
  k.db.transaction().execute(async (db) => {
    const erased = await erasePersonalKind(db, actor.userId, key)
    if (erased === null) throw refused('这类数据不能单独删除')
    await audit(db, call, { action: 'user.erase', objectType: 'user', objectId: actor.userId, detail: { kind: key, rows: erased } })
    return { erased }
  })
