import { createApp } from '../server/app.ts'
import type { Clock } from '../server/kernel/clock.ts'
import { openDatabase } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { testConfig, testLog } from '../server/kernel/testing/config.ts'

/** The place of a server's data: a PostgreSQL URL, or a PGlite folder. */
export interface Home {
  database?: string | undefined
  dataDir: string
}

/** Works on the data with the product's own kernel: beside running servers (PostgreSQL), or while no process uses the folder (PGlite). */
export async function withKernel<T>({ database, dataDir }: Home, work: (k: Kernel) => Promise<T>, clock?: Clock): Promise<T> {
  const opened = await openDatabase({ ...(database ? { url: database } : {}), dataDir, log: testLog })
  try {
    const app = await createApp(testConfig(dataDir), opened, { ...(clock ? { clock } : {}), log: testLog, pages: false })
    try {
      return await work(app.kernel)
    } finally {
      await app.close()
    }
  } finally {
    await opened.close()
  }
}
