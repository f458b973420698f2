import type { EnvelopeKey } from '../kit/verify/challenge.ts'

export type { EnvelopeKey }

/**
 * Encrypts a password for sending: SM2 over JSON { pwd, nonce, ts }. `ts` is based on the server's clock, so that a wrong clock of
 * the browser does no harm. The cipher is loaded on demand.
 */
export async function seal(key: EnvelopeKey, password: string): Promise<string> {
  const { sm2 } = await import('sm-crypto-v2')
  const ts = Math.round(key.serverTime + (performance.now() - key.receivedAt))
  return sm2.doEncrypt(JSON.stringify({ pwd: password, nonce: key.nonce, ts }), key.publicKey, 1)
}
