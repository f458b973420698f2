import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { invalidField } from '../errors.ts'
import { fairGate } from '../access/queued-admission.ts'
import { ArchiveRefused, countArchive, listArchive } from './archive.ts'
import { isProgram, notWhatItSays, wrongType, type FileKind } from './kinds.ts'
import { inspectVideo } from './mp4.ts'

sharp.concurrency(1)
sharp.cache(false)

const HEAD_BYTES = 4100
const WINDOW = 128 << 10
// The EICAR test virus is a file of its own; content deeper inside another format is left to the scanner.
const EICAR_WITHIN = 64 << 10
const MACRO = /vbaProject|macrosheets\//i
const MAX_PIXELS = 60_000_000
const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-' + 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')
const cfbStreams: Record<string, string> = { xls: 'Workbook', doc: 'WordDocument', ppt: 'PowerPoint Document' }

/** Checks that the content matches the suffix (U-02). Throws a refusal for the user. */
export async function inspect(path: string, kind: FileKind): Promise<void> {
  const head = await readHead(path)
  const detected = await fileTypeFromBuffer(head)
  if (!detected || !kind.signatures.includes(detected.ext)) throw notWhatItSays(kind)
  if (kind.ext === 'pdf') {
    if (!head.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw wrongType([kind.ext])
    if (!(await readTail(path)).includes('%%EOF')) throw invalidField('file', 'PDF 文件不完整，或末尾带有其他内容，请重新生成后上传')
  }
  if (kind.family === 'video') await inspectVideo(path)
  if (kind.inside) await inspectArchive(path, kind, kind.inside)
  const stream = cfbStreams[kind.ext]
  if (stream && !(await contains(path, Buffer.from(stream, 'utf16le')))) throw notWhatItSays(kind)
  if (stream && (await contains(path, Buffer.from('_VBA_PROJECT', 'utf16le')))) throw invalidField('file', '文件含有宏，请去除宏后重试')
  if (await contains(path, EICAR, EICAR_WITHIN)) throw invalidField('file', '文件未通过安全检查')
}

async function inspectArchive(path: string, kind: FileKind, inside: RegExp): Promise<void> {
  const refuse = (error: unknown): never => {
    throw error instanceof ArchiveRefused ? invalidField('file', error.message) : error
  }
  const { names } = await listArchive(path).catch(refuse)
  if (!names.some((name) => inside.test(name)) || (kind.ext !== 'ofd' && !names.includes('[Content_Types].xml'))) throw notWhatItSays(kind)
  if (names.some((name) => MACRO.test(name))) throw invalidField('file', '文件含有宏，请去除宏后重试')
  if (names.some((name) => isProgram(name))) throw invalidField('file', '文件里夹带了程序，请去除后重试')
  await countArchive(path).catch(refuse)
}

/** Readers look for the end of a PDF in this many last bytes; data behind it would belong to another file. */
const PDF_TAIL = 1024

async function readTail(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_TAIL), 0, PDF_TAIL, Math.max(0, size - PDF_TAIL))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads the whole file through one buffer, so that ten big uploads at once do not produce ten times the garbage (U-01). */
async function contains(path: string, mark: Buffer, limit = Number.POSITIVE_INFINITY): Promise<boolean> {
  const file = await open(path)
  const window = Buffer.alloc(WINDOW)
  try {
    for (let at = 0, kept = 0; at < limit;) {
      const { bytesRead } = await file.read(window, kept, WINDOW - kept, at)
      if (bytesRead === 0) return false
      if (window.subarray(0, kept + bytesRead).includes(mark)) return true
      at += bytesRead
      const rest = Math.min(mark.length, kept + bytesRead)
      window.copyWithin(0, kept + bytesRead - rest, kept + bytesRead)
      kept = rest
    }
    return false
  } finally {
    await file.close()
  }
}

/**
 * A processor redraws per second seven million pixels of a GIF animation, five million of WebP, and fifty million of other formats: with
 * these limits no picture takes longer than three seconds.
 */
const MOST_PIXELS: Readonly<Record<string, number>> = { gif: 20_000_000, webp: 15_000_000 }
/** Two pictures at a time, at most one of each account, so that one account's uploads do not delay the others (ADR 0188). */
const inTurn = fairGate({ atOnce: 2, queue: 200, own: 40 })

/**
 * Redraws a picture into `to`, upright and without metadata, so that only its pixels are kept. Throws when it is not such a picture, or
 * when all frames together have too many pixels. `owner` is the account for the queue.
 */
export const redraw = (from: string, to: string, kind: FileKind, owner: number): Promise<void> =>
  inTurn(String(owner), async () => {
    const format = kind.ext === 'jpg' ? 'jpeg' : (kind.ext as 'jpeg' | 'png' | 'gif' | 'webp')
    const animated = format === 'gif'
    const picture = sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, pages: animated ? -1 : 1 })
    const found = await picture.metadata()
    if (found.format !== format) throw wrongType([kind.ext])
    const frames = animated ? (found.pages ?? 1) : 1
    const pixels = found.width * (found.pageHeight ?? found.height) * frames
    const most = MOST_PIXELS[format] ?? MAX_PIXELS
    if (pixels > most) throw invalidField('file', tooManyPixels(most, frames))
    await (animated ? picture : picture.rotate()).toFormat(format).toFile(to)
  }).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'Error' && !('status' in error)
      ? invalidField('file', '图片已损坏或过大，无法处理')
      : error
  })

const tooManyPixels = (most: number, frames: number): string =>
  frames > 1
    ? `动图过大：各帧合计不能超过 ${most / 10_000} 万像素，请缩小尺寸或减少帧数后上传`
    : `图片过大：不能超过 ${most / 10_000} 万像素，请缩小后上传`
