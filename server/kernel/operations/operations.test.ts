import { connect } from 'node:net'
import { Writable } from 'node:stream'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { blindIndex, openPii, sealPii } from '../access/pii.ts'
import { rotatePii } from '../access/pii-rotation.ts'
import { testConfig } from '../testing/config.ts'
import { testApp, testDatabase, type TestApp } from '../testing/harness.ts'
import { createAdmin } from './admin.ts'
import { registerHangUp } from './hang-up.ts'
import { collectMetrics } from './metrics.ts'
import { overloadTracker } from './pressure.ts'
import { registerBodyLimit } from './requests.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

describe('health', () => {
  it('reports that the process lives and can serve, without internals', async () => {
    expect((await t.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const { statusCode, body, json } = await t.http.inject('/readyz')
    expect(json()).toEqual({ ready: true, database: true, disk: true, lag: true })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/postgres|pglite|version|\//i)
  })
  it('is not ready without its database, but alive', async () => {
    const database = await testDatabase()
    const app = await createApp(testConfig(database.target.dataDir), database, { pages: false, log: pino({ level: 'silent' }) })
    await database.close()
    expect(await app.http.inject('/readyz')).toMatchObject({ statusCode: 503 })
    expect(await app.http.inject('/healthz')).toMatchObject({ statusCode: 200 })
    await app.http.close()
  })
})

describe('the second listener', () => {
  it('is not reachable through the public one', async () => {
    for (const url of ['/metrics', '/openapi.json']) expect((await t.http.inject(url)).statusCode).toBe(404)
  })
  it('answers only under a loopback name, so that another name for this address cannot read it', async () => {
    const app = await testApp()
    const admin = createAdmin(app.kernel, collectMetrics(app.http, app.kernel))
    for (const url of ['/', '/metrics', '/openapi.json', '/nothing'])
      for (const host of ['evil.example', 'evil.example:9000', '127.0.0.1.evil.example', '10.0.0.1', 'localhost.evil.example']) {
        const { statusCode, body } = await admin.inject({ url, headers: { host } })
        expect([statusCode, body], `${host}${url}`).toEqual([421, '只能以 127.0.0.1 或 localhost 访问'])
      }
    for (const host of ['127.0.0.1:9000', 'localhost:9000', '[::1]:9000'])
      expect((await admin.inject({ url: '/metrics', headers: { host } })).statusCode, host).toBe(200)
    await admin.close()
  })
  it('returns metrics per route and the contract as OpenAPI', async () => {
    const app = await testApp()
    const metrics = collectMetrics(app.http, app.kernel)
    const admin = createAdmin(app.kernel, metrics)
    await app.as(null).get('/sys/getDict')
    await app.as(null).get('/nothing/12345')
    const text = (await admin.inject('/metrics')).body
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/sys/getDict",status="200"} 1')
    expect(text).not.toContain('12345')
    expect(text).toContain('qifu_pool{state="waiting"}')
    const api = (await admin.inject('/openapi.json')).json()
    expect(Object.keys(api.paths).length).toBeGreaterThanOrEqual(20)
    expect(api.paths['/sys/feedback/save'].post.requestBody.content['application/json'].schema).toMatchObject({
      required: expect.arrayContaining(['name', 'phonevalue']) as string[],
      additionalProperties: false,
    })
    expect(api.paths['/files/download'].get.parameters).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'filePath', in: 'query', required: true })]),
    )
    expect(api.paths['/sys/log/check'].get).toMatchObject({ 'x-access': 'can:audit:read', security: [{ token: [] }] })
    expect(await new Validator().validate(structuredClone(api))).toMatchObject({ valid: true })
    await SwaggerParser.validate(structuredClone(api) as never)
    const operations = Object.values(api.paths as Record<string, Record<string, { operationId: string }>>).flatMap((one) =>
      Object.values(one),
    )
    const ids = operations.map((one) => one.operationId)
    expect(ids.filter((id, at) => !/^(get|post)[A-Z]\w*$/.test(id) || ids.indexOf(id) !== at)).toEqual([])
    expect(ids).toContain('getPolMyList')
    expect(api.paths['/company/info/import'].post.requestBody.content['multipart/form-data'].schema).toMatchObject({
      required: expect.arrayContaining(['file', 'source']) as string[],
      properties: { file: { format: 'binary' }, mode: { enum: ['all', 'valid'] }, dryRun: { enum: ['true', 'false'] } },
    })
    expect((await admin.inject('/')).body).toContain('/sys/queryDictOptionByOptionIds')
    await admin.close()
  })
})

