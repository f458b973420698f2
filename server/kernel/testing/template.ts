import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Engine } from '../db/index.ts'
import { startCluster } from './cluster.ts'
import { preparedOrMade } from './prepared.ts'
import { fillDatabase } from './seeded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** pglite: a migrated and seeded data folder; postgres: the URL of a migrated and seeded template database. */
    template: string
    /** pglite: an empty data folder; postgres: unused, because `template0` exists */
    empty: string
  }
}

interface Template {
  template: string
  empty: string
  remove: () => Promise<unknown>
}

/** Vitest's global set-up of the two HTTP projects: makes the migrated and seeded database that every test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const engine: Engine = project.config.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'
  const given = process.env.TEST_DATABASE_URL
  const made = engine === 'postgres' && given ? await onGivenServer(given) : await fromPrepared(engine)
  project.provide('template', made.template)
  project.provide('empty', made.empty)
  return made.remove
}

/** Uses the data that `npm test` prepared for all stages, or else makes them. */
async function fromPrepared(engine: Engine): Promise<Template> {
  const { data, remove } = await preparedOrMade(engine)
  if (engine === 'pglite') return { ...data, remove }
  try {
    const cluster = await startCluster({}, data.cluster)
    const stop = () => cluster.stop().finally(remove)
    return { empty: '', template: cluster.url('seeded'), remove: stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function onGivenServer(given: string): Promise<Template> {
  const files = await mkdtemp(join(tmpdir(), 'qifu-template-'))
  const name = `qifu_template_${process.pid}`
  const template = Object.assign(new URL(given), { pathname: `/${name}` }).href
  const admin = async (text: string) => {
    const client = new pg.Client(given)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const remove = async () => {
    await admin(`drop database if exists ${name}`)
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
