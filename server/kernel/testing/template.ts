import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/index.ts'
import { startCluster } from './cluster.ts'
import { testLog } from './config.ts'
import { fillDatabase } from './seeded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** pglite: a migrated and seeded data folder; postgres: the URL of a migrated and seeded template database. */
    template: string
    /** pglite: an empty data folder; postgres: unused, because `template0` exists */
    empty: string
  }
}

/** Vitest's global set-up of the two HTTP projects: makes the migrated and seeded database that every test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made = project.config.env.TEST_ENGINE === 'postgres' ? await postgresTemplate() : await pgliteSnapshot()
  project.provide('template', made.template)
  project.provide('empty', made.empty)
  return made.remove
}

async function pgliteSnapshot() {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-snapshot-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const [empty, template] = [join(folder, 'empty'), join(folder, 'template')]
  try {
    // Creating an embedded cluster takes seconds; tests that need an empty one copy this.
    await (await openDatabase({ dataDir: empty, log: testLog })).close()
    await cp(empty, template, { recursive: true })
    await fillDatabase({ dataDir: template })
  } catch (error) {
    await remove()
    throw error
  }
  return { empty, template, remove }
}

async function postgresTemplate() {
  const given = process.env.TEST_DATABASE_URL
  const cluster = given
    ? { url: (name: string) => Object.assign(new URL(given), { pathname: `/${name}` }).href, stop: async () => {} }
    : await startCluster()
  const files = await mkdtemp(join(tmpdir(), 'qifu-template-'))
  const name = `qifu_template_${process.pid}`
  const template = cluster.url(name)
  const admin = async (text: string) => {
    const client = new pg.Client(given ?? cluster.url('postgres'))
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const remove = async () => {
    await admin(`drop database if exists ${name}`)
    await cluster.stop()
    await rm(files, { recursive: true, force: true })
  }
  try {
    await admin(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
    await fillDatabase({ url: template, dataDir: files })
  } catch (error) {
    await remove()
    throw error
  }
  return { empty: '', template, remove }
}
