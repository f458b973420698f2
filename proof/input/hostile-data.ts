import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import type { Engine } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { asUser } from '../user.ts'
import { plant } from '../access/planted.ts'
import { fitting, PAYLOADS } from './xss-payloads.ts'

/** Tables that are evidence and may not be changed, or contain no text of users. */
const LEFT_ALONE = new Set(['audit_log', 'migration', 'kysely_migration', 'seed_run', 'rate_limit', 'session_token', 'pgmigrations'])
/** JSON with which the product computes; broken rules are the subject of another check. */
const COMPUTED = /\.(rule|condition|rules|filter|judgement|catalog)$/
/** Texts inside JSON have maximum lengths that are checked again on reading. */
const INNER_MOST = 58
/** Shorter texts are units (万元), which are limited to ten characters. */
const LEAST = 3
const CHINESE = /[\u4e00-\u9fff]/
/** Number of payloads in a rich text. */
const RICH = 12

/** An address as of a real server, because absolute addresses are made from it. */
export const PUBLIC_URL = 'http://qifu.example'

/** A server over demo data (and, except in the short form, the records of a company) with a payload in every text. */
export async function hostileServer(stage: ProofStage, engine: Engine): Promise<{ app: ProofApp; planted: Planted }> {
  const place = engine === 'postgres' ? { database: await stage.database() } : { dataDir: await stage.folder() }
  if (stage.scale !== 'short') {
    const first = await stage.app({ engine, ...place })
    await plant(await asUser(first.base, 'qy1'), await asUser(first.base, 'gr1'))
    await first.stop()
  }
  const planted = await plantPayloads(stage, { database: place.database, dataDir: place.dataDir ?? stage.dir })
  return { app: await stage.app({ engine, ...place, env: { PUBLIC_URL } }), planted }
}

export interface Planted {
  /** table.column → number of values with a payload */
  columns: Map<string, number>
  /** columns that a database rule protects */
  refused: string[]
}

/**
 * Appends payloads to every value that is text of users (recognised by Chinese characters), in every table and inside JSON, without the
 * forms and the cleaning on writing. So only the escaping and the cleaning on reading protect the screens.
 */
async function plantPayloads(stage: ProofStage, { dataDir, database }: Pick<ProofApp, 'dataDir' | 'database'>): Promise<Planted> {
  const opened = await openDatabase({ ...(database ? { url: database } : {}), dataDir: database ? stage.dir : dataDir, log: testLog })
  try {
    return await plantAll(opened.db)
  } finally {
    await opened.close()
  }
}

async function plantAll(db: Kysely<Database>): Promise<Planted> {
  const planted: Planted = { columns: new Map(), refused: [] }
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as "type" from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type in ('text', 'character varying', 'jsonb', 'json') and c.is_generated = 'NEVER'
    order by 1, 2`.execute(db)
  let turn = 0
  for (const { table, column, type } of columns.filter((one) => !LEFT_ALONE.has(one.table))) {
    const name = `${table}.${column}`
    if (COMPUTED.test(name)) continue
    const place = sql.ref(column)
    const { rows } = await sql<{ at: string; value: unknown }>`
      select ctid::text as at, ${place} as value from ${sql.table(table)} where ${place}::text ~ '[一-龥]' limit 300`.execute(db)
    let changed = 0
    for (const { at, value } of rows) {
      turn += 1
      const next = type.startsWith('json') ? JSON.stringify(hostile(value, turn)) : hostileText(String(value), turn)
      const cast = type.startsWith('json') ? sql`${next}::text::${sql.raw(type)}` : sql`${next}`
      try {
        // One transaction each, because a rule that refuses one value does not affect the others.
        await sql`update ${sql.table(table)} set ${place} = ${cast} where ctid = ${at}::tid`.execute(db)
        changed += 1
      } catch {
        planted.refused.push(name)
        break
      }
    }
    if (changed > 0) planted.columns.set(name, changed)
  }
  return planted
}

const isRich = (text: string) => /<(p|h[1-6]|li|div|table)[\s>]/.test(text)
function hostileText(text: string, turn: number): string {
  if (!isRich(text)) return `${text}${fitting(turn * 7, 120)}`
  return `${text}${Array.from({ length: RICH }, (_, n) => `<p>${PAYLOADS[(turn * RICH + n) % PAYLOADS.length]!}</p>`).join('')}`
}

/** The same inside JSON: only values change, so that the product can still read the structure. */
function hostile(value: unknown, turn: number): unknown {
  if (typeof value === 'string')
    return CHINESE.test(value) && value.length >= LEAST && value.length <= 20 ? value + fitting(turn * 7, INNER_MOST - value.length) : value
  if (Array.isArray(value)) return value.map((one, n) => hostile(one, turn + n))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one], n) => [key, hostile(one, turn + n)]))
  return value
}
