import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { createApp, type App } from '../../app.ts'
import type { Clock } from '../clock.ts'
import { openDatabase, type Engine, type OpenedDatabase } from '../db/index.ts'
import { testConfig, testLog } from './config.ts'
import { people, type Person } from './people.ts'

export const testEngine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'

const cleanups: (() => Promise<void>)[] = []
/** Runs the clean-ups, newest first; the set-up file of the HTTP projects calls it after every test file. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/**
 * One connection, so that code that asks for a second one inside a transaction fails, as on the embedded database. Files named
 * `*.race.test.ts` hold the tests of parallel calls, which need several connections.
 */
const connections = (): number => (expect.getState().testPath?.endsWith('.race.test.ts') ? 8 : 1)

/** `target` opens the same database again (such as for a second process), after `close` or on PostgreSQL. */
export type TestDatabase = OpenedDatabase & { target: Target }

/**
 * A migrated and seeded database for one test file, on the engine of TEST_ENGINE: a copy of the run's template, opened as the product opens
 * it, and removed after the file. `dataDir` may also hold files. Call it in `beforeAll` or at the top of a test file.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qifu-test-'))
  const copy = testEngine === 'postgres' ? await copyDatabase(inject('template')) : copyFolder(inject('template'), dataDir)
  const target = { ...(copy.url ? { url: copy.url } : {}), dataDir }
  const opened = await openDatabase({ ...target, poolMax: connections(), log: testLog })
  // On a busy machine others may hold the one connection for long; a self-deadlock still fails before the test times out.
  opened.pool.options.connectionTimeoutMillis = 10_000
  // Parallel calls would else wait for their connections one after another, and the first would be done before the second begins.
  if (testEngine === 'postgres') await openAll(opened.pool, connections())
  cleanups.push(async () => {
    await opened.close()
    await copy.drop?.()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...opened, target }
}

async function openAll(pool: pg.Pool, count: number): Promise<void> {
  const all = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of all) client.release()
}

export type Target = { url?: string; dataDir: string }

/** An empty database that is not opened yet; removed after the test file. */
export async function emptyTarget(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qifu-test-'))
  const made: Made = testEngine === 'postgres' ? await createFrom(inject('template'), 'template0') : copyFolder(inject('empty'), dataDir)
  cleanups.push(async () => {
    await made.drop?.()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...(made.url ? { url: made.url } : {}), dataDir }
}

export type TestApp = App & { database: TestDatabase; as(userName: string | null): Person }

/**
 * The whole application on a `testDatabase()`, without listening. `as('editor1').post(path, body)` logs in as a browser does and returns {
 * status, body }; `as(null)` is a visitor; `http.inject` serves other requests. `env` overrides configuration values.
 */
export async function testApp({ clock, env }: { clock?: Clock; env?: NodeJS.ProcessEnv } = {}): Promise<TestApp> {
  const database = await testDatabase()
  const config = testConfig(database.target.dataDir, env)
  const app = await createApp(config, database, { ...(clock ? { clock } : {}), log: testLog, pages: false })
  cleanups.push(() => app.close())
  return { ...app, database, as: people(app.http, config.DEMO_CAPTCHA ?? '') }
}

type Made = { url?: string; drop?: () => Promise<void> }

/** Copies synchronously: copying the 1700 files of a cluster in the background takes ten times the processor time. */
function copyFolder(template: string, dataDir: string): Made {
  cpSync(join(template, 'db'), join(dataDir, 'db'), { recursive: true })
  return {}
}

const copyDatabase = (template: string): Promise<Made> => createFrom(template, new URL(template).pathname.slice(1))

async function createFrom(server: string, template: string) {
  const name = `qifu_test_${randomBytes(6).toString('hex')}`
  const at = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href
  const admin = async (text: string) => {
    const client = new pg.Client(at('postgres'))
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  // Copying the files takes half as long as PostgreSQL's usual way, which writes every page to the log.
  await admin(`create database ${name} template ${template} strategy file_copy`)
  return { url: at(name), drop: () => admin(`drop database if exists ${name} with (force)`) }
}
