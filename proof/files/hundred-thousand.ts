import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { sheetRows } from '../../server/kernel/sheet/read.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { ended, start } from './exports.ts'
import { costOf } from './meter.ts'

/** Together with the visits of the sign-ins just below the row limit of an export. */
const ROWS = 99_990
/** Allowed growth of memory; PGlite runs in the same process. */
const MOST_MB = { postgres: 200, pglite: 500 }

/** Writes the rows before the server starts. */
export async function plantHundredThousand(target: { url?: string; dataDir: string }): Promise<void> {
  const opened = await openDatabase({ ...target, log: testLog })
  try {
    await opened.pool.query('delete from visit_log')
    await opened.pool.query(
      `insert into visit_log (router_name, page_title, user_type, ip) select '/work/' || n, '页面标题' || n, 'YYF', '10.0.0.1' from generate_series(1, ${ROWS}) n`,
    )
  } finally {
    await opened.close()
  }
}

/** E-03: the largest permitted export is complete and needs little memory. */
export async function hundredThousand(stage: ProofStage, app: ProofApp, exporter: User): Promise<Finding[]> {
  const { result, grown } = await costOf(app, async () => {
    const { taskId } = (await start(exporter, 'visitLog')).body.data as { taskId: string }
    return ended(exporter, taskId)
  })
  const faults: string[] = []
  let rows = 0
  if (result.status === 2) {
    const answer = await fetch(`${app.base}/files/download?filePath=${result.filePath}`, { headers: { authorization: exporter.token } })
    const path = join(stage.dir, 'hundred-thousand.xlsx')
    await writeFile(path, Buffer.from(await answer.arrayBuffer()))
    for await (const batch of sheetRows(path, { maxRows: ROWS + 100, maxCols: 10 })) rows += batch.length
    if (rows < ROWS) faults.push(`${rows} rows in the sheet`)
  } else faults.push(`ended with ${result.status}`)
  const where = { id: 'E-03', engine: app.engine }
  return [
    noFaults({ ...where, what: '导出十万行：文件里一行不少' }, faults, rows),
    // Not yet seen red.
    atMost({ ...where, what: '导出十万行：进程内存多用' }, Math.round(grown), MOST_MB[app.engine], ' MB'),
  ]
}
