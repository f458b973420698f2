import { createHash, randomInt } from 'node:crypto'
import type { Db } from '../../kernel/db/index.ts'

const CODES = 10
/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** A code has fifty bits: it cannot be guessed in five tries, so a plain hash is enough. */
export const recoveryHash = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`qifu:recovery:${userId}:${code.toLowerCase().replaceAll('-', '')}`)
    .digest('base64url')

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** Replaces the recovery codes by ten new ones; they are returned once and stored as hashes. */
export async function renewRecovery(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, hash: recoveryHash(userId, code), used_at: null })))
    .execute()
  return codes
}
