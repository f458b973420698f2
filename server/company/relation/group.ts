import { sql } from 'kysely'
import { relationStates } from '../../../contract/company/relation-words.ts'
import { STAFF_SOURCE } from '../../../contract/company.ts'
import type { Db } from '../../kernel/db/index.ts'
import { publish } from '../../kernel/jobs/events.ts'
import { FACTS_CHANGED, RELATIVES } from '../platform-lists.ts'

const standing = sql.lit(relationStates.confirmed)

/**
 * Locks the facts of these companies and of those that use their figures, in a fixed order, so that parallel writes for related companies
 * do not deadlock. Returns the companies whose list of related companies must be copied again; empty after one query when there are no
 * relations.
 */
export async function lockGroups(db: Db, ids: readonly number[]): Promise<number[]> {
  const given = [...ids]
  const { rows } = await sql<{ id: number }>`
    with me as (select id, credit_code from company where id = any(${given}::bigint[])),
      pairs as (
        select me.id as mine, c.id as other from me join company_relation r on r.company_id = me.id and r.state = ${standing}
          join company c on c.credit_code = r.other_code
        union all
        select me.id, r.company_id from me join company_relation r on r.other_code = me.credit_code and r.state = ${standing})
    select mine as id from pairs union select other from pairs order by id`.execute(db)
  const group = rows.map(({ id }) => id)
  if (group.length > 0)
    await sql`select 1 from company_facts where company_id = any(${group}::bigint[]) order by company_id for update`.execute(db)
  return group
}

/**
 * Copies the related companies into the facts of these companies, with figures when the related company consents (never texts of persons,
 * which are sealed elsewhere, nor its own lists). One statement for all; unchanged rows are not written. Notifies matching.
 */
export async function copyGroups(db: Db, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with me as (select id, credit_code from company where id = any(${[...ids]}::bigint[])),
      kin as (
        select me.id, r.id as relation, r.kind, r.share, r.since, r.until, r.other_code as code, r.other_name as name
        from me join company_relation r on r.company_id = me.id and r.state = ${standing}
        union all
        select me.id, r.id, case r.kind when 'parent' then 'subsidiary' when 'subsidiary' then 'parent' else r.kind end, r.share, r.since, r.until,
          m.credit_code, m.name
        from me join company_relation r on r.other_code = me.credit_code and r.state = ${standing} join company m on m.id = r.company_id),
      lists as (
        select me.id, coalesce(jsonb_agg(coalesce(figures.known, '{}') || jsonb_strip_nulls(jsonb_build_object('memberName', coalesce(o.name, kin.name),
            'memberData', case when o.id is null then 'absent' when f.company_id is null then 'noConsent' end,
            'relation', kin.kind, 'memberShare', kin.share, 'since', kin.since, 'until', coalesce(kin.until, '9999-12-31')))
          order by kin.relation) filter (where kin.id is not null), '[]') as list
        from me left join kin on kin.id = me.id left join company o on o.credit_code = kin.code
          left join company_facts f on f.company_id = o.id and f.authorized
          left join lateral (select jsonb_object_agg(e.key, e.value) as known from jsonb_each(f.facts) e
            where jsonb_typeof(e.value) in ('number', 'boolean', 'string')) figures on true
        group by me.id),
      kept as (
        insert into company_fact (company_id, field_key, value, source, as_of, updated_at)
        select id, ${RELATIVES}, list, ${STAFF_SOURCE}, null, ${now}::timestamptz from lists
        on conflict (company_id, field_key) do update set value = excluded.value, updated_at = excluded.updated_at)
    update company_facts f set facts = f.facts || jsonb_build_object(${RELATIVES}::text, lists.list), updated_at = ${now}::timestamptz
    from lists where f.company_id = lists.id and f.facts->${RELATIVES} is distinct from lists.list`.execute(db)
  await publish(db, FACTS_CHANGED, { ids: [...ids] })
}
