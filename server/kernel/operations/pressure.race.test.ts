import { expect, it } from 'vitest'
import { answerCounts } from './answer-counts.ts'
import { testApp } from '../testing/harness.ts'

it('one account with two hundred calls at once leaves room for everybody else (V-06)', async () => {
  const t = await testApp()
  const [greedy, other] = [t.as('gr1'), t.as('qy2')]
  for (const one of [greedy, other]) expect((await one.get('/sys/account/data')).status).toBe(200)
  const flood = Promise.all(Array.from({ length: 200 }, () => greedy.get('/sys/account/data')))
  expect((await other.get('/sys/account/data')).status).toBe(200)
  const all = await flood
  const answers = all.map(({ status }) => status)
  expect(answers.filter((status) => status === 503).length).toBeGreaterThanOrEqual(80)
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(50)
  // Who is refused is told for how long; nobody is called at night for it (ADR 1003).
  const refused = all.filter(({ status }) => status === 503)
  expect(new Set(refused.map(({ body, headers }) => `${body.code} ${body.msg} ${String(headers['retry-after'])}`))).toEqual(
    new Set(['BUSY 现在操作的人较多，请 5 秒后再试 5']),
  )
  expect(answerCounts(t.kernel).lastMinute()).toMatchObject({ failures: 0, shed: refused.length })
})

it('one address that floods the public lists, without log-in or with invented sessions, leaves room for the others (V-06)', async () => {
  const t = await testApp()
  const officer = t.as('front1')
  expect((await officer.get('/sys/account/data')).status).toBe(200)
  const from = (remoteAddress: string, authorization?: string) =>
    t.http.inject({ method: 'GET', url: '/sys/link/list', remoteAddress, headers: authorization ? { authorization } : {} })
  for (const session of [() => undefined, (n: number) => `invented ${n}`]) {
    const flood = Promise.all(Array.from({ length: 300 }, (_, n) => from('10.0.0.9', session(n))))
    expect((await officer.get('/sys/account/data')).status).toBe(200)
    expect((await from('10.0.0.8')).statusCode).toBe(200)
    const answers = (await flood).map(({ statusCode }) => statusCode)
    expect(answers.filter((status) => status === 503).length).toBeGreaterThanOrEqual(100)
  }
})

it('a call that only says it is an upload takes a place like any other, also from all addresses of one IPv6 network (V-06)', async () => {
  const t = await testApp()
  const from = (remoteAddress: string, method: 'GET' | 'POST' = 'GET') =>
    t.http.inject({
      method,
      url: '/sys/link/list',
      remoteAddress,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
  expect((await from('10.0.0.8')).statusCode).toBe(200)
  const flood = Promise.all(Array.from({ length: 300 }, (_, n) => from(`2001:db8:1:2::${(n + 1).toString(16)}`)))
  const others = [await from('10.0.0.8'), await from('2001:db8:1:3::1')]
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await flood).filter(({ statusCode }) => statusCode === 503).length).toBeGreaterThanOrEqual(100)
})
