import { sql, type RawBuilder } from 'kysely'

/** Whether the company in this column has one of these enabled tags; a condition for statements of other domains. */
export const wearsOne = (tagIds: readonly number[], company: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from tag_company w join tag g on g.id = w.tag_id and g.enabled
  where w.company_id = ${sql.ref(company)} and w.tag_id = any(${[...tagIds]}::bigint[]))`
