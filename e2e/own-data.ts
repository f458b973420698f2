import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { privateSocketDir } from '../server/kernel/db/index.ts'
import { folder } from './seed.mjs'

/** The demo data of one server: the settings that name them, and how a test reaches their database. */
export interface OwnData {
  folder: string
  settings: Record<string, string>
  reach: () => Promise<pg.ClientConfig>
  remove: () => Promise<void>
}

/** A copy of the data that seed.mjs made: a database of its cluster, or a folder with an embedded database. */
export async function ownData(name: string): Promise<OwnData> {
  const template = process.env.E2E_TEMPLATE!
  const own = folder(name)
  if (!template.startsWith('postgres:')) {
    // Copied synchronously: the asynchronous copy of the many files of an embedded database takes ten times the processor time.
    cpSync(template, own, { recursive: true })
    const reach = async () => ({
      host: await privateSocketDir(join(own, 'db')),
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: 'x',
    })
    return { folder: own, settings: { DATA_DIR: own }, reach, remove: async () => {} }
  }
  mkdirSync(own)
  const at = (database: string) => Object.assign(new URL(template), { pathname: `/${database}` }).href
  const database = name.replaceAll('-', '_')
  await run(at('postgres'), `create database ${database} template seeded strategy file_copy`)
  return {
    folder: own,
    settings: { DATA_DIR: own, DATABASE_URL: at(database) },
    reach: async () => ({ connectionString: at(database) }),
    remove: () => run(at('postgres'), `drop database ${database} with (force)`),
  }
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
