import { sql } from 'kysely'

/**
 * Whether a column is in an area of the region dictionary: the street itself, or any street of the county or city. The codes below are
 * collected once and then looked up in the index.
 */
export const inArea = (column: string, code: string) => sql<boolean>`${sql.ref(column)} = any (array(
  with recursive below (value) as (
    select ${code}::text union select d.value from dict_value d join below b on d.parent = b.value where d.dict_type = 'region')
  select value from below))`
