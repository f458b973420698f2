import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../server/kernel/db/index.ts'
import { testLog } from '../server/kernel/testing/config.ts'
import { fillDatabase } from '../server/kernel/testing/seeded.ts'
import { copyPolicies } from './fill.ts'
import type { Row } from './report.ts'
import { commonWords, timesOf } from './search-times.ts'
import type { Stage } from './stage.ts'

/** Number of policies in a county without PostgreSQL. */
const POLICIES = 1000

/** One search at a time on the embedded database. */
export async function embedded(stage: Stage, startApp: (env: Record<string, string>) => Promise<{ base: string }>): Promise<Row[]> {
  const dataDir = await mkdtemp(join(stage.dir, 'embedded-'))
  await fillDatabase({ dataDir })
  const opened = await openDatabase({ dataDir, log: testLog })
  const common = await copyPolicies(opened.pool, POLICIES)
    .then(() => commonWords(opened.pool))
    .finally(opened.close)
  const { base } = await startApp({ DATA_DIR: dataDir })
  const rows = await timesOf(base, common, { search: 60, suggestions: 40 })
  return rows.map((row) => ({ ...row, name: `embedded database, ${POLICIES} policies: ${row.name}` }))
}