describe('request logs', () => {
  it('contain user, call and duration, and nothing of the request', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'info' },
      new Writable({
        write(chunk: Buffer, _e, done) {
          lines.push(chunk.toString())
          done()
        },
      }),
    )
    const database = await testDatabase()
    const app = await createApp(testConfig(database.target.dataDir), database, { pages: false, log })
    await app.http.inject({
      url: '/sys/getDict?types=canary-query%0Aforged',
      headers: { authorization: 'canary-token', cookie: 'token=canary-cookie' },
    })
    await app.http.inject({ method: 'POST', url: '/sys/feedback/save', payload: { name: 'canary-body', phonevalue: '15412345678' } })
    await app.close()
    const text = lines.join('')
    expect(text).not.toMatch(/canary|15412345678/)
    const line = JSON.parse(lines.find((one) => one.includes('getDict'))!)
    expect(line).toMatchObject({ method: 'GET', path: '/sys/getDict', status: 200, ms: expect.any(Number), reqId: expect.any(String) })
  })
})

it('report once that an undeclared proxy forwards visitors', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const database = await testDatabase()
  for (const [env, times] of [
    [{}, 1],
    [{ TRUST_PROXY: '127.0.0.1' }, 0],
  ] as const) {
    lines.length = 0
    const app = await createApp(testConfig(database.target.dataDir, env), database, { pages: false, log })
    await app.http.inject('/sys/getDict')
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(0)
    for (const visitor of ['203.0.113.1', '203.0.113.2'])
      await app.http.inject({ url: '/sys/getDict', headers: { 'x-forwarded-for': visitor } })
    const told = lines.filter((line) => line.includes('TRUST_PROXY'))
    expect(told).toHaveLength(times)
    if (times) expect(JSON.parse(told[0]!)).toMatchObject({ level: 40, proxy: '127.0.0.1' })
    await app.http.close()
  }
})

it('a request whose body does not arrive is ended', async () => {
  const http = Fastify()
  registerBodyLimit(http, 200)
  http.post('/x', async ({ body }) => body)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as { port: number }
  const ended = new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    let said = ''
    socket.on('data', (part) => {
      said += part.toString()
    })
    socket.on('close', () => resolve(said))
  })
  expect(await ended).not.toContain('200 OK')
  expect((await http.inject({ method: 'POST', url: '/x', payload: { a: 1 } })).json()).toEqual({ a: 1 })
  await http.close()
})

it('a client that continues to send after the answer is disconnected', async () => {
  const http = Fastify()
  registerHangUp(http, 200)
  http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  http.post('/x', async (_request, reply) => reply.code(413).send('too large'))
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as { port: number }
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /x HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n')
    const more = setInterval(() => socket.write('more'), 20)
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(more)
      resolve(text)
    })
  })
  expect(said).toContain('413')
  await http.close()
})

it('only lasting pressure counts as overload', () => {
  const lasting = overloadTracker(2000)
  expect([0, 500, 1500].map(lasting)).toEqual([false, false, false])
  expect(lasting(2100)).toBe(true)
  expect(lasting(9000)).toBe(false)
})

describe('a new master key', () => {
  it('reseals every sealed value, also after an interruption', async () => {
    const database = await testDatabase()
    const log = pino({ level: 'silent' })
    const old = await createApp(testConfig(database.target.dataDir, { SECRET_KEY: 'old-secret-0123456789abcdefghijklm' }), database, {
      pages: false,
      log,
    })
    for (let i = 0; i < 450; i++) {
      const phone = `154${String(i).padStart(8, '0')}`
      await database.db
        .insertInto('feedback')
        .values({
          title: 't',
          message: 'm',
          other_sealed: sealPii(old.kernel, '无'),
          name_sealed: sealPii(old.kernel, '王'),
          phone_sealed: sealPii(old.kernel, phone),
          phone_index: blindIndex(old.kernel, phone),
        })
        .execute()
    }
    await old.http.close()
    const fresh = await createApp(
      testConfig(database.target.dataDir, {
        SECRET_KEY: 'new-secret-0123456789abcdefghijklm',
        SECRET_KEY_PREVIOUS: 'old-secret-0123456789abcdefghijklm,test-only-0123456789abcdefghijklmnop',
      }),
      database,
      { pages: false, log },
    )
    // Simulates a rotation that stopped half way: a third of the rows already carry the new key.
    const rows = await database.db.selectFrom('feedback').select(['id', 'phone_sealed']).where('id', '<=', 150).execute()
    for (const row of rows) {
      const phone = openPii(fresh.kernel, row.phone_sealed)
      await database.db
        .updateTable('feedback')
        .set({ phone_sealed: sealPii(fresh.kernel, phone), phone_index: blindIndex(fresh.kernel, phone) })
        .where('id', '=', row.id)
        .execute()
    }
    expect(await rotatePii(fresh.kernel)).toBeGreaterThanOrEqual(450 * 3 - 150)
    expect(await rotatePii(fresh.kernel)).toBe(0)
    const only = { secret: fresh.kernel.secret }
    for (const row of await database.db.selectFrom('feedback').selectAll().execute())
      expect(row.phone_index).toBe(blindIndex(only, openPii(only, row.phone_sealed)))
    await fresh.http.close()
  }, 60_000)
})
