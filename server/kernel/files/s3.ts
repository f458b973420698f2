import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import type { FileStore } from './store.ts'

/** A bucket of an S3-compatible store, addressed by path. Calls give up after 5 s without an answer and are tried three times. */
export function s3Store(config: Config): FileStore {
  const client = new S3Client({
    endpoint: config.S3_ENDPOINT!,
    region: config.S3_REGION,
    forcePathStyle: true,
    maxAttempts: 3,
    credentials: { accessKeyId: config.S3_ACCESS_KEY!, secretAccessKey: config.S3_SECRET_KEY! },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, requestTimeout: 60_000 },
  })
  const at = (key: string) => ({ Bucket: config.S3_BUCKET!, Key: key })
  return {
    put: async (key, path, mime) => {
      await client.send(
        new PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: (await stat(path)).size, ContentType: mime }),
      )
    },
    read: async (key, range) => {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({ ...at(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
        )
        return { body: Body as Readable, size: ContentLength ?? 0 }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
  }
}
