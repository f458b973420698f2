import { sql, type Kysely } from 'kysely'

/**
 * Related companies, entered by one of them or staff and confirmed by the other or staff. The other company is named by its credit code, so
 * that it need not be on the platform. `pair` contains both codes in order: two companies have one waiting or confirmed relation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table company_relation (
    id bigint generated always as identity primary key,
    company_id bigint not null references company (id),
    other_code text not null,
    other_name text not null,
    pair text not null,
    kind text not null check (kind in ('parent', 'subsidiary', 'common')),
    share double precision check (share > 0 and share <= 100),
    since date not null,
    until date check (until >= since),
    source text not null check (source in ('company', 'staff')),
    evidence text,
    state smallint not null default 0 check (state between 0 and 3),
    opinion text,
    decided_as text check (decided_as in ('company', 'staff')),
    decided_at timestamptz,
    entered_by bigint,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null default now()
  )`)
  await run('create unique index company_relation_once on company_relation (pair) where state in (0, 1)')
  await run('create index company_relation_company on company_relation (company_id, id desc)')
  await run('create index company_relation_other on company_relation (other_code, id desc)')
  await run('create index company_relation_state on company_relation (state, id desc)')
  await run('create index company_relation_enterer on company_relation (entered_by)')
  await run(
    `update company_facts set facts = jsonb_build_object('relatives', '[]'::jsonb) || facts where not jsonb_exists(facts, 'relatives')`,
  )
}
