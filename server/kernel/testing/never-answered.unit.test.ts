import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError, forbidden, refused } from '../errors.ts'
import { noteAnswered } from './answered.ts'
import { neverAnswered, unansweredOf } from './never-answered.ts'

it('names the endpoints that nothing answered, and excuses that are no longer true', () => {
  const endpoints = ['GET /a', 'POST /a', 'GET /never', 'GET /late']
  const excused = { 'GET /never': '一律 405', 'GET /late': '尚无', 'GET /gone': '已去掉' }
  expect(unansweredOf(endpoints, new Set(['GET /a', 'GET /late']), excused)).toEqual([
    '没有一个接口测试成功调用过：POST /a',
    '已有测试成功调用，请从 never-answered.ts 中去掉：GET /late',
    'never-answered.ts 中的接口不存在：GET /gone',
  ])
  expect(unansweredOf(Object.keys(neverAnswered), new Set())).toEqual([])
})

it('the excuses do not grow', () => {
  expect(Object.keys(neverAnswered).length).toBeLessThanOrEqual(13)
  for (const reason of Object.values(neverAnswered)) expect(reason.length).toBeGreaterThan(5)
})

it('notes what is answered with success, under the address that was called; not what is refused, even with 200', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qifu-answered-'))
  const file = join(folder, 'answered')
  const end = noteAnswered(file)
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => reply.code(error instanceof AppError ? error.status : 500).send({ success: false }))
  for (const url of ['/one', '/sys/alias/one']) app.get(url, async () => ({ success: true }))
  app.post('/refused', async () => {
    throw refused('现在不行', 'STATE')
  })
  app.post('/door', { preHandler: async () => Promise.reject(forbidden()) }, async () => ({ success: true }))
  app.post('/spoken', (_, reply) => reply.code(405).send())
  app.post('/changed', async (request) => {
    if (request.headers.first) throw forbidden()
    return { success: true }
  })
  const answer = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ method, url, headers })).statusCode
  expect(await answer('GET', '/sys/alias/one?id=1')).toBe(200)
  expect(await answer('GET', '/sys/alias/one?id=2')).toBe(200)
  for (const url of ['/refused', '/door']) expect(await answer('POST', url), url).toBe(200)
  expect([await answer('POST', '/spoken'), await answer('GET', '/nowhere')]).toEqual([405, 404])
  expect([await answer('POST', '/changed', { first: '1' }), await answer('POST', '/changed')]).toEqual([200, 200])
  end()
  expect(await answer('GET', '/one')).toBe(200)
  expect(readFileSync(file, 'utf8')).toBe('GET /sys/alias/one\nPOST /changed\n')
  rmSync(folder, { recursive: true })
  await app.close()
})
