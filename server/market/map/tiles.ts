import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { countyOf } from '../county.ts'
import { notFound } from '../../kernel/errors.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'

const WITHIN_MS = 5000
const MOST_BYTES = 512 << 10
const KEPT_MS = 30 * 86_400_000
const types: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }
/** Whether a tile is near the county. This bounds what is fetched and stored. */
function isNear(k: Kernel, { z, x, y }: Parsed<typeof market.tile>['query']): boolean {
  const [west, south, east, north] = countyOf(k).bounds
  const lng = (at: number) => (at / 2 ** z) * 360 - 180
  const lat = (at: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / 2 ** z))) * 180) / Math.PI
  return lng(x) < east + AROUND && lng(x + 1) > west - AROUND && lat(y + 1) < north + AROUND && lat(y) > south - AROUND
}
const AROUND = 0.2
const gone = () => notFound('底图暂时取不到')

/**
 * A picture of MAP_TILES. This server fetches it and keeps it on disk, so that the key of the map service stays here and browsers contact
 * nobody else. Any other answer counts as no tile; the page then draws its own layer.
 */
export async function tileOf(k: Kernel, { z, x, y }: Parsed<typeof market.tile>['query']): Promise<FileAnswer> {
  const template = k.config.MAP_TILES
  if (!template || !isNear(k, { z, x, y })) throw gone()
  const folder = join(k.config.DATA_DIR, 'tiles', createHash('sha256').update(template).digest('hex').slice(0, 12), String(z), String(x))
  const kept = await readKept(folder, y, k.clock.now().getTime())
  if (kept) return kept
  const url = template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
  const fetched = await fetchPicture(url).catch((err: unknown) => {
    k.log.warn({ err }, 'a tile of the map could not be fetched')
    return null
  })
  if (!fetched) throw gone()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Written under a temporary name and renamed, so that an incomplete file is never read.
  const path = join(folder, `${y}.${types[fetched.mime]}`)
  const part = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}`
  await writeFile(part, fetched.body, { mode: 0o600 })
  await rename(part, path)
  return pictureAnswer(y, fetched.mime, fetched.body)
}
const pictureAnswer = (y: number, mime: string, body: Buffer): FileAnswer => ({
  fileName: `${y}.${types[mime]}`,
  mime,
  body,
  size: body.length,
  inline: true,
})

async function readKept(folder: string, y: number, now: number): Promise<FileAnswer | null> {
  for (const [mime, end] of Object.entries(types)) {
    const path = join(folder, `${y}.${end}`)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    if (mtimeMs > now - KEPT_MS) return pictureAnswer(y, mime, await readFile(path))
  }
  return null
}

async function fetchPicture(url: string): Promise<{ mime: string; body: Buffer } | null> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) })
  const mime = (answer.headers.get('content-type') ?? '').split(';')[0]!.trim()
  if (!answer.ok || !(mime in types) || !answer.body) {
    await answer.body?.cancel()
    return null
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.length
    if (size > MOST_BYTES) return null
    parts.push(part)
  }
  return { mime, body: Buffer.concat(parts) }
}
