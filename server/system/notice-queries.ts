import { sql } from 'kysely'
import { optionalNoticeKinds, type NoticeKind } from '../../contract/notice-kinds.ts'
import type { Db } from '../kernel/db/index.ts'

/**
 * Recipients: one user, several users, all users of one or several companies, or all staff with a permission (of one office only if given).
 */
export type NoticeTo =
  | { userId: number }
  | { userIds: readonly number[] }
  | { companyId: number }
  | { companyIds: readonly number[] }
  | { permission: string; officeId?: number | null }

interface NoticeRow {
  kind: NoticeKind
  title: string
  body: string
  link: string | null
  key: string | null
  waitsFor: string | null
  at: Date
}

/** Inserts one notice per recipient, except recipients who already have one with this `key`. Returns the new rows. */
export const insertNotices = (db: Db, to: NoticeTo, row: NoticeRow, except: number | null): Promise<{ id: number; user_id: number }[]> =>
  db
    .insertInto('notice')
    .columns(['user_id', 'kind', 'title', 'body', 'link', 'key', 'waits_for', 'created_at'])
    .expression(
      recipients(db, to)
        .select([
          'u.id',
          sql<NoticeKind>`${row.kind}::text`.as('kind'),
          sql<string>`${row.title}::text`.as('title'),
          sql<string>`${row.body}::text`.as('body'),
          sql<string | null>`${row.link}::text`.as('link'),
          sql<string | null>`${row.key}::text`.as('key'),
          sql<string | null>`${row.waitsFor}::text`.as('waits_for'),
          sql<string>`${row.at.toISOString()}::timestamptz`.as('created_at'),
        ])
        .$if(except !== null, (q) => q.where('u.id', '<>', except!))
        .$if(isOptional(row.kind), (q) => q.where((e) => e.not(e.exists(offFor(db, row.kind))))),
    )
    .onConflict((c) => c.doNothing())
    .returning(['id', 'user_id'])
    .execute()

/** One of many notices of the same kind. */
interface SingleNotice {
  userId: number
  title: string
  link: string | null
  key: string
  waitsFor: string | null
}
/** Inserts many notices of one kind in one statement, except those whose recipient has one with its key. Returns the new rows. */
export const insertSingleNotices = (
  db: Db,
  kind: NoticeKind,
  all: readonly SingleNotice[],
  at: Date,
): Promise<{ id: number; user_id: number; title: string }[]> =>
  db
    .insertInto('notice')
    .columns(['user_id', 'kind', 'title', 'body', 'link', 'key', 'waits_for', 'created_at'])
    .expression(
      db
        .selectFrom('sys_user as u')
        .innerJoin(
          sql<{
            user_id: number
            title: string
            link: string | null
            key: string
            waits_for: string | null
            place: number
          }>`(select * from unnest(
            ${all.map((one) => one.userId)}::bigint[], ${all.map((one) => one.title)}::text[], ${all.map((one) => one.link)}::text[],
            ${all.map((one) => one.key)}::text[], ${all.map((one) => one.waitsFor)}::text[]) with ordinality as n(user_id, title, link, key, waits_for, place))`.as(
            'n',
          ),
          'n.user_id',
          'u.id',
        )
        .where('u.enabled', '=', true)
        .$if(isOptional(kind), (q) => q.where((e) => e.not(e.exists(offFor(db, kind)))))
        .select([
          'u.id',
          sql<NoticeKind>`${kind}::text`.as('kind'),
          'n.title',
          sql<string>`''`.as('body'),
          'n.link',
          'n.key',
          'n.waits_for',
          sql<string>`${at.toISOString()}::timestamptz`.as('created_at'),
        ])
        .orderBy('n.place'),
    )
    .onConflict((c) => c.doNothing())
    .returning(['id', 'user_id', 'title'])
    .execute()

const isOptional = (kind: NoticeKind): boolean => optionalNoticeKinds.some((one) => one === kind)
/** The setting row with which the user `u` has switched off this kind. */
const offFor = (db: Db, kind: NoticeKind) =>
  db
    .selectFrom('notice_setting as s')
    .select('s.user_id')
    .where(sql<boolean>`s.user_id = u.id`)
    .where(sql<boolean>`${kind}::text = any(s.off_kinds)`)

/** Those of these companies in which every enabled user has switched off this kind. */
export const companiesWithout = async (db: Db, kind: NoticeKind, companyIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('sys_user as u')
    .select('u.company_id')
    .where('u.company_id', '=', (e) => e.fn.any(e.val([...companyIds])))
    .where('u.enabled', '=', true)
    .groupBy('u.company_id')
    .having(sql<boolean>`bool_and(exists ${offFor(db, kind)})`)
    .execute()
  return new Set(rows.map((row) => row.company_id!))
}

function recipients(db: Db, to: NoticeTo) {
  const people = db.selectFrom('sys_user as u').where('u.enabled', '=', true)
  if ('userId' in to) return people.where('u.id', '=', to.userId)
  if ('userIds' in to) return people.where('u.id', '=', (e) => e.fn.any(e.val([...to.userIds])))
  if ('companyIds' in to) return people.where('u.company_id', '=', (e) => e.fn.any(e.val([...to.companyIds])))
  if ('companyId' in to) return people.where('u.company_id', '=', to.companyId)
  return people
    .where('u.type', '=', 'YYF')
    .where((e) =>
      e.exists(
        e
          .selectFrom('user_role as ur')
          .innerJoin('role_permission as rp', 'rp.role_id', 'ur.role_id')
          .whereRef('ur.user_id', '=', 'u.id')
          .where('rp.permission', '=', to.permission)
          .select(sql.lit(1).as('one')),
      ),
    )
    .$if(to.officeId !== undefined && to.officeId !== null, (q) => q.where('u.office_id', '=', to.officeId!))
}

/** Staff with enabled accounts who have a permission. */
export const holdersOf = (db: Db, permission: string) => recipients(db, { permission }).select(['u.id', 'u.mobile']).execute()

/** Marks the notices of a finished task as read and settled for all recipients. */
export const closeWaiting = (db: Db, waitsFor: readonly string[], at: Date) =>
  db
    .updateTable('notice')
    .set((e) => ({ waits_for: null, read_at: e.fn.coalesce('read_at', e.val(at.toISOString())) }))
    .where('waits_for', '=', (e) => e.fn.any(e.val([...waitsFor])))
    .execute()

/** Those of these users who want this kind as a text message and have a number. */
export const askedByText = async (db: Db, kind: NoticeKind, userIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('notice_setting as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .select('s.user_id')
      .where('s.user_id', '=', (e) => e.fn.any(e.val([...userIds])))
      .where('u.mobile', 'is not', null)
      .where(sql<boolean>`${kind} = any(s.sms_kinds)`)
      .execute()
  ).map((row) => row.user_id)

const KEYS_AT_ONCE = 1000
/** For each of these keys the users who got its notice. */
export async function toldBefore(db: Db, keys: readonly string[]): Promise<Map<string, Set<number>>> {
  const told = new Map<string, Set<number>>()
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom('notice')
      .select(['key', 'user_id'])
      .where('key', '=', (e) => e.fn.any(e.val(keys.slice(from, from + KEYS_AT_ONCE))))
      .execute()
    for (const { key, user_id } of rows) told.set(key!, (told.get(key!) ?? new Set()).add(user_id))
  }
  return told
}
