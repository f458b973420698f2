import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Breaker } from '../http/breaker.ts'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'

/** A download without progress for so long is aborted. */
const SILENCE_MS = 10_000

/** A bucket of an S3-compatible store, addressed by path. A call without progress for 2.5 s fails (V-05). Throws 502 and 504. */
export function s3Store(config: Config): FileStore {
  const client = new S3Client({
    endpoint: config.S3_ENDPOINT!,
    region: config.S3_REGION,
    forcePathStyle: true,
    maxAttempts: 2,
    credentials: { accessKeyId: config.S3_ACCESS_KEY!, secretAccessKey: config.S3_SECRET_KEY! },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2000, socketTimeout: SILENCE_MS },
  })
  const breaker = new Breaker('文件存储', { isAnswer: (error) => error instanceof NoSuchKey })
  const at = (key: string) => ({ Bucket: config.S3_BUCKET!, Key: key })
  return {
    put: async (key, path, mime) => {
      const { size } = await stat(path)
      await breaker.run(async ({ signal, alive }) => {
        const Body = createReadStream(path).on('data', alive)
        await client
          .send(new PutObjectCommand({ ...at(key), Body, ContentLength: size, ContentType: mime }), { abortSignal: signal })
          .finally(() => Body.destroy())
      })
    },
    read: async (key, range) => {
      try {
        const command = new GetObjectCommand({ ...at(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) })
        const { Body, ContentLength } = await breaker.run(({ signal }) => client.send(command, { abortSignal: signal }))
        return { body: Body as Readable, size: ContentLength ?? 0 }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    remove: async (key) => {
      await breaker.run(({ signal }) => client.send(new DeleteObjectCommand(at(key)), { abortSignal: signal }))
    },
  }
}
