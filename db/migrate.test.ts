import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../server/kernel/db/index.ts'
import { testLog } from '../server/kernel/testing/config.ts'
import { emptyTarget, testDatabase, type Target } from '../server/kernel/testing/harness.ts'
import { migrate } from './migrate.ts'

const STEPS = 4
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qifu-migrations-'))
  for (let n = 1; n <= STEPS; n++) {
    await writeFile(
      join(folder, `000${n}_step.ts`),
      `export async function up(db: any): Promise<void> {
      await db.schema.createTable('t${n}').addColumn('id', 'integer').addColumn('name', 'text').execute()
      await new Promise((resolve) => setTimeout(resolve, 150))
      await db.schema.createIndex('t${n}_name').on('t${n}').column('name').execute()
      await db.insertInto('t${n}').values({ id: ${n}, name: 'once' }).execute()
    }`,
    )
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function on<T>(target: Target, work: (opened: OpenedDatabase) => Promise<T>): Promise<T> {
  const opened = await openDatabase({ ...target, log: testLog })
  return work(opened).finally(opened.close)
}

/** The schema and the content after all steps, as text. */
const state = (target: Target) =>
  on(target, async ({ pool }) => {
    const { rows: schema } = await pool.query(`select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by 1, 2`)
    const { rows: indexes } = await pool.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`)
    const { rows: applied } = await pool.query('select name from kysely_migration order by name')
    const rows = []
    for (let n = 1; n <= STEPS; n++) rows.push(...(await pool.query(`select * from t${n}`)).rows)
    return JSON.stringify({ schema, indexes, applied, rows })
  })

/** Migrates `target` in another process and kills it after the given milliseconds; resolves with the signal that ended it, or null. */
const migrateElsewhere = (target: Target, killAfter: number) =>
  new Promise<NodeJS.Signals | null>((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
    const { openDatabase } = await import('./server/kernel/db/index.ts')
    const { migrate } = await import('./db/migrate.ts')
    const opened = await openDatabase({ ...${JSON.stringify(target)}, log: console })
    console.log('open')
    await migrate(opened.db, { folder: ${JSON.stringify(folder)} })
    await opened.close()`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfter))
    child.once('exit', (_, signal) => resolve(signal))
  })

describe('migrate', () => {
  it('refuses a file whose name is not NNNN_subject', async () => {
    const odd = await mkdtemp(join(tmpdir(), 'qifu-odd-'))
    await writeFile(join(odd, 'first.ts'), 'export const up = async () => {}')
    const target = await emptyTarget()
    await expect(on(target, ({ db }) => migrate(db, { folder: odd }))).rejects.toThrow('迁移文件名应为 NNNN_subject.ts：first.ts')
    await rm(odd, { recursive: true })
  })

  it('names the step that failed, rolls it back and keeps the earlier steps', async () => {
    const bad = await mkdtemp(join(tmpdir(), 'qifu-bad-'))
    await writeFile(
      join(bad, '0001_good.ts'),
      `export const up = (db: any) => db.schema.createTable('good').addColumn('id', 'integer').execute()`,
    )
    await writeFile(
      join(bad, '0002_bad.ts'),
      `export const up = async (db: any) => {
      await db.schema.createTable('half').addColumn('id', 'integer').execute()
      await db.schema.createTable('good').addColumn('id', 'integer').execute()
    }`,
    )
    const target = await emptyTarget()
    await on(target, async ({ db, pool }) => {
      await expect(migrate(db, { folder: bad })).rejects.toThrow('数据库迁移 0002_bad 失败')
      const { rows } = await pool.query(`select tablename from pg_tables where tablename in ('good', 'half')`)
      expect(rows).toEqual([{ tablename: 'good' }])
    })
    await rm(bad, { recursive: true })
  })

  it('gives the same schema after it was killed in the middle and run again (D-04)', async () => {
    const calm = await emptyTarget()
    expect(await on(calm, ({ db }) => migrate(db, { folder }))).toHaveLength(STEPS)
    const killed = await emptyTarget()
    const signals = []
    for (const after of [60, 250, 350, 20_000]) signals.push(await migrateElsewhere(killed, after))
    expect(signals[0]).toBe('SIGKILL')
    expect(signals.at(-1)).toBeNull()
    expect(await state(killed)).toBe(await state(calm))
    expect(await on(killed, ({ db }) => migrate(db, { folder }))).toEqual([])
  }, 60_000)
})

describe('the schema of the platform', () => {
  let t: OpenedDatabase
  beforeAll(async () => {
    t = await testDatabase()
  })

  it('has no step left to apply', async () => {
    expect(await migrate(t.db)).toEqual([])
  })

  it('has an index for every foreign key', async () => {
    const { rows } = await t.pool.query(`select conrelid::regclass::text || ': ' || conname as without_index from pg_constraint c
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (select 1 from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] <@ c.conkey)`)
    expect(rows.map((row) => row.without_index)).toEqual([])
    expect((await t.pool.query(`select count(*) as n from pg_constraint where contype = 'f'`)).rows[0].n).toBeGreaterThan(0)
  })

  it('identifies rows by bigint identities, uuids or codes, never by serial', async () => {
    const { rows } = await t.pool.query(`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default like 'nextval%'`)
    expect(rows).toEqual([])
  })
})

describe('audit log', () => {
  let t: OpenedDatabase
  const id = async () => (await t.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  beforeAll(async () => {
    t = await testDatabase()
    await t.db.insertInto('audit_log').values({ actor_type: 'system', action: 'test', result: 'ok', mac: 'm', detail: '{"a":1}' }).execute()
  })

  it.each([
    ['a change', `update audit_log set action = 'other'`],
    ['a change of the detail', `update audit_log set detail = '{"a":2}'`],
    ['a change of the time', `update audit_log set at = at - interval '1 day'`],
    ['a deletion', 'delete from audit_log'],
    ['emptying', 'truncate audit_log'],
  ])('refuses %s', async (_, text) => {
    await expect(t.pool.query(text)).rejects.toThrow('append-only')
  })

  it('a row is sealed once and cannot be sealed again', async () => {
    const row = await id()
    const seal = (text: string) =>
      t.db.updateTable('audit_log').set({ seal_no: 1_000_000, prev_seal: 'p', seal: text }).where('id', '=', row).execute()
    await seal('first')
    await expect(seal('second')).rejects.toThrow('append-only')
    expect(await t.db.selectFrom('audit_log').select('seal').where('id', '=', row).executeTakeFirst()).toEqual({ seal: 'first' })
  })
})
