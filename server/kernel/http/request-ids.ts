import { randomBytes } from 'node:crypto'

/** Unpredictable ids; the random bytes are drawn for 512 requests at once. */
export function requestIds(): () => string {
  let pool = '',
    at = 0
  return () => {
    if (at === pool.length) [pool, at] = [randomBytes(8 * 512).toString('hex'), 0]
    return pool.slice(at, (at += 16))
  }
}
