import { randomInt } from 'node:crypto'
import { createChallenge, randomInt as puzzleInt, verifySolution, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'

/** Letters and digits that nobody confuses. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXYabcdefhijkmnpqrtuvwxy346789'
const LENGTH = 4

export const randomAnswer = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/** Typed text and answer are compared in this form: case does not count, full-width letters do no harm. */
export const normalAnswer = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const captcha = svgCaptcha as unknown as {
  (text: string, options: object): string
  options: { width: number; height: number; fontSize: number }
}

/** The letters as a data URI. Pixels, because the paths of the drawing itself are read by a machine at once. */
export async function picture(answer: string): Promise<string> {
  Object.assign(captcha.options, { width: 120, height: 44, fontSize: 48 })
  const svg = captcha(answer, { noise: 2, background: '#F4F6F8', size: answer.length })
  // Its letters are hollow and pale; people must be able to read them.
  const bold = svg.replace(/<path fill="[^"]*" d/g, '<path fill="#1B2733" stroke="#1B2733" stroke-width="1.2" d')
  const png = await sharp(Buffer.from(bold)).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Proof of work instead of the picture, for those who cannot read it: one to three seconds of a browser. */
export function puzzle(secret: string): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    counter: puzzleInt(3000, 1000),
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}:key`,
  })
}

/** Whether text is a solution (JSON of altcha's Solution, base64url) of this very puzzle. */
export async function solves(challenge: Challenge, text: string, secret: string): Promise<boolean> {
  try {
    const solution = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Solution
    if (!Number.isInteger(solution.counter) || typeof solution.derivedKey !== 'string') return false
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: `${secret}:key`,
    })
    return verified
  } catch {
    return false
  }
}
