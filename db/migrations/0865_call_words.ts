import { sql, type Kysely } from 'kysely'

/** The content as lists show it: numbers and mail addresses masked. */
const shown = sql`regexp_replace(regexp_replace(regexp_replace(f.content,
  '([A-Za-z0-9])[A-Za-z0-9._%+-]{0,63}@(?=[A-Za-z0-9-]+[.][A-Za-z0-9])', '\\1***@', 'g'),
  '(?<![0-9])([0-9]{6})[0-9]{7,8}([0-9]{3}[0-9Xx])(?![0-9])', '\\1********\\2', 'g'),
  '(?<![0-9])(1[3-9][0-9])[0-9]{4}([0-9]{4})(?![0-9])', '\\1****\\2', 'g')`

/** The words of calls no longer hold what the lists mask (ADR 0865). Words that are seen stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update call_record r set search = ts_delete(r.search, array(select w.lexeme from unnest(r.search) w
      where (w.lexeme ~ '[0-9]{11}' or (r.content like '%@%' and w.lexeme ~ '^[ -~]+$')) and w.lexeme <> all(s.seen)))
    from (select f.id, regexp_split_to_array(lower(normalize(concat(${shown}, ' ', c.name), NFKC)), '[^a-z0-9]+') as seen
      from call_record f left join company c on c.id = f.company_id where f.content ~ '@|[0-9]{11}') s
    where r.id = s.id`.execute(db)
}
