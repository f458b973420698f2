import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'

/** A running process of server/main.ts. */
export interface ServerProcess {
  /** http://127.0.0.1:PORT */
  base: string
  /** the second listener: /openapi.json, /metrics */
  admin: string
  pid: number
  process: ChildProcess
  /** returns everything it has printed so far */
  log(): Promise<string>
  /**
   * Ends the process (with SIGTERM by default) and waits; returns the exit code or the signal's name. For an ended process it returns at
   * once.
   */
  stop(signal?: NodeJS.Signals): Promise<number | string>
}

/** Thrown when the process ended, or did not answer in time, before it was ready. */
export class DidNotStart extends Error {
  readonly code: number | string | null
  readonly log: string
  constructor(code: number | string | null, log: string) {
    super(`server/main.ts did not start (${code ?? 'no answer'}): ${log.slice(-2000)}`)
    this.code = code
    this.log = log
  }
}

/**
 * Starts server/main.ts with exactly `env` (and PATH, HOME) and waits until /healthz answers. `made` gets the child process at once. Throws
 * DidNotStart.
 */
export async function startServer(
  env: Record<string, string>,
  logFile: string,
  { made, within = 180_000 }: { made?: (child: ChildProcess) => void; within?: number } = {},
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const adminPort = env.ADMIN_PORT ?? String(await freePort())
  const out = openSync(logFile, 'a')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH, HOME, HOST: '127.0.0.1', ...env, PORT: port, ADMIN_PORT: adminPort },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  made?.(child)
  const log = () => readFile(logFile, 'utf8')
  const ended = () => child.exitCode ?? child.signalCode
  const base = `http://127.0.0.1:${port}`
  for (const until = Date.now() + within; ; await sleep(50)) {
    if (ended() !== null) throw new DidNotStart(ended(), await log())
    const health = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    await health?.body?.cancel()
    if (health?.status === 200) break
    if (Date.now() > until) {
      child.kill('SIGKILL')
      throw new DidNotStart(null, await log())
    }
  }
  return {
    base,
    admin: `http://127.0.0.1:${adminPort}`,
    pid: child.pid!,
    process: child,
    log,
    stop: async (signal = 'SIGTERM') => {
      if (ended() === null) {
        const over = once(child, 'exit')
        child.kill(signal)
        await over
      }
      return ended()!
    },
  }
}
