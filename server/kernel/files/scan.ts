import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Config } from '../config.ts'

export type ScanState = 'pending' | 'clean' | 'infected' | 'skipped'
const TIMEOUT_MS = 20_000
const CHUNK = 64 << 10

/**
 * Scans with clamd (SCANNER, INSTREAM). 'skipped' without a scanner; 'pending' when it is down, slow or unclear, and then the file cannot
 * be downloaded (U-06).
 */
export function scan(config: Pick<Config, 'SCANNER'>, path: string): Promise<ScanState> {
  if (!config.SCANNER) return Promise.resolve('skipped')
  const [host, port] = config.SCANNER.split(':') as [string, string]
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) })
    let said = ''
    const end = (state: ScanState) => {
      socket.destroy()
      resolve(state)
    }
    socket.setTimeout(TIMEOUT_MS, () => end('pending'))
    socket.on('error', () => end('pending'))
    socket.on('data', (part) => {
      said = (said + part.toString('latin1')).slice(-1000)
    })
    socket.on('end', () => end(/: OK\0?$/.test(said.trim()) ? 'clean' : /FOUND\0?$/.test(said.trim()) ? 'infected' : 'pending'))
    socket.on('connect', () => {
      void stream(path, socket).catch(() => end('pending'))
    })
  })
}

async function stream(path: string, socket: ReturnType<typeof connect>): Promise<void> {
  const write = (bytes: Buffer | string) =>
    new Promise<void>((done, fail) => {
      socket.write(bytes, (error) => (error ? fail(error) : done()))
    })
  await write('zINSTREAM\0')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    await write(length)
    await write(chunk)
  }
  await write(Buffer.alloc(4))
}
