import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A machine that is busy with other parts starts an interpreter slowly. */
const LIMIT_MS = 120_000

export interface Ran {
  code: number
  out: string
  err: string
}

/** A program of this machine with its input; null where it is not installed. */
export async function run(program: string, args: readonly string[], input = ''): Promise<Ran | null> {
  const child = spawn(program, args, { stdio: 'pipe', signal: AbortSignal.timeout(LIMIT_MS) })
  const [out, err]: Buffer[][] = [[], []]
  child.stdout.on('data', (part: Buffer) => out!.push(part))
  child.stderr.on('data', (part: Buffer) => err!.push(part))
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [code] = await once(child, 'close')
    return { code: Number(code), out: Buffer.concat(out!).toString(), err: Buffer.concat(err!).toString() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A library of Python: the system's own interpreter first, that is where apt puts it. `script` prints JSON; null where the library is absent. */
export async function python(library: string, script: string, input: string): Promise<unknown> {
  for (const program of ['/usr/bin/python3', 'python3']) {
    if ((await run(program, ['-c', `import ${library}`]))?.code !== 0) continue
    const done = await run(program, ['-c', script], input)
    if (done?.code !== 0) throw new Error(`${library}: ${done?.err.slice(-400)}`)
    return JSON.parse(done.out) as unknown
  }
  return null
}
