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

/** Acts as a client that sends everything before it reads: a reset during sending would lose the answer. */
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

describe('a client that is refused while it sends can read the answer', () => {
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
  describe.each([17, 50, 200])('in a browser an address of %i KB is answered with a page', (kilobytes) => {
    const line = `GET /page/search?q=${'a'.repeat(kilobytes << 10)} HTTP/1.1\r\n`
    it.each([
      ['a browser', 'host: x\r\nsec-fetch-dest: document\r\naccept: text/html,*/*'],
      ['an old browser', 'accept: text/html,application/xhtml+xml\r\nhost: x'],
    ])('%s', async (_name, headers) => {
      for (const parts of [[`${line}${headers}\r\n\r\n`], halves(`${line}${headers}\r\n\r\n`), [line, `${headers}\r\n`, '\r\n']]) {
        const { head, body } = await said(parts)
        expect(head).toMatch(/^HTTP\/1\.1 431 /)
        expect(head).toContain('content-type: text/html; charset=utf-8')
        expect(head).toContain('x-content-type-options: nosniff')
        expect(body).toContain('<h1>地址太长</h1>')
      }
    })
    it('endless headers are answered with the envelope', async () => {
      const { head, body } = await said([line, 'accept: application/json\r\n', 'x: '.repeat(10)])
      expect(head).toMatch(/^HTTP\/1\.1 431 /)
      expect(JSON.parse(body)).toMatchObject({ code: 'TOO_LARGE' })
    })
  })
  it('an invalid address is answered with a page in a browser, else with the envelope', async () => {
    const of = (headers: string) => said([`GET /page/%ZZ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`])
    const page = await of('accept: text/html')
    expect(page.head).toMatch(/^HTTP\/1\.1 400 /)
    expect(page.head).toContain('x-content-type-options: nosniff')
    expect(page.body).toContain('<h1>地址不对</h1>')
    const call = await of('accept: application/json')
    expect(call.head).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(call.body)).toMatchObject({ success: false, code: 'INVALID', msg: '请求的地址不正确' })
  })
  it('a request that is not HTTP', async () => {
    const { head, body } = await said(halves('nonsense\r\n'.repeat(20_000)))
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(body).toContain('请求内容的格式不正确')
  })
})
