import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Long, because an interpreter starts slowly while other parts use the machine. */
const LIMIT_MS = 120_000

export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs a program of this machine with an input; null when it is not installed. */
export async function run(program: string, args: readonly string[], input = ''): Promise<Ran | null> {
  const child = spawn(program, args, { stdio: 'pipe', signal: AbortSignal.timeout(LIMIT_MS) })
  const [out, err]: Buffer[][] = [[], []]
  child.stdout.on('data', (part: Buffer) => out!.push(part))
  child.stderr.on('data', (part: Buffer) => err!.push(part))
  // The program may end before it has read its whole input.
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

/**
 * Runs a script with a Python library: first with the system's interpreter, for which apt installs libraries. `script` prints JSON; null
 * when the library is missing.
 */
export async function python(library: string, script: string, input: string): Promise<unknown> {
  for (const program of ['/usr/bin/python3', 'python3']) {
    if ((await run(program, ['-c', `import ${library}`]))?.code !== 0) continue
    const done = await run(program, ['-c', script], input)
    if (done?.code !== 0) throw new Error(`${library}: ${done?.err.slice(-400)}`)
    return JSON.parse(done.out) as unknown
  }
  return null
}
