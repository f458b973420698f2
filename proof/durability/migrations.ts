import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'

type Target = { url?: string; dataDir: string }

/**
 * The product's migrations, killed after some statements and started again, until they are complete. The resulting schema must equal that
 * of an undisturbed run.
 */
export async function killedMigrations(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  // The copies of the other checks were migrated without disturbance.
  const calm = engine === 'pglite' ? { dataDir: await stage.folder() } : { url: await stage.database(), dataDir: stage.dir }
  const wanted = await schemaOf(calm)
  // Each run is killed at another point. The next continues after the last complete migration, or starts anew when all were complete.
  const kills = engine === 'pglite' ? stage.rounds(1, 2, 40) : stage.rounds(2, 8, 100)
  const faults: string[] = []
  const compare = async (target: Target) => {
    const found = await schemaOf(target)
    for (const line of wanted) if (!found.includes(line)) faults.push(`missing: ${line}`)
    for (const line of found) if (!wanted.includes(line)) faults.push(`more than calm: ${line}`)
  }
  let died = 0
  let turns = 1
  let killed = await emptyTarget(stage, engine, turns)
  for (let n = 0; n < kills; n++) {
    if ((await migrateAndDie(killed, 5 + ((n * 37) % 61))) === 'SIGKILL') died += 1
    else {
      await compare(killed)
      killed = await emptyTarget(stage, engine, ++turns)
    }
  }
  await compare(killed)
  return [
    noFaults({ id: 'D-04', engine, what: `迁移被杀 ${died} 次后重跑，结构与一次跑完相同` }, faults, died > 0 ? wanted.length * turns : 0),
  ]
}

async function emptyTarget(stage: ProofStage, engine: Engine, turn: number): Promise<Target> {
  const dataDir = join(stage.dir, `migrations-${engine}-${turn}`)
  await mkdir(dataDir)
  if (engine === 'pglite') return { dataDir }
  const cluster = await stage.postgres()
  await cluster.admin(`create database migrations_${turn} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
  return { dataDir, url: cluster.url(`migrations_${turn}`) }
}

/** Completes the migrations and returns the schema: columns, constraints, indexes, triggers, functions, names of applied migrations. */
async function schemaOf(target: Target): Promise<string[]> {
  const opened = await openDatabase({ ...target, log: testLog })
  try {
    await migrate(opened.db)
    const { rows } = await opened.pool.query<{ line: string }>(`
      select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
      union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
      union all select name from kysely_migration order by 1`)
    return rows.map(({ line }) => line)
  } finally {
    await opened.close()
  }
}

function migrateAndDie(target: Target, statements: number): Promise<NodeJS.Signals | null> {
  const script = `
    const { default: pg } = await import('pg')
    const { openDatabase } = await import('./server/kernel/db/index.ts')
    const { migrate } = await import('./db/migrate.ts')
    const opened = await openDatabase({ ...${JSON.stringify(target)}, log: { info() {}, warn() {}, error() {}, fatal() {} } })
    const query = pg.Client.prototype.query
    let left = ${statements}
    pg.Client.prototype.query = function (...given) {
      if (left-- === 0) process.kill(process.pid, 'SIGKILL')
      return query.apply(this, given)
    }
    await migrate(opened.db)
    await opened.close()`
  return new Promise((resolve) => {
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }).once('exit', (_, signal) => resolve(signal))
  })
}
