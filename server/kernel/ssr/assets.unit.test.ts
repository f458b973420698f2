import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerAssets } from './assets.ts'

const root = mkdtempSync(join(tmpdir(), 'qifu-assets-'))
let app: FastifyInstance

beforeAll(async () => {
  for (const [path, text] of Object.entries({
    'build/client/assets/new-1.js': 'new',
    'build/client/assets/new-1.js.br': 'packed',
    'build/client/assets/.hidden.js': 'hidden',
    'build/client/favicon.svg': '<svg/>',
    'build/kept/old-1.js': 'old',
    'build/secret.js': 'secret',
  })) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  app = Fastify()
  await registerAssets(app, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers = {}) => app.inject({ url, headers })

it.each([
  '/assets/none.js',
  '/assets/.hidden.js',
  '/assets/',
  '/assets/../secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%2e%2e/secret.js',
])('does not serve %s', async (url) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
  expect(['secret', 'hidden']).not.toContain(body)
})

it('serves an asset packed or plain as the client can read it, to be kept for a year', async () => {
  const packed = await get('/assets/new-1.js', { 'accept-encoding': 'gzip, br' })
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br'])
  const plain = await get('/assets/new-1.js')
  expect(plain.body).toBe('new')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject({ method: 'HEAD', url: '/assets/new-1.js' })).body).toBe('')
})

it('serves an asset of an earlier build, and one that a later build brings while it runs', async () => {
  expect((await get('/assets/old-1.js')).body).toBe('old')
  writeFileSync(join(root, 'build/client/assets/later-1.js'), 'later')
  expect((await get('/assets/later-1.js')).body).toBe('later')
})

it('other files of the build are asked for again', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})
