import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import { keyOf } from './as-field.ts'

/** Where a field is used: in policies (also drafts), tag rules, formulas of other fields, and archives. */
export async function usesOf(db: Db, id: number) {
  const word = `\\m${keyOf(id)}\\M`
  const [policies, tags, fields, companies] = await Promise.all([
    db
      .selectFrom('policy as p')
      .select('p.title')
      .where('p.deleted', '=', false)
      .where((e) =>
        e.exists(
          e
            .selectFrom('policy_version as v')
            .select('v.policy_id')
            .whereRef('v.policy_id', '=', 'p.id')
            .where(sql<boolean>`v.rule::text ~ ${word}`),
        ),
      )
      .orderBy('p.id')
      .limit(50)
      .execute(),
    db
      .selectFrom('tag')
      .select('name')
      .where(sql<boolean>`rules::text ~ ${word}`)
      .orderBy('id')
      .limit(50)
      .execute(),
    db
      .selectFrom('own_field')
      .select(sql<string>`coalesce(current, waiting)->>'label'`.as('label'))
      .where('id', '<>', id)
      .where(sql<boolean>`((in_use and current->>'formula' ~ ${word}) or waiting->>'formula' ~ ${word})`)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('company_fact')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('field_key', '=', keyOf(id))
      .executeTakeFirstOrThrow(),
  ])
  return {
    policies: policies.map(({ title }) => title),
    tags: tags.map(({ name }) => name),
    fields: fields.map(({ label }) => label),
    companies: Number(companies.n),
  }
}
