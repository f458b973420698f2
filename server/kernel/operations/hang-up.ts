import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LINGER_MS = 5000
/** No more than an upload may have (K003). */
const LINGER_BYTES = 32 << 20

/**
 * Who still sends when the answer is out (a body over its limit, an upload refused half way) has a moment to read it; what comes after that is not
 * taken (U-01, I-08). A line closed with bytes unread is reset, and the reset takes the answer away from the client: it is read to its end here.
 */
export function registerHangUp(http: FastifyInstance, lingerMs = LINGER_MS): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    // Either way to say `close` would have Node shut the line behind the last byte of the answer.
    if (request.raw.complete === false) {
      reply.removeHeader('connection')
      reply.raw.shouldKeepAlive = true
    }
    done()
  })
  http.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    // A call that was injected has no line.
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

const REFUSALS: Record<string, [status: string, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', '请求超时，请重试'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'TOO_LARGE', '请求的地址或请求头过长'],
}
const MALFORMED: (typeof REFUSALS)[string] = ['400 Bad Request', 'INVALID', '请求内容的格式不正确']
const refused = new WeakSet<Socket>()

/** What is no HTTP, too long or too late before there is a request: answered once in the envelope, and the rest is read for a moment as above (I-08). */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket, everywhere: Record<string, string> = {}): void {
  // The parser complains again of every part that still comes.
  if (refused.has(socket)) {
    if (socket.bytesRead > LINGER_BYTES) socket.destroy()
    return
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  refused.add(socket)
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ success: false, code, msg: message, description: message })
  const headers = {
    ...everywhere,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  // Of who was too slow nothing is unread.
  const giveUp = setTimeout(() => socket.destroy(), error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 100 : LINGER_MS).unref()
  socket.once('close', () => clearTimeout(giveUp))
  socket.resume()
}
