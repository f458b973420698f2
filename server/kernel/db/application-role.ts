import type pg from 'pg'
import { DatabaseRefused } from './types.ts'

/**
 * The role that runs the site reads and writes every table, except that it may only read and add to the audit log: PostgreSQL itself
 * refuses it the rest (L-02, ADR 0997). Sealing fills three columns of a row once, and moves the head of the chain.
 */
const AUDIT_GRANTS = [
  ['audit_log', 'select, insert, update (seal_no, prev_seal, seal)'],
  ['audit_head', 'select, insert, update'],
  ['audit_checked', 'select, insert, update'],
  ['audit_released', 'select'],
  ['kysely_migration', 'select'],
  ['kysely_migration_lock', 'select'],
] as const

/** The account named in a database address; null when it names none. */
export const roleOf = (url: string): string | null => decodeURIComponent(new URL(url).username) || null

/** Gives the role of the application its rights, as the owner of the tables; after each migration, because that may have made tables. */
export async function grantApplication(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; superuser: boolean; same: boolean }>(
    `select quote_ident(rolname) as name, rolsuper or rolbypassrls as superuser, pg_has_role(oid, current_user, 'member') as same
       from pg_roles where rolname = $1`,
    [role],
  )
  const found = rows[0]
  if (!found) throw new DatabaseRefused(`数据库里没有 DATABASE_URL 的账号 ${role}，请先建立（docs/operations.md 第二节）`)
  if (found.superuser || found.same)
    throw new DatabaseRefused(`DATABASE_URL 的账号 ${role} 是超级用户，或与 MIGRATE_URL 的账号没有分开，审计日志得不到保护`)
  const to = found.name
  const schemas = ['public', 'pgboss']
  const statements = [
    'revoke create on schema public from public',
    ...schemas.flatMap((schema) => [
      `grant usage on schema ${schema} to ${to}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${to}`,
      `grant usage, select on all sequences in schema ${schema} to ${to}`,
      `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${to}`,
      `alter default privileges in schema ${schema} grant usage, select on sequences to ${to}`,
    ]),
    ...AUDIT_GRANTS.flatMap(([table, rights]) => [`revoke all on ${table} from ${to}`, `grant ${rights} on ${table} to ${to}`]),
  ]
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Whether the connected role may change the schema: the one role of a simple installation may. */
export async function mayMigrate(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(`select has_schema_privilege('public', 'create') as may`)
  return rows[0]!.may
}

/** What the connected role may do to the audit log beyond reading and adding, in words; nothing when PostgreSQL refuses it all. */
export async function rightsOverAudit(pool: pg.Pool): Promise<{ role: string; beyond: string[] }> {
  const { rows } = await pool.query<{ role: string; superuser: boolean; owns: boolean; changes: boolean }>(
    `select current_user as role, r.rolsuper or r.rolbypassrls as superuser, pg_has_role(c.relowner, 'member') as owns,
        has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete') or has_table_privilege(c.oid, 'truncate')
          or has_table_privilege(c.oid, 'trigger') as changes
       from pg_class c, pg_roles r where c.oid = 'audit_log'::regclass and r.rolname = current_user`,
  )
  const { role, superuser, owns, changes } = rows[0]!
  const beyond = superuser ? ['是超级用户'] : owns ? ['拥有审计表，能停用它的触发器'] : changes ? ['能改动审计表'] : []
  return { role, beyond }
}
