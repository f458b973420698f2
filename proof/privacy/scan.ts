import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { findPostgres } from '../../server/kernel/testing/cluster.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import type { ProofApp } from '../stage.ts'

const run = promisify(execFile)

/** The words that occur in `bytes`, as UTF-8 or UTF-16. */
const foundIn = (bytes: Buffer, words: Iterable<string>): string[] =>
  [...words].filter((word) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))

/** Lines "place: what was entered where" for every word that occurs in a file of the folder. */
export async function scanFolder(folder: string, words: ReadonlyMap<string, string>): Promise<{ faults: string[]; files: number }> {
  const faults: string[] = []
  let files = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files += 1
    const place = join(entry.parentPath, entry.name)
    for (const word of foundIn(await readFile(place), words.keys())) faults.push(`${place.slice(folder.length + 1)}: ${words.get(word)}`)
  }
  return { faults, files }
}

/** The rows of the database as `table: text` lines: from pg_dump, or from all rows of the embedded database, which must be closed. */
export async function dump({ engine, database, dataDir }: ProofApp): Promise<{ table: string; text: string }[]> {
  if (engine === 'postgres') {
    const { stdout } = await run(join((await findPostgres())!, 'pg_dump'), ['--data-only', '--inserts', database!], { maxBuffer: 1 << 29 })
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('INSERT INTO '))
      .map((line) => ({ table: line.split(' ')[2]!.replace('public.', ''), text: line }))
  }
  const opened = await openDatabase({ dataDir, log: testLog })
  try {
    const tables = await opened.pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const lines: { table: string; text: string }[] = []
    for (const { name } of tables.rows) {
      const { rows } = await opened.pool.query<{ text: string }>(`select t::text as text from ${name} t`)
      for (const { text } of rows) lines.push({ table: name, text })
    }
    return lines
  } finally {
    await opened.close()
  }
}

export const foundInDump = (
  lines: readonly { table: string; text: string }[],
  words: ReadonlyMap<string, string>,
  besides?: RegExp,
): string[] => [
  ...new Set(
    lines.flatMap(({ table, text }) =>
      besides?.test(table) ? [] : [...words].filter(([word]) => text.includes(word)).map(([, where]) => `${table}: ${where}`),
    ),
  ),
]
