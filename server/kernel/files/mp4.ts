import { open } from 'node:fs/promises'
import { invalidField } from '../errors.ts'

const MOST_BOXES = 20_000

/**
 * Checks the boxes of an MP4 file (ISO/IEC 14496-12) from the first byte to the last: `ftyp` first, a `moov` that describes it, media data,
 * and nothing after them. Throws a refusal for the user. The pictures themselves are not decoded.
 */
export async function inspectVideo(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const names = new Set<string>()
    const head = Buffer.alloc(16)
    for (let at = 0, boxes = 0; at < size; boxes++) {
      const { bytesRead } = await file.read(head, 0, 16, at)
      const name = head.toString('latin1', 4, 8)
      const length = bytesRead < 8 ? 0 : boxLength(head, bytesRead, size - at)
      if (length < 8 || at + length > size || boxes > MOST_BOXES || !/^[\x20-\x7e\xa9]{4}$/.test(name) || (boxes === 0 && name !== 'ftyp'))
        throw broken()
      names.add(name)
      at += length
    }
    if (!names.has('moov') || !names.has('mdat')) throw broken()
  } finally {
    await file.close()
  }
}

/** 0 means "to the end of the file", 1 that a length of 64 bits follows. */
function boxLength(head: Buffer, bytesRead: number, rest: number): number {
  const short = head.readUInt32BE(0)
  if (short === 0) return rest
  return short === 1 ? (bytesRead < 16 ? 0 : Number(head.readBigUInt64BE(8))) : short
}

const broken = () => invalidField('file', '视频已损坏或不完整，无法播放')
