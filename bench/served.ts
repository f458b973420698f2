import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A server in its own process. */
export interface Served {
  base: string
  pid: number
  captcha: string
}

/** Calls as a demo account. `body`: JSON, or a form unchanged. Throws the server's error. */
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

/** The duration of `work` and the growth of a process's resident memory meanwhile in bytes, measured every 20 ms. */
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
