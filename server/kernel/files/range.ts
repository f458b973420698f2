import { AppError } from '../errors.ts'

/** Bytes of a file, both ends counted. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The one range of a Range header (RFC 9110 §14), cut to the size of the file. undefined: the whole file, which is also the answer to several
 * ranges, other units and nonsense. Throws 416 when the range begins behind the end.
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
