import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { Call } from '../kernel.ts'
import { receiveFile } from './receive.ts'

const MB = 1 << 20
const PIECE = 64 << 10

/** A call whose one file arrives in separate buffers, as from a socket. */
const calling = (size: number, seen: () => void, name = 'a.pdf'): Call =>
  ({
    parts: async function* () {
      yield {
        type: 'file',
        fieldname: 'file',
        filename: name,
        file: Readable.from(
          (async function* () {
            for (let sent = 0; sent < size; sent += PIECE) {
              seen()
              yield Buffer.allocUnsafeSlow(PIECE)
              await new Promise(setImmediate)
            }
          })(),
          { highWaterMark: 1 },
        ),
      }
    },
  }) as unknown as Call

it('ten parallel files of 30 MB are written without buffering them in memory (U-01)', { timeout: 60_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'qifu-receive-'))
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const seen = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  await Promise.all(Array.from({ length: 10 }, (_, n) => receiveFile(calling(30 * MB, seen), join(dir, String(n)))))
  for (const name of await readdir(dir)) expect((await stat(join(dir, name))).size).toBe(30 * MB)
  await rm(dir, { recursive: true })
  expect(most / MB).toBeLessThan(32)
})

it('a larger limit counts for the kind that it names, and is told', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'qifu-receive-'))
  const receive = (name: string, size: number) =>
    receiveFile(
      calling(size, () => {}, name),
      join(dir, 'x'),
      undefined,
      ({ family, maxMb }) => (family === 'video' ? 40 : maxMb),
    ).then(
      ({ size: received }) => received / MB,
      (error: Error) => error.message,
    )
  expect(await receive('a.mp4', 40 * MB)).toBe(40)
  expect(await receive('a.mp4', 40 * MB + PIECE)).toBe('文件大小不能大于40M')
  expect(await receive('a.pdf', 31 * MB)).toBe('文件大小不能大于30M')
  await rm(dir, { recursive: true })
})
