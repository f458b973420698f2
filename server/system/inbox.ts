import type { z } from 'zod'
import { noticeKinds, type Notice, type NoticeFilter, type NoticeSetting } from '../../contract/notice.ts'
import { optionalNoticeKinds, type NoticeKind } from '../../contract/notice-kinds.ts'
import type { Actor } from '../kernel/actor.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { smsAvailable } from './sms.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

/** Notices are deleted after this many days, read or not. */
const KEPT_DAYS = 400

/** The user's notices, newest first, with the number of unread ones. */
export async function listNotices(
  k: Kernel,
  actor: Actor,
  { kind, unread, page, pageSize }: z.output<typeof NoticeFilter>,
): Promise<{ total: number; unread: number; list: Notice[] }> {
  const mine = k.db
    .selectFrom('notice')
    .where('user_id', '=', actor.userId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind!))
    .$if(unread === true, (q) => q.where('read_at', 'is', null))
  const { total, rows } = await pageOf(
    mine,
    { page, pageSize },
    (q) => q.orderBy('id', 'desc'),
    (q) => q.selectAll(),
  )
  return {
    total,
    unread: (await unreadNotices(k, actor)).unread,
    list: rows.map((r) => ({
      id: r.id,
      kind: r.kind,
      kindName: noticeKinds[r.kind],
      title: r.title,
      body: r.body,
      link: r.link,
      createTime: r.created_at,
      read: r.read_at !== null,
    })),
  }
}

export const unreadNotices = (k: Kernel, actor: Actor): Promise<{ unread: number }> =>
  k.db
    .selectFrom('notice')
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()

/** Marks notices of the user as read; ids of other users' notices have no effect. */
export async function markRead(k: Kernel, actor: Actor, ids: readonly number[]): Promise<true> {
  await k.db
    .updateTable('notice')
    .set({ read_at: k.clock.now() })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return true
}

/** Marks all notices as read up to `upTo`, the newest that the reader has seen, so that later ones stay unread. */
export async function markAllRead(
  k: Kernel,
  actor: Actor,
  { kind, upTo }: { kind?: NoticeKind | undefined; upTo?: number | undefined },
): Promise<true> {
  await k.db
    .updateTable('notice')
    .set({ read_at: k.clock.now() })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind!))
    .$if(upTo !== undefined, (q) => q.where('id', '<=', upTo!))
    .execute()
  return true
}

const mobileOf = async (k: Kernel, actor: Actor): Promise<string | null> =>
  (await k.db.selectFrom('sys_user').select('mobile').where('id', '=', actor.userId).executeTakeFirst())?.mobile ?? null

export async function noticeSetting(k: Kernel, actor: Actor) {
  const sealed = await mobileOf(k, actor)
  const row = await k.db
    .selectFrom('notice_setting')
    .select(['sms_kinds', 'off_kinds'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  return {
    smsKinds: row?.sms_kinds ?? [],
    offKinds: optionalNoticeKinds.filter((kind) => row?.off_kinds.includes(kind)),
    mobile: sealed && maskPhone(openPii(k, sealed)),
    smsAvailable: smsAvailable(k),
  }
}

export async function saveNoticeSetting(k: Kernel, actor: Actor, { smsKinds, offKinds }: z.output<typeof NoticeSetting>): Promise<true> {
  if (smsKinds.length > 0 && !smsAvailable(k)) throw invalidField('smsKinds', '本平台尚未开通短信通知')
  if (smsKinds.length > 0 && !(await mobileOf(k, actor))) throw invalidField('smsKinds', '账号没有登记手机号，不能接收短信')
  const kinds = { sms_kinds: [...new Set(smsKinds)], ...(offKinds && { off_kinds: [...new Set(offKinds)] }) }
  const now = k.clock.now()
  await k.db
    .insertInto('notice_setting')
    .values({ user_id: actor.userId, ...kinds, updated_at: now })
    .onConflict((c) => c.column('user_id').doUpdateSet({ ...kinds, updated_at: now }))
    .execute()
  return true
}

/** A user without a number gets no text messages: none are chosen any more, so that a number bound later gets only what is chosen then. */
export const chooseNoTexts = (db: Db, userId: number) =>
  db.updateTable('notice_setting').set({ sms_kinds: [] }).where('user_id', '=', userId).execute()

export async function forgetOldNotices(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString()
  await k.db.deleteFrom('notice').where('created_at', '<', before).execute()
}
