import { randomInt } from 'node:crypto'
import { createChallenge, randomInt as puzzleInt, verifySolution, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'

/** Letters and digits that look different from each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXYabcdefhijkmnpqrtuvwxy346789'
const LENGTH = 4

export const randomAnswer = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/** Normalises the typed text and the answer before they are compared: case is ignored, full-width letters become half-width. */
export const normalAnswer = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const captcha = svgCaptcha as unknown as {
  (text: string, options: object): string
  options: { width: number; height: number; fontSize: number }
}

/** The letters as a data URI. They are drawn as pixels, because a program could read them from the paths of the SVG. */
export async function picture(answer: string): Promise<string> {
  Object.assign(captcha.options, { width: 120, height: 44, fontSize: 48 })
  const svg = captcha(answer, { noise: 2, background: '#F4F6F8', size: answer.length })
  // The library draws hollow, pale letters; fill and stroke make them readable.
  const bold = svg.replace(/<path fill="[^"]*" d/g, '<path fill="#1B2733" stroke="#1B2733" stroke-width="1.2" d')
  const png = await sharp(Buffer.from(bold)).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A proof-of-work puzzle for people who cannot read the picture. A browser needs one to three seconds for it. */
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

/** Checks that `text` (JSON of altcha's Solution, base64url) solves this puzzle. */
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
