import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A client that sends its whole request piece by piece and reads only then; when the connection was reset meanwhile, the answer is lost.
 * Returns `431 TOO_LARGE`, or the fault.
 */
export async function readLate(base: string, pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  for (const piece of pieces) {
    socket.write(piece)
    await sleep(100)
  }
  const enough = setTimeout(() => socket.end(), 1000)
  const said = await text(socket).catch((error: unknown) => String(error))
  clearTimeout(enough)
  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(said) ?? []
  return status ? `${status} ${/"code":"(\w+)"/.exec(said)?.[1]}` : said.slice(0, 60) || 'nothing'
}

const halves = (whole: string) => [whole.slice(0, whole.length / 2), whole.slice(whole.length / 2)]

/** A request line with `kilobytes` of address. */
export const longAddress = (kilobytes: number): string[] =>
  halves(`GET /pol/my/list?q=${'a'.repeat(kilobytes << 10)} HTTP/1.1\r\nhost: x\r\n\r\n`)

/** A request with a JSON body of this length. */
export function longBody(bytes: number): string[] {
  const head = `POST /sys/queryDictOptionByOptionIds HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
  return [head, ...halves(`{"key":"${'a'.repeat(bytes - 10)}"}`)]
}
