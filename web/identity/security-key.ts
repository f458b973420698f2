import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { KeyAnswer, KeyQuestion, NewKeyAnswer, NewKeyQuestion } from '../../contract/security-keys.ts'

/** An address of numbers, IPv4 or IPv6: browsers allow security keys only at a name. */
const IP_ADDRESS = /^(\[.*\]|[\d.]+)$/

/** Whether this browser can use a security key at the address by which the page was opened. */
export const canUseKeys = (): boolean => browserSupportsWebAuthn() && !IP_ADDRESS.test(location.hostname)

/** The words for a key that gave no answer; null for other errors. */
export function keyFault(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return '这个安全密钥已经登记过'
  if (name === 'NotAllowedError' || name === 'AbortError') return '没有读到安全密钥：已取消，或超过了时间。请重试'
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERROR_') ? '这个浏览器或安全密钥不能完成这一步' : null
}

export async function answerOfKey(question: KeyQuestion): Promise<KeyAnswer> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: question })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

export async function answerOfNewKey(question: NewKeyQuestion): Promise<NewKeyAnswer> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: question })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}
