import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { Db } from '../kernel/db/index.ts'

type Builder = ExpressionBuilder<Database & { tc: Database['tag_company'] }, 'tc'>
/** What a rule found out of an archive counts only while the company's consent stands, from the next reading on (P-01). */
export const counts =
  () =>
  (e: Builder): Expression<SqlBool> =>
    e.or([
      e('tc.source', '<>', 'smart'),
      e.exists(
        e
          .selectFrom('company_facts as cf')
          .whereRef('cf.company_id', '=', 'tc.company_id')
          .where('cf.authorized', '=', true)
          .select(sql.lit(1).as('one')),
      ),
    ])

/** Ids of the companies that carry a tag. */
export const taggedWith = (db: Db, tagId: number) =>
  db.selectFrom('tag_company as tc').select('tc.company_id').where('tc.tag_id', '=', tagId).where(counts())
