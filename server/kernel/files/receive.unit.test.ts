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
const calling = (size: number, seen: () => void): Call =>
  ({
    parts: async function* () {
      yield {
        type: 'file',
        fieldname: 'file',
        filename: 'a.pdf',
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
