import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../db/migrate.ts'
import { seed } from '../../../seed/index.ts'
import { createApp } from '../../app.ts'
import { openDatabase } from '../db/index.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { testConfig, testLog } from './config.ts'

/** A temporary cluster that hands out migrated and seeded databases. */
export interface SeededCluster extends Cluster {
  /** Creates a database as a copy of one that was migrated and seeded once; returns its URL. */
  database(name: string): Promise<string>
  /** Runs one statement as the superuser, in the database `postgres`. */
  admin(text: string): Promise<void>
}

/** Migrates and seeds a database: PostgreSQL at `url`, or the embedded one in `dataDir`. The secret is that of testConfig. */
export async function fillDatabase(target: { url?: string; dataDir: string }): Promise<void> {
  const opened = await openDatabase({ ...target, log: testLog })
  try {
    await migrate(opened.db)
    const app = await createApp(testConfig(target.dataDir), opened, { log: testLog, pages: false })
    await seed(app.kernel)
    await app.close()
  } finally {
    await opened.close()
  }
}

/** Makes two PGlite data folders: an empty one, and a migrated and seeded one. */
export async function embeddedData(empty: string, template: string): Promise<void> {
  // Creating an embedded cluster takes seconds; tests that need an empty one copy this.
  await (await openDatabase({ dataDir: empty, log: testLog })).close()
  await cp(empty, template, { recursive: true })
  await fillDatabase({ dataDir: template })
}

/** Starts PostgreSQL (see startCluster) and fills the template database with `fill`, unless `from` already holds it. */
export async function seededCluster(
  settings: Record<string, string> = {},
  from?: string,
  on?: 'memory' | 'disk',
  fill = fillDatabase,
): Promise<SeededCluster> {
  const cluster = await startCluster(settings, from, on)
  const admin = async (text: string) => {
    const client = new pg.Client(cluster.url('postgres'))
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  if (!from) await fillCluster(cluster, admin, fill)
  return {
    ...cluster,
    admin,
    database: async (name) => {
      await admin(`create database ${name} template seeded`)
      return cluster.url(name)
    },
  }
}

async function fillCluster(cluster: Cluster, admin: SeededCluster['admin'], fill: typeof fillDatabase): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), 'qifu-seeded-'))
  try {
    await admin(`create database seeded template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
    await fill({ url: cluster.url('seeded'), dataDir: files })
  } catch (error) {
    await cluster.stop()
    throw error
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}
