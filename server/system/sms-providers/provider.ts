/** One message as it is handed over. */
export interface SmsOut {
  /** ours; under it the same message goes once */
  serial: string
  phone: string
  text: string
  /** what the text is called at providers that know templates only */
  codes?: { aliyun: string; tencent: string }
  /** values of the places in the order of the text, by the keys of `smsPlaces` */
  values?: readonly (readonly [key: string, value: string])[]
}

/** What became of it. `unknown`: it may have gone, so it is asked after and never sent again. */
export type SmsOutcome =
  | { kind: 'submitted'; serial: string | null }
  | { kind: 'delivered' }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; reason: string }

interface Asked {
  serial: string
  phone: string
  /** when it was handed over, ISO */
  at: string
  providerSerial: string | null
}

/** A way to send text messages. `send` never throws: what went wrong is an outcome. */
export interface SmsProvider {
  name: 'aliyun' | 'tencent' | 'gateway' | 'file'
  send(message: SmsOut): Promise<SmsOutcome>
  /** What became of a message of before; null when the provider does not say yet, `absent` when it certainly never came. */
  ask?(asked: Asked): Promise<SmsOutcome | 'absent' | null>
  /** the receiver tells a repetition by its serial, so what has no answer may be sent again */
  repeats: boolean
}

export const SMS_TIMEOUT_MS = 5000

/** Sends a signed request and reads JSON. A time-out or a broken answer throws: nobody knows whether it arrived. */
export async function askJson(url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SMS_TIMEOUT_MS) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Before a connection stood nothing can have arrived. */
export function outcomeOf(error: unknown): SmsOutcome {
  const code = (error as { cause?: { code?: string } }).cause?.code
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return { kind: 'failed', reason: '服务商连接不上' }
  return { kind: 'unknown', reason: '服务商没有应答' }
}
