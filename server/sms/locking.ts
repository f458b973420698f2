import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'

export const SEND = 'smsSend'
export const noSend = () => notFound('该短信任务不存在或已被删除')

export async function lockSend(db: Db, id: number) {
  const row = await db
    .selectFrom('sms_send as s')
    .selectAll('s')
    .where('s.id', '=', id)
    .where('s.deleted', '=', false)
    .forUpdate('s')
    .executeTakeFirst()
  if (!row) throw noSend()
  return row
}
export type LockedSend = Awaited<ReturnType<typeof lockSend>>

export const sendStanding = (db: Db, id: number) =>
  db.selectFrom('sms_send').select(['id', 'state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
