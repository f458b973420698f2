import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MEMORY_MB = 256
/** Wall-clock seconds per second of processor time: a machine too busy even for this cannot serve anyway. */
const PATIENCE = 15

/** slow: it used more processor time than allowed · broken: it ended early, out of memory or with an error */
export class ApartFailed extends Error {
  override name = 'ApartFailed'
  readonly reason: 'slow' | 'broken'
  constructor(reason: 'slow' | 'broken', said: string) {
    super(`${reason}: ${said}`)
    this.reason = reason
  }
}

/**
 * Runs a module that reads untrusted input in a separate process with 256 MB of heap (or `heapMb`). A hostile file can end that process but
 * never ours; exhausting the heap of a thread would (U-05). `seconds` is processor time, because on a busy machine an honest file takes as
 * much wall-clock time as a hostile one; the operating system enforces it, also when the parent is gone. Yields the module's messages
 * (own-process-side.ts). Throws ApartFailed.
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
