import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '../../server/kernel/testing/samples.ts'
import type { ProofApp } from '../stage.ts'
import { ask, type Answer, type User } from '../user.ts'

/** Repeats a call that was refused as busy, as the answer asks, because the proof uses the same machine. */
export async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await call()
    const { code } = answer.body
    if ((code !== 'BUSY' && code !== 'TOO_MANY') || tries === 70) return answer
    await sleep(1000)
  }
}

const whenAllowed = async (call: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; ; tries++) {
    const answer = await call()
    if (answer.body.code !== 'TOO_MANY' || tries === 70) return answer
    await sleep(1000)
  }
}

/** Uploads with exactly the given name; a browser's FormData would correct some names. */
export function uploadAs(
  app: ProofApp,
  { token }: User,
  file: { name: string; content: Buffer; field?: string },
  fields: Record<string, string> = {},
  path = '/files/upload',
): Promise<Answer> {
  const { payload, headers } = multipart(file, fields)
  // The uploads and imports of an account are counted whatever their address (ADR 0907).
  return whenAllowed(() => ask(app.base, path, { token, headers, body: payload, within: 120_000 }))
}

const HEAD = '--end\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'

/** An upload that never ends. Returns the answer, the bytes sent before it, and the bytes sent until the server closed the connection. */
export async function endlessUpload(
  app: ProofApp,
  { token }: User,
  most: number,
): Promise<{ status: number; msg: string; sent: number; after: number; closed: boolean }> {
  const upload = request(`${app.base}/files/upload`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=end', 'x-forwarded-for': '10.77.0.1' },
  })
  let answered: { status: number; text: string; sent: number; when: number } | undefined
  let sent = 0,
    closed = false,
    go = () => {}
  const hangUp = () => {
    closed = true
    go()
  }
  upload.on('error', hangUp).on('close', hangUp)
  upload.on('drain', () => go())
  upload.on('response', (response) => {
    const [at, when] = [sent, performance.now()]
    let text = ''
    response.on('error', hangUp)
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
      answered = { status: response.statusCode!, text, sent: at, when }
    })
  })
  upload.write(`${HEAD}%PDF-1.7\n`)
  const piece = Buffer.alloc(256 << 10, ' ')
  while (!closed && sent < most) {
    sent += piece.length
    if (upload.write(piece)) await sleep(0)
    else
      await new Promise<void>((resolve) => {
        go = resolve
      })
  }
  const hungUp = closed
  const after = performance.now() - (answered?.when ?? 0)
  upload.destroy()
  const msg = (JSON.parse(answered?.text ?? '{}') as { msg?: string }).msg ?? ''
  return { status: answered?.status ?? 0, msg, sent: answered?.sent ?? sent, after, closed: hungUp }
}

/** Sends the first `bytes` of an upload and cuts the connection. */
export async function cutUpload(app: ProofApp, { token }: User, payload: Buffer, bytes: number, type: string): Promise<void> {
  const { hostname, port } = new URL(app.base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  const head = `POST /files/upload HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.77.0.2\r\nauthorization: ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${payload.length}\r\n\r\n`
  await new Promise((done) => socket.write(head, done))
  await new Promise((done) => socket.write(payload.subarray(0, bytes), done))
  await sleep(20)
  // Half of them like a broken connection, half like a closed browser.
  if (bytes % 2) socket.resetAndDestroy()
  else socket.destroy()
}
