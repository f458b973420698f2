import type { Kernel } from '../../kernel/kernel.ts'
import { outcomeOf, SMS_TIMEOUT_MS, type SmsOut, type SmsProvider } from './provider.ts'

/** POST {phone, text} with an Idempotency-Key. Returns the HTTP status; throws when there is no answer. */
export async function postToGateway(k: Kernel, { serial, phone, text }: SmsOut): Promise<number> {
  const { SMS_GATEWAY, SMS_TOKEN } = k.config
  const answer = await fetch(SMS_GATEWAY!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': serial,
      ...(SMS_TOKEN ? { authorization: `Bearer ${SMS_TOKEN}` } : {}),
    },
    body: JSON.stringify({ phone, text }),
    // I-07: no redirect, so that the number goes only to the configured gateway.
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  })
  await answer.body?.cancel()
  return answer.status
}

export const gatewayProvider = (k: Kernel): SmsProvider => ({
  name: 'gateway',
  repeats: true,
  async send(message) {
    try {
      const status = await postToGateway(k, message)
      if (status < 300) return { kind: 'submitted', serial: null }
      if (status >= 500) return { kind: 'unknown', reason: `网关应答 ${status}` }
      return { kind: 'failed', reason: `网关应答 ${status}` }
    } catch (error) {
      return outcomeOf(error)
    }
  },
})
