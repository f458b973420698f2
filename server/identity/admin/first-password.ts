import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '!@#$%^&*'
/** Twelve characters of all three kinds (spec §5), without characters that look alike. */
export function newPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)]!
  const chars = [pick(LETTERS), pick(DIGITS), pick(SIGNS), ...Array.from({ length: 9 }, () => pick(LETTERS + DIGITS))]
  for (let i = chars.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[chars[i], chars[j]] = [chars[j]!, chars[i]!]
  }
  return chars.join('')
}
