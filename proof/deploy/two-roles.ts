import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PREPARED_SECRET } from '../../server/kernel/testing/prepared.ts'
import { noFaults, type Finding } from '../finding.ts'
import { DidNotStart } from '../server-process.ts'
import type { ProofStage } from '../stage.ts'

const OWNER = 'proof_owner'
const SITE = 'proof_site'
const run = promisify(execFile)

/** What somebody who has the connection of the site would try, to change what the audit log says. */
const ATTEMPTS = [
  `update audit_log set action = 'x'`,
  `update audit_log set at = now() where id = (select max(id) from audit_log)`,
  'delete from audit_log',
  'truncate audit_log',
  'drop trigger audit_log_row on audit_log',
  'alter table audit_log disable trigger all',
  'alter table audit_log add column x int',
  `alter table audit_log owner to ${SITE}`,
  'drop table audit_log cascade',
  'create trigger mine before insert on audit_log for each row execute function audit_log_append_only()',
  `create or replace function audit_log_append_only() returns trigger language plpgsql as $$ begin return new; end $$`,
  `create policy mine on audit_log using (false)`,
  'create index mine on audit_log (id)',
  `set session_replication_role = replica`,
  `set role ${OWNER}`,
  'delete from audit_head',
  'truncate audit_head',
  `insert into audit_released (month, first_no, last_no, seal, released_at, mac) values ('2026-01', 1, 9, '', now(), '')`,
  'delete from audit_released',
  'create table mine (id int)',
  'create schema mine',
  'alter table declaration add column x int',
  `delete from kysely_migration`,
]

/** The site may fill these columns of a new row; once they are filled, the trigger, which it cannot touch, refuses. */
const SEALED = `update audit_log set seal = null, seal_no = null where seal is not null`
/** What the trigger says. Everything else PostgreSQL must refuse before the trigger is asked. */
const TRIGGER = 'append-only'

/**
 * The two roles of docs/operations.md: the owner migrates and grants, and the site runs as a role to which PostgreSQL refuses every change of
 * the audit log (L-02, ADR 0997).
 */
export async function twoRoles(stage: ProofStage): Promise<Finding[]> {
  const faults: string[] = []
  let looked = 0
  const want = (what: string, ok: boolean, seen: unknown = '') => {
    looked += 1
    if (!ok) faults.push(`${what}：${String(seen).slice(0, 300)}`)
  }
  const { admin } = await stage.postgres()
  const url = await stage.database('two_roles')
  for (const role of [OWNER, SITE]) await admin(`create role ${role} login`)
  await admin(`alter database two_roles owner to ${OWNER}`)
  const as = (role: string) => Object.assign(new URL(url), { username: role }).href
  await onDatabase(url, (client) => client.query(GIVEN_TO_OWNER))

  const dataDir = `${stage.dir}/two-roles`
  const settings = { DEMO: '1', DATA_DIR: dataDir, SECRET_KEY: PREPARED_SECRET, DATABASE_URL: as(SITE) }
  const command = (script: string, more: Record<string, string> = {}) =>
    run(process.execPath, [`scripts/${script}.ts`], { env: { ...process.env, ...settings, ...more } })
  const early = await stage.app({ engine: 'postgres', database: as(SITE), dataDir }).then(
    async (app) => {
      await app.stop()
      return null
    },
    (error: unknown) => (error instanceof DidNotStart ? error : null),
  )
  want('没有授权的账号不启动', early?.code === 78, early?.log)
  await command('migrate', { MIGRATE_URL: as(OWNER) })

  const app = await stage.app({ engine: 'postgres', database: as(SITE), dataDir })
  await stage.asUser(app.base, 'admin1')
  const from = Date.now()
  let sealed = 0
  const site = new pg.Client(as(SITE))
  await site.connect()
  const count = async (text: string) => Number((await site.query<{ n: string }>(text)).rows[0]!.n)
  try {
    while (sealed === 0 && Date.now() - from < 10_000) {
      sealed = await count(
        `select count(*) as n from audit_log where action = 'login' and result = 'ok' and actor_role = 'sysadmin' and seal is not null`,
      )
      if (sealed === 0) await sleep(200)
    }
    want('经 HTTP 登录，审计行写下并已封存', sealed > 0, sealed)
    want('定时任务在队列里', (await count('select count(*) as n from pgboss.schedule')) > 0)
    const before = await count('select count(*) as n from audit_log')
    for (const attempt of [...ATTEMPTS, SEALED]) {
      const refused = await site.query(attempt).then(
        () => ({ code: 'done', message: '' }),
        (error: { code?: string; message?: string }) => ({ code: error.code ?? '', message: error.message ?? '' }),
      )
      const byTrigger = refused.message.includes(TRIGGER)
      want(attempt, refused.code === '42501' && byTrigger === (attempt === SEALED), `${refused.code} ${refused.message}`)
    }
    await site.query(`grant delete, update, truncate, trigger on audit_log to ${SITE}`).catch(() => {})
    want('给自己授权没有用', (await count(`select has_table_privilege('audit_log', 'delete')::int as n`)) === 0)
    want('审计行一条不少', (await count('select count(*) as n from audit_log')) >= before)
    want(
      '角色不是超级用户、不绕过行安全',
      (await count(
        `select (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)::int as n from pg_roles where rolname = current_user`,
      )) === 0,
    )
  } finally {
    await site.end()
  }
  const doctor = async (more = {}) =>
    command('doctor', more).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  const told = await doctor()
  want('doctor 说只能读取和新增', told.includes(`✓ 数据库账号 ${SITE} 对审计日志只能读取和新增`), told)
  const toldOwner = await doctor({ DATABASE_URL: as(OWNER) })
  want('doctor 说所有者拥有审计表', toldOwner.includes(`! 数据库账号 ${OWNER} 拥有审计表`), toldOwner)
  await app.stop()
  const log = await app.log()
  want(
    '运行中没有一次没有权限',
    !/permission denied|42501/.test(log),
    log.split('\n').find((line) => /permission denied|42501/.test(line)),
  )
  return [
    // Seen red: with audit_log left among the tables whose rows may all be changed, three attempts came as far as the trigger, and doctor said so.
    noFaults(
      { id: 'L-02', engine: 'postgres', what: '运行网站的账号不能改动、删除、清空审计日志，也不能动它的触发器（PostgreSQL 拒绝）' },
      faults,
      looked,
    ),
  ]
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await work(client).finally(() => client.end())
}

/** The seeded database belongs to the superuser of the cluster, from whom REASSIGN OWNED takes nothing. */
const GIVEN_TO_OWNER = `do $$ declare one record; begin
  for one in select c.oid::regclass as name from pg_class c where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
      and relkind in ('r', 'p', 'v') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute format('alter table %s owner to ${OWNER}', one.name);
  end loop;
  for one in select p.oid::regprocedure as name from pg_proc p where pronamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('alter function %s owner to ${OWNER}', one.name);
  end loop;
  for one in select nspname as name from pg_namespace where nspname = 'pgboss' loop
    execute format('alter schema %I owner to ${OWNER}', one.name);
  end loop;
end $$`
