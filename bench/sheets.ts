import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Row } from './report.ts'
import { signedIn, watched, type Served } from './served.ts'

const run = promisify(execFile)
const GROWTH_MB = 200
const MB = 1 << 20

/** An export over HTTP, measured from outside. The server is freshly started, so that it cannot reuse memory of earlier work. */
export async function watchedExport(server: Served, userName: string, bizType: string, filters: object = {}) {
  const { call, authorization } = await signedIn(server, userName)
  const { seconds, growth, result } = await watched(server.pid, async () => {
    const { taskId } = await call<{ taskId: string }>('/export/start', { bizType, filters })
    for (;;) {
      const state = await call<{ status: number; done: number; filePath: string | null; message: string | null }>(
        `/export/progress?taskId=${taskId}`,
      )
      if (state.status !== 1) return state
      await sleep(200)
    }
  })
  if (result.status !== 2 || !result.filePath) throw new Error(`export: ${result.message}`)
  return { done: result.done, filePath: result.filePath, seconds, growth, authorization }
}

/** An export by an editor; its file is read again afterwards. */
export async function sheets({ dir, ...server }: Served & { dir: string }): Promise<Row[]> {
  const { base } = server
  const { authorization, ...state } = await watchedExport(server, 'editor1', 'policy')

  const file = join(dir, 'export.xlsx')
  const download = await fetch(`${base}/files/download?filePath=${encodeURIComponent(state.filePath)}`, { headers: { authorization } })
  if (!download.ok) throw new Error(`download: ${download.status} ${await download.text()}`)
  await writeFile(file, Buffer.from(await download.arrayBuffer()))
  const read = JSON.parse((await run(process.execPath, ['bench/import-process.ts', file])).stdout) as {
    rows: number
    seconds: number
    growth: number
  }
  if (read.rows < state.done) throw new Error(`import: ${read.rows} of ${state.done} rows`)
  return [
    {
      name: `export of ${state.done} rows, memory growth`,
      figure: state.growth / MB,
      unit: 'MB',
      atMost: GROWTH_MB,
      note: `${state.seconds.toFixed(1)} s from start to file`,
    },
    {
      name: `import of ${read.rows} rows, memory growth`,
      figure: read.growth / MB,
      unit: 'MB',
      atMost: GROWTH_MB,
      note: `${read.seconds.toFixed(1)} s`,
    },
  ]
}
