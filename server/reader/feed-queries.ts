import type { Db } from '../kernel/db/index.ts'

const published = (db: Db) => db.selectFrom('policy').where('state', '=', 2).where('deleted', '=', false)

export const sitemapCount = async (db: Db): Promise<number> =>
  (
    await published(db)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const sitemapRows = (db: Db, offset: number, limit: number): Promise<{ id: number; updated_at: string }[]> =>
  published(db).select(['id', 'updated_at']).orderBy('id').limit(limit).offset(offset).execute()

export const newestPolicies = (db: Db, limit: number) =>
  published(db)
    .select(['id', 'title', 'summary', 'dep_name', 'publish_time', 'repealed_on'])
    .orderBy('publish_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
