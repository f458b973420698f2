import { AppError } from '../errors.ts'

/** A range of bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses the one range of a Range header (RFC 9110 §14) and cuts it to the size of the file. undefined means the whole file, also for
 * several ranges, other units and invalid headers. Throws 416 when the range begins behind the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  const [first, last] = [asked[1]!, asked[2]!]
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start >= size || (first === '' && Number(last) === 0)) throw new AppError(416, 'RANGE', '请求的内容超出文件范围')
  return { start, end }
}
