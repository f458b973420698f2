import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const REFUSED = { statusCode: 400 }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

describe('invalid text', () => {
  it.each([
    ['0xFF', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a cut character', [0xe4, 0xb8]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('is refused in JSON, in a form and in an address: %s', async (_name, bytes) => {
    const inJson = Buffer.concat([Buffer.from('{"key":"'), Buffer.from(bytes), Buffer.from('"}')])
    const url = '/sys/queryDictOptionByOptionIds'
    expect(await t.http.inject({ method: 'POST', url, headers: json, payload: inJson })).toMatchObject(REFUSED)
    const escaped = bytes.map((byte) => `%${byte.toString(16)}`).join('')
    for (const payload of [Buffer.concat([Buffer.from('userName='), Buffer.from(bytes)]), Buffer.from(`userName=${escaped}`)]) {
      const answer = await t.http.inject({ method: 'POST', url: '/sys/activeUser/login', headers: form, payload })
      expect(answer.json()).toMatchObject({ code: 'INVALID', msg: '含有无法识别的字符' })
    }
    const answer = await t.http.inject(`/pol/my/list?policyTitle=${escaped}`)
    expect(answer.json()).toMatchObject({ code: 'INVALID', msg: '含有无法识别的字符' })
  })
  it('valid text is not changed: four-byte characters, an escaped percent sign, repeated keys of a form', async () => {
    expect((await t.http.inject(`/pol/my/list?policyTitle=${encodeURIComponent('增长 50% 𠮷')}`)).statusCode).toBe(200)
    const payload = 'userName=%E5%BC%A0+%25&x=1&x=2'
    const answer = await t.http.inject({ method: 'POST', url: '/sys/activeUser/login', headers: form, payload })
    expect(answer.json().fields.map(({ path }: { path: string }) => path)).toEqual(['password', 'verifiCode', 'x'])
  })
})

// Seen red: the compressed bytes were read as text, and the answer spoke of characters.
it('a compressed body is refused with the reason, as JSON and as a form; identity is no compression', async () => {
  const send = (coding: string, url: string, headers: object, payload: string | Buffer) =>
    t.http.inject({ method: 'POST', url, headers: { ...headers, 'content-encoding': coding }, payload })
  const text = '{"optionIds":["339999"],"dictTypeCode":"region"}'
  for (const coding of ['gzip', 'GZIP', 'br', 'deflate', 'gzip, identity'])
    for (const answer of [
      await send(coding, '/sys/queryDictOptionByOptionIds', json, gzipSync(text)),
      await send(coding, '/workshop/info/incViewNum', form, gzipSync('id=1')),
    ]) {
      expect(answer.statusCode, coding).toBe(415)
      expect(answer.json()).toMatchObject({
        code: 'UNSUPPORTED_TYPE',
        msg: '不支持请求内容的编码（Content-Encoding），请不压缩直接发送',
      })
    }
  for (const coding of ['identity', 'Identity', ''])
    expect((await send(coding, '/sys/queryDictOptionByOptionIds', json, text)).json(), coding).toMatchObject({ success: true })
})

it('a number outside the range of its column is an error of the caller, not of the server', async () => {
  const answer = await t.http.inject('/policy/doc/applyProjectExpressList?depId=2147483648')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'INVALID', msg: '数值超出范围' })
})

it('text that no column can store is refused everywhere: in a list, in a free object, as a key', async () => {
  const post = (url: string, body: unknown) => t.http.inject({ method: 'POST', url, headers: json, payload: JSON.stringify(body) })
  const inList = await post('/sys/queryDictOptionByOptionIds', { optionIds: ['a\u0000b'], dictTypeCode: 'region' })
  expect(inList.json().fields).toEqual([{ path: 'optionIds.0', message: '含有无法识别的字符' }])
  for (const answers of [{ employees: '\ud800' }, { 'a\u0000': 1 }])
    expect((await post('/corp/policyCalculator/calculate', { answers })).statusCode).toBe(400)
})

it('half a million values in one body are refused without looking at each (I-05), and no answer lists more than two hundred mistakes', async () => {
  const post = (payload: string) => t.http.inject({ method: 'POST', url: '/sys/queryDictOptionByOptionIds', headers: json, payload })
  const many = `{"routerName":[${Array.from({ length: 400_000 }, () => 1).join(',')}]}`
  expect((await post(many)).json()).toMatchObject({
    code: 'INVALID',
    fields: [{ path: '', message: '内容过多：一次最多提交 20000 项' }],
  })
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 1]))
  expect((await post(JSON.stringify(unknown))).json().fields).toHaveLength(200)
})

// Seen red: JSON.parse took 40 to 300 ms of the main loop for it.
it('a megabyte of opening brackets is refused before it is parsed; so is what nests deeper than 256', async () => {
  const post = (payload: string) => t.http.inject({ method: 'POST', url: '/sys/queryDictOptionByOptionIds', headers: json, payload })
  const nested = (depth: number) => `{"optionIds":${'['.repeat(depth)}${']'.repeat(depth)}}`
  for (const payload of ['['.repeat(1_000_000), nested(500_000), nested(256)]) {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID', fields: [{ path: '', message: '内容嵌套过深：最多 256 层' }] })
  }
  const usual = (await post(nested(255))).json()
  expect(usual.fields.map(({ path }: { path: string }) => path)).toContain('optionIds')
  expect((await post('[[')).json()).toMatchObject({ code: 'INVALID', msg: '请求内容的格式不正确' })
})

// Seen red: the answer repeated a key of 960 KB twice.
it('an answer repeats the beginning of a long key, wherever it stands', async () => {
  const long = '键'.repeat(320_000)
  const post = (url: string, body: unknown) => t.http.inject({ method: 'POST', url, headers: json, payload: JSON.stringify(body) })
  const cut = `${'键'.repeat(49)}…`
  const unknown = await post('/sys/queryDictOptionByOptionIds', { optionIds: ['a'], dictTypeCode: 'region', [long]: 1 })
  expect(unknown.json().fields).toEqual([{ path: cut, message: `不支持的字段：${cut}` }])
  expect(unknown.body.length).toBeLessThan(1000)
  const inFree = await post('/corp/policyCalculator/calculate', { answers: { [long]: { a: '\ud800' } } })
  expect(inFree.json().fields).toEqual([{ path: `answers.${cut}.a`, message: '含有无法识别的字符' }])
  const value = await post('/corp/policyCalculator/calculate', { answers: { [long]: [[{}]] } })
  expect(value.body.length).toBeLessThan(3000)
})

it('no list goes beyond 100,000 rows', async () => {
  const answer = await t.as('editor1').get('/company/info/list', { page: '1001', pageSize: '100' })
  expect(answer.body).toMatchObject({ code: 'INVALID', fields: [{ path: 'page', message: '页码超出范围，请缩小查询范围' }] })
})

it('names of object properties are ordinary words: in a search, as the code of a dictionary', async () => {
  for (const word of ['constructor', '__proto__', 'toString']) {
    expect((await t.http.inject(`/pol/my/list?q=${word}`)).json()).toMatchObject({ success: true, data: { total: 0 } })
    expect((await t.http.inject(`/tech/domain/tree?type=${word}`)).json()).toMatchObject({ code: 'NOT_FOUND' })
  }
})
