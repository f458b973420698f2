import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isDocument } from '../http/is-document.ts'
import { tooLongPage } from '../ssr/plain-page.ts'

const LINGER_MS = 5000
/** The size of the largest upload (K003). */
const LINGER_BYTES = 32 << 20

/**
 * A client that is still sending when its answer is out (a body over the limit, a refused upload) has a moment to read the answer; the rest
 * of its data is discarded (U-01, I-08). Closing a connection with unread data resets it, and the client loses the answer; therefore the
 * data is read to its end here.
 */
export function registerHangUp(http: FastifyInstance, lingerMs = LINGER_MS): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    // With `close` set in either way, Node would close the connection right behind the answer.
    if (request.raw.complete === false) {
      reply.removeHeader('connection')
      reply.raw.shouldKeepAlive = true
    }
    done()
  })
  http.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    // An injected call has no connection.
    if (raw.complete === false) {
      const giveUp = setTimeout(() => raw.socket.destroy(), lingerMs).unref()
      let read = 0
      raw.on('data', (part: Buffer) => {
        read += part.length
        if (read > LINGER_BYTES) raw.socket.destroy()
      })
      raw.once('end', () => {
        clearTimeout(giveUp)
        if (/close/i.test(raw.headers.connection ?? '')) raw.socket.end()
      })
      raw.resume()
    }
    done()
  })
}

type Refusal = readonly [status: string, code: string, message: string]
const TOO_LONG: Refusal = ['431 Request Header Fields Too Large', 'TOO_LARGE', '请求的地址或请求头过长']
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', '请求超时，请重试'],
  HPE_HEADER_OVERFLOW: TOO_LONG,
}
const MALFORMED: Refusal = ['400 Bad Request', 'INVALID', '请求内容的格式不正确']

/** The headers behind an address that is too long tell whether a browser sent it: milliseconds to wait for them, bytes to keep. */
const HEADERS_MS = 800
const HEADERS_BYTES = 32 << 10
interface Refused {
  refusal: Refusal
  /** the end of the received data, until it is known whether a browser sent it */
  said: string
  answered: boolean
}
const refused = new WeakMap<Socket, Refused>()

const header = (said: string, name: string) => new RegExp(`\\r\\n${name}:[ \\t]*([^\\r]*)`, 'i').exec(said)?.[1]
const isFromBrowser = (said: string): boolean =>
  isDocument({ 'sec-fetch-dest': header(said, 'sec-fetch-dest'), accept: header(said, 'accept') })

/**
 * Answers input that never becomes a request (not HTTP, too long, too late): once, in the envelope or to a browser as a page. The rest of
 * the data is read for a moment as above (I-08).
 */
export function refuseClient(
  error: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Socket,
  everywhere: Record<string, string> = {},
): void {
  const came = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
  // The parser reports an error again for every further part.
  const known = refused.get(socket)
  if (known) {
    if (socket.bytesRead > LINGER_BYTES) socket.destroy()
    if (!known.answered) heard(known, came, socket, everywhere)
    return
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const first: Refused = { refusal: REFUSALS[error.code ?? ''] ?? MALFORMED, said: '', answered: false }
  refused.set(socket, first)
  if (first.refusal !== TOO_LONG) return answer(first, socket, everywhere)
  setTimeout(() => answer(first, socket, everywhere), HEADERS_MS).unref()
  heard(first, came, socket, everywhere)
}

function heard(one: Refused, came: string, socket: Socket, everywhere: Record<string, string>): void {
  one.said = (one.said + came).slice(-HEADERS_BYTES)
  if (one.said.includes('\r\n\r\n')) answer(one, socket, everywhere)
}

function answer(one: Refused, socket: Socket, everywhere: Record<string, string>): void {
  if (one.answered) return
  one.answered = true
  const [status, code, message] = one.refusal
  const page = one.refusal === TOO_LONG && isFromBrowser(one.said) ? tooLongPage() : undefined
  const body = page?.html ?? JSON.stringify({ success: false, code, msg: message, description: message })
  const headers = {
    ...everywhere,
    ...(page?.headers ?? { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  // A client that timed out has no unread data.
  const giveUp = setTimeout(() => socket.destroy(), code === 'TIMEOUT' ? 100 : LINGER_MS).unref()
  socket.once('close', () => clearTimeout(giveUp))
  socket.resume()
}
