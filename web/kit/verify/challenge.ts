import { shellWire } from '../../../contract/wire.ts'
import { call } from '../../api.ts'
import type { Challenge } from 'altcha-lib'

/** The part of a challenge (contract/identity.ts) that an envelope needs, and its arrival time (performance.now). */
export interface EnvelopeKey {
  publicKey: string
  nonce: string
  serverTime: number
  receivedAt: number
}

/** Answer of getVerifiCode: picture, proof-of-work puzzle, and the key for sealing a password. */
export interface LoginChallenge extends EnvelopeKey {
  codeId: string
  image: string
  expireSeconds: number
  puzzle: Challenge
}

export async function newChallenge(): Promise<LoginChallenge> {
  const answer = (await call(shellWire.verifyCode, { query: { t: Date.now() } }, { silent: true })) as Omit<LoginChallenge, 'receivedAt'>
  return { ...answer, receivedAt: performance.now() }
}

/** Solves the puzzle instead of the picture, for people who cannot read it: one to three seconds. */
export async function solvePuzzle(challenge: LoginChallenge): Promise<string> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')])
  const solution = await solveChallenge({ challenge: challenge.puzzle, deriveKey })
  if (!solution) throw new Error('验证未完成，请重试')
  return btoa(JSON.stringify(solution))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
