/** One message for a provider. */
export interface SmsOut {
  /** our serial; a message is sent once per serial */
  serial: string
  phone: string
  text: string
  /** codes of the template at providers that only send templates */
  codes?: { aliyun: string; tencent: string }
  /** values of the placeholders in the order of the text, by the keys of `smsPlaces` */
  values?: readonly (readonly [key: string, value: string])[]
}

/** The result of a message. `unknown`: it may have been sent, so the provider is asked and it is never sent again. */
export type SmsOutcome =
  | { kind: 'submitted'; serial: string | null }
  | { kind: 'delivered' }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; reason: string }

interface Asked {
  serial: string
  phone: string
  /** time of the handover, ISO */
  at: string
  providerSerial: string | null
}

/** A provider of text messages. `send` never throws: an error is an outcome. */
export interface SmsProvider {
  name: 'aliyun' | 'tencent' | 'gateway' | 'file'
  send(message: SmsOut): Promise<SmsOutcome>
  /** The result of an earlier message; null when the provider does not know yet, `absent` when it certainly never arrived. */
  ask?(asked: Asked): Promise<SmsOutcome | 'absent' | null>
  /** the provider recognises a repeated serial, so a message without an answer may be sent again */
  repeats: boolean
}

export const SMS_TIMEOUT_MS = 5000

/** Sends a signed request and reads JSON. Throws on a timeout or a broken answer: the message may or may not have arrived. */
export async function askJson(url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SMS_TIMEOUT_MS) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Before a connection is made nothing can have arrived; otherwise the result is unknown. */
export function outcomeOf(error: unknown): SmsOutcome {
  const code = (error as { cause?: { code?: string } }).cause?.code
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return { kind: 'failed', reason: '服务商连接不上' }
  return { kind: 'unknown', reason: '服务商没有应答' }
}
