import { sql, type Kysely } from 'kysely'

/**
 * The rows of a resource that a role opens. A role without a rule opens none; the seed turns the former scope into rules
 * (seed/row-rules.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table row_rule (
    id bigint generated always as identity primary key,
    role_id bigint not null references role (id) on delete cascade,
    resource text not null,
    scope text not null check (scope in ('all', 'below', 'office', 'own', 'custom')),
    office_ids bigint[] not null default '{}',
    lines jsonb not null default '[]',
    version integer not null default 1,
    unique (role_id, resource),
    check ((scope = 'custom') = (cardinality(office_ids) > 0))
  )`.execute(db)
}
