import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { testApp } from '../testing/harness.ts'
import { multipart, pdf } from '../testing/samples.ts'
import { s3Store } from './s3.ts'
import { testConfig } from '../testing/config.ts'

/** As much of the S3 protocol as the store speaks: signed PUT, GET and DELETE of objects addressed by path. */
async function bucket() {
  const objects = new Map<string, Buffer>()
  const signed = (request: IncomingMessage) => /^AWS4-HMAC-SHA256 Credential=key\//.test(request.headers.authorization ?? '')
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://x').pathname
    void (async () => {
      if (!signed(request)) return response.writeHead(403).end()
      if (request.method === 'PUT') {
        objects.set(name, await buffer(request))
        return response.writeHead(200, { etag: '"x"' }).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(name)
        return response.writeHead(204).end()
      }
      const found = objects.get(name)
      if (!found) return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
      return response.writeHead(200, { 'content-length': found.length }).end(found)
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    objects,
    server,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
      S3_BUCKET: 'qifu',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
    },
  }
}

it('answers nothing for an absent object, and the bytes of a present one until it is removed', async () => {
  const s3 = await bucket()
  const dir = await mkdtemp(join(tmpdir(), 'qifu-s3-'))
  await writeFile(join(dir, 'a'), 'content')
  const store = s3Store(testConfig(dir, s3.env))
  expect(await store.read('f'.repeat(32))).toBeNull()
  await store.put('a'.repeat(32), join(dir, 'a'), 'application/pdf')
  const found = await store.read('a'.repeat(32))
  expect(found!.size).toBe(7)
  expect((await buffer(found!.body)).toString()).toBe('content')
  await store.remove('a'.repeat(32))
  expect(s3.objects.size).toBe(0)
  s3.server.close()
  await rm(dir, { recursive: true })
})

it('keeps uploads in the bucket and none of them in the data folder', async () => {
  const s3 = await bucket()
  const t = await testApp({ env: s3.env })
  const { filePath } = (
    await t.as('qy1').send({ method: 'POST', url: '/files/upload', ...multipart({ name: 'a.pdf', content: pdf(1000) }) })
  ).body.data
  expect([...s3.objects.keys()]).toEqual([`/qifu/${filePath}`])
  expect((await t.as('qy1').get('/files/download', { filePath })).raw.equals(pdf(1000))).toBe(true)
  s3.server.close()
})
