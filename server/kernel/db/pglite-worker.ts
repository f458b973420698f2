import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string }

const db = await PGlite.create({
  dataDir,
  extensions: { pg_trgm },
  // No background writer truncates the WAL here; without a cap it grows for as long as the process lives.
  postgresqlconf: ['max_wal_size=64MB', 'min_wal_size=32MB', 'timezone=UTC', 'log_timezone=UTC'],
})
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 4 })
await server.start()

parentPort!.once('message', async () => {
  await server.stop()
  await db.close()
  parentPort!.postMessage('closed')
  process.exit(0)
})
parentPort!.postMessage('ready')
