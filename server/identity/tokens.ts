import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export interface TokenPair {
  token: string
  refreshToken: string
}

/** 256 random bits. Opaque: only the database knows what a token means. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** The form in which the database stores a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

const successorKey = (refreshToken: string) => createHash('sha256').update('qifu:successor:').update(refreshToken).digest()

/**
 * The pair that replaces a refresh token, sealed with that token: a repetition within the grace period gets the same pair, and nobody else
 * can read it.
 */
export function sealPair(refreshToken: string, pair: TokenPair): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', successorKey(refreshToken), iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(pair), 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openPair(refreshToken: string, sealed: string): TokenPair {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', successorKey(refreshToken), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')) as TokenPair
}
