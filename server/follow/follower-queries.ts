import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { sql } from 'kysely'
import type { DigestFrequency } from '../../contract/policy/follow-codes.ts'
import type { Db } from '../kernel/db/index.ts'

export interface Follower {
  id: number
  companyId: number | null
}

/** Users with this policy among their favourites who want to hear of changes: by id, at most `limit` after `after`. */
export const followersOf = (db: Db, policyId: number, after: number, limit: number): Promise<Follower[]> =>
  db
    .selectFrom('policy_favourite as f')
    .innerJoin('sys_user as u', 'u.id', 'f.user_id')
    .leftJoin('policy_follow_setting as s', 's.user_id', 'f.user_id')
    .select(['u.id', 'u.company_id as companyId'])
    .where('f.policy_id', '=', policyId)
    .where('u.enabled', '=', true)
    .where(sql<boolean>`coalesce(s.changes, true)`)
    .where('u.id', '>', after)
    .orderBy('u.id')
    .limit(limit)
    .execute()

/** Users with a subscription who chose this frequency (daily when they chose none): by id, at most `limit` after `after`. */
export const subscribers = (
  db: Db,
  frequency: DigestFrequency,
  after: number,
  limit: number,
): Promise<(Follower & { createdAt: string; sentAt: string | null })[]> =>
  db
    .selectFrom('sys_user as u')
    .leftJoin('policy_follow_setting as s', 's.user_id', 'u.id')
    .leftJoin('policy_digest as d', 'd.user_id', 'u.id')
    .select(['u.id', 'u.company_id as companyId', 'u.created_at as createdAt', 'd.sent_at as sentAt'])
    .where('u.enabled', '=', true)
    .where(sql<boolean>`coalesce(s.frequency, 'daily') = ${frequency}`)
    .where((e) =>
      e.or([
        e.exists(e.selectFrom('policy_subscription as w').whereRef('w.user_id', '=', 'u.id').select(sql.lit(1).as('one'))),
        e.exists(e.selectFrom('policy_label_subscription as l').whereRef('l.user_id', '=', 'u.id').select(sql.lit(1).as('one'))),
      ]),
    )
    .where('u.id', '>', after)
    .orderBy('u.id')
    .limit(limit)
    .execute()

/** Published favourites that close `before` days after `day`, each with the users who chose to be reminded so many days ahead. */
export const closingFavourites = (
  db: Db,
  day: string,
  before: number,
): Promise<{ policyId: number; title: string; applyTo: string; userIds: number[] }[]> =>
  db
    .selectFrom('policy as p')
    .innerJoin('policy_favourite as f', 'f.policy_id', 'p.id')
    .leftJoin('policy_follow_setting as s', 's.user_id', 'f.user_id')
    .select([
      'p.id as policyId',
      'p.title',
      sql<string>`p.apply_to`.as('applyTo'),
      sql<number[]>`array_agg(f.user_id order by f.user_id)`.as('userIds'),
    ])
    .where('p.state', '=', POLICY_STATE.published)
    .where('p.deleted', '=', false)
    .where(sql<boolean>`(p.repealed_on is null or p.repealed_on > ${day}::date)`)
    .where('p.apply_to', '=', sql<string>`${day}::date + ${before}::int`)
    .where(sql<boolean>`${before} = any(coalesce(s.closing_days, '{7,1}'::smallint[]))`)
    .groupBy('p.id')
    .orderBy('p.id')
    .execute()

/** All rows of a paged query, one after the other, read in batches. */
export async function* inBatches<T extends { id: number }>(
  page: (after: number, limit: number) => Promise<T[]>,
  limit = 200,
): AsyncIterable<T> {
  for (let after = 0; ;) {
    const rows = await page(after, limit)
    yield* rows
    if (rows.length < limit) return
    after = rows.at(-1)!.id
  }
}
