import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
let port = 0
beforeAll(async () => {
  t = await testApp()
  await t.http.listen({ host: '127.0.0.1', port: 0 })
  port = (t.http.server.address() as { port: number }).port
})
afterAll(() => t.http.close())

/** As a client does that sends everything before it reads: a reset meanwhile takes the answer away. */
async function said(parts: string[]): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  for (const part of parts) {
    socket.write(part)
    await sleep(100)
  }
  const timer = setTimeout(() => socket.end(), 1000)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  clearTimeout(timer)
  return { head, body }
}
const MUCH = JSON.stringify({ key: 'x'.repeat(3 << 20) })
const halves = (whole: string) => [whole.slice(0, whole.length / 2), whole.slice(whole.length / 2)]
const post = (headers: string) =>
  `POST /sys/queryDictOptionByOptionIds HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`

describe('who is refused while still sending reads the answer', () => {
  it.each(['keep-alive', 'close'])('a body over 1 MiB, connection: %s', async (connection) => {
    const known = [post(`connection: ${connection}\r\ncontent-length: ${MUCH.length}`), ...halves(MUCH)]
    const chunked = [
      post(`connection: ${connection}\r\ntransfer-encoding: chunked`),
      ...halves(MUCH).map((half) => `${half.length.toString(16)}\r\n${half}\r\n`),
      '0\r\n\r\n',
    ]
    for (const parts of [known, chunked]) {
      const { head, body } = await said(parts)
      expect(head).toMatch(/^HTTP\/1\.1 413 /)
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'TOO_LARGE', msg: '提交的内容过大' })
    }
  })
  it.each([17, 200])('an address of %i KB', async (kilobytes) => {
    const { head, body } = await said(halves(`GET /pol/my/list?q=${'a'.repeat(kilobytes << 10)} HTTP/1.1\r\nhost: x\r\n\r\n`))
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'TOO_LARGE', msg: '请求的地址或请求头过长' })
  })
  it('what is no HTTP', async () => {
    const { head, body } = await said(halves('nonsense\r\n'.repeat(20_000)))
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(body).toContain('请求内容的格式不正确')
  })
})
