import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { madeIn, oneOf, ruled } from '../kernel/access/row-rules.ts'

type Builder = ExpressionBuilder<Database & { tc: Database['tag_company'] }, 'tc'>
/** A smart tag counts only while the company consents, which is checked at each read (P-01). */
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

/** Tags that the rules of a member of staff open; list, tree, options, members, history, import and export all use it. */
export const tagsOf = (actor: Actor): RawBuilder<boolean> =>
  ruled(actor, 'tag', {
    office: madeIn(sql`t.created_by`),
    own: sql<boolean>`t.created_by = ${actor.userId}`,
    fields: {
      group: oneOf(sql`coalesce(t.parent_id, t.id)`, 'bigint'),
      kind: oneOf(sql`case when t.smart then 'smart' else 'manual' end`, 'text'),
    },
  })

/** Ids of the companies with a tag, if this person may see the tag. */
export const taggedWith = (db: Db, actor: Actor, tagId: number) =>
  db
    .selectFrom('tag_company as tc')
    .innerJoin('tag as t', 't.id', 'tc.tag_id')
    .select('tc.company_id')
    .where('tc.tag_id', '=', tagId)
    .where(tagsOf(actor))
    .where(counts())
