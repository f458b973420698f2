import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Row } from './report.ts'

const run = promisify(execFile)
const GROWTH_MB = 200
const MB = 1 << 20

const residentMemory = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

export interface Exporting {
  base: string
  pid: number
  captcha: string
}
/** An export over HTTP, watched from outside. The server is fresh: no memory of an earlier load is there to be used again. */
export async function watchedExport({ base, pid, captcha }: Exporting, userName: string, bizType: string) {
  const login = await run(process.execPath, ['scripts/login.ts', userName, base], { env: { ...process.env, DEMO_CAPTCHA: captcha } })
  const authorization = login.stdout.trim()
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(base + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    const answer = (await response.json()) as { success: boolean; data: T; msg?: string }
    if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const before = await residentMemory(pid)
  let peak = before
  let over = false
  const watching = (async () => {
    while (!over) {
      peak = Math.max(peak, await residentMemory(pid))
      await sleep(20)
    }
  })()
  const from = performance.now()
  const { taskId } = await call<{ taskId: string }>('/export/start', { bizType, filters: {} })
  let state: { status: number; done: number; filePath: string | null; message: string | null }
  do {
    await sleep(200)
    state = await call(`/export/progress?taskId=${taskId}`)
  } while (state.status === 1)
  const seconds = (performance.now() - from) / 1000
  over = true
  await watching
  if (state.status !== 2 || !state.filePath) throw new Error(`export: ${state.message}`)
  return { done: state.done, filePath: state.filePath, seconds, growth: peak - before, authorization }
}

/** An export by an editor, and the file of it read again. */
export async function sheets({ dir, ...server }: Exporting & { dir: string }): Promise<Row[]> {
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
