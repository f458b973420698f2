import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../server/kernel/db/index.ts'
import { testLog } from '../server/kernel/testing/config.ts'
import { emptyTarget, testEngine } from '../server/kernel/testing/harness.ts'
import { migrate } from './migrate.ts'

// The embedded database refuses a second process.
// Seen red without the advisory lock of Kysely’s migrator: two processes created one table.
it.runIf(testEngine === 'postgres')('applies each step once when three processes start together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (let n = 1; n <= 4; n++)
    await writeFile(
      join(folder, `000${n}_step.ts`),
      `export async function up(db: any): Promise<void> {
      await db.schema.createTable('t${n}').addColumn('id', 'integer').execute()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }`,
    )
  const target = await emptyTarget()
  const start = async () => {
    const opened = await openDatabase({ ...target, log: testLog })
    return migrate(opened.db, { folder }).finally(opened.close)
  }
  const applied = await Promise.all([start(), start(), start()])
  expect(applied.flat().sort()).toEqual(['0001_step', '0002_step', '0003_step', '0004_step'])
})
