import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A server that runs in a process of its own. */
export interface Served {
  base: string
  pid: number
  captcha: string
}

/** Calls as one of the demo accounts. `body`: JSON, or a form as it is. Throws what the server refuses. */
export async function signedIn({ base, captcha }: Served, userName: string) {
  const login = await run(process.execPath, ['scripts/login.ts', userName, base], { env: { ...process.env, DEMO_CAPTCHA: captcha } })
  const authorization = login.stdout.trim()
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const json = body !== undefined && !(body instanceof FormData)
    const response = await fetch(base + path, {
      ...(body === undefined ? {} : { method: 'POST', body: json ? JSON.stringify(body) : (body as FormData) }),
      headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}) },
    })
    const answer = (await response.json()) as { success: boolean; data: T; msg?: string }
    if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  return { authorization, call }
}

const residentMemory = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** How long `work` takes and by how many bytes the resident memory of a process grows meanwhile, looked at every 20 ms. */
export async function watched<T>(pid: number, work: () => Promise<T>): Promise<{ seconds: number; growth: number; result: T }> {
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
  try {
    const result = await work()
    return { seconds: (performance.now() - from) / 1000, growth: peak - before, result }
  } finally {
    over = true
    await watching
  }
}
