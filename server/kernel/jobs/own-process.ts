import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MEMORY_MB = 256
/** Wall-clock time for each second of work: a machine so busy that even this is not enough cannot serve anyway. */
const PATIENCE = 15

/** slow: it worked for longer than it may · broken: it ended in the middle, out of memory or with an error */
export class ApartFailed extends Error {
  override name = 'ApartFailed'
  readonly reason: 'slow' | 'broken'
  constructor(reason: 'slow' | 'broken', said: string) {
    super(`${reason}: ${said}`)
    this.reason = reason
  }
}

/**
 * Runs a module that reads what a stranger has sent, in a process of its own with 256 MB of heap (or `heapMb`): a hostile file ends that process and never ours,
 * which a thread's exhausted heap does (U-05). `seconds` are processor time, because on a busy machine an honest file takes as long by the
 * clock as a hostile one; the kernel counts them, also when we are gone. Yields what the module tells (apart-side.ts). Throws ApartFailed.
 */
export async function* apart<M>(module: URL, data: object, seconds: number, heapMb = MEMORY_MB): AsyncGenerator<M> {
  const run = [`--max-old-space-size=${heapMb}`, fileURLToPath(module), JSON.stringify(data)]
  const child = spawn('/bin/sh', ['-c', `ulimit -c 0; ulimit -S -t ${Math.ceil(seconds)}; exec "$0" "$@"`, process.execPath, ...run], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { PATH: process.env.PATH ?? '', TZ: process.env.TZ ?? '' },
  })
  const arrived: M[] = []
  let ended: { code: number | null; signal: string | null } | undefined
  let said = ''
  let wake: () => void = () => {}
  child.on('message', (message) => {
    arrived.push(message as M)
    wake()
  })
  child.on('error', (error) => {
    said += error.message
    ended ??= { code: null, signal: null }
    wake()
  })
  child.on('close', (code, signal) => {
    ended ??= { code, signal }
    wake()
  })
  child.stderr!.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-500)
  })
  const patience = setTimeout(
    () => {
      ended ??= { code: null, signal: 'SIGXCPU' }
      wake()
    },
    seconds * PATIENCE * 1000,
  ).unref()
  try {
    for (;;) {
      while (arrived.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const message = arrived.shift()
      if (message === undefined) {
        if (ended!.code === 0) return
        throw new ApartFailed(ended!.signal === 'SIGXCPU' ? 'slow' : 'broken', said)
      }
      yield message
      if (child.connected) child.send('next', () => {})
    }
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
  }
}
