import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { bucket } from '../testing/bucket.ts'
import { testApp } from '../testing/harness.ts'
import { multipart, pdf } from '../testing/samples.ts'
import { s3Store } from './s3.ts'
import { testConfig } from '../testing/config.ts'

it('returns nothing for a missing object, and the bytes of an existing one until it is removed', async () => {
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

it('stores uploads in the bucket and not in the data folder', async () => {
  const s3 = await bucket()
  const t = await testApp({ env: s3.env })
  const { filePath } = (
    await t.as('qy1').send({ method: 'POST', url: '/files/upload', ...multipart({ name: 'a.pdf', content: pdf(1000) }) })
  ).body.data
  expect([...s3.objects.keys()]).toEqual([`/qifu/${filePath}`])
  expect((await t.as('qy1').get('/files/download', { filePath })).raw.equals(pdf(1000))).toBe(true)
  s3.server.close()
})
