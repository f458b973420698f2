import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { smsLimits } from '../sms-limits.ts'
import { aliyunProvider } from './aliyun.ts'
import { fileProvider } from './file.ts'
import { gatewayProvider } from './gateway.ts'
import type { SmsOut, SmsOutcome, SmsProvider } from './provider.ts'
import { tencentProvider } from './tencent.ts'

/** The last outcomes that decide about a provider. When half of them are bad, it rests while another one is available. */
const REMEMBERED = 20
const REST_MS = 60_000

interface Known {
  provider: SmsProvider
  /** the last outcomes, true: bad */
  bad: boolean[]
  restUntil: number
}

const known = perKernel((k): Known[] => {
  const { ALIYUN_SMS_KEY_ID, TENCENT_SMS_SECRET_ID, SMS_GATEWAY, DEMO } = k.config
  const list: SmsProvider[] = []
  if (ALIYUN_SMS_KEY_ID) list.push(aliyunProvider(k))
  if (TENCENT_SMS_SECRET_ID) list.push(tencentProvider(k))
  if (SMS_GATEWAY) list.push(gatewayProvider(k))
  if (list.length === 0 && DEMO) list.push(fileProvider(k))
  return list.map((provider) => ({ provider, bad: [], restUntil: 0 }))
})

/** The providers of messages to many recipients; empty when there is none. */
export const smsProviders = (k: Kernel): readonly SmsProvider[] => known(k).map(({ provider }) => provider)

/** Picks a provider by its share among those that do not rest; among all when all rest. */
async function choose(k: Kernel): Promise<Known | undefined> {
  const limits = await smsLimits(k)
  const shareOf = ({ provider: { name } }: Known): number => (name === 'file' ? 1 : limits[name])
  const now = k.clock.now().getTime()
  const all = known(k)
  const awake = all.filter(({ restUntil }) => restUntil <= now)
  const among = awake.length > 0 ? awake : all
  let left = Math.random() * among.reduce((sum, one) => sum + shareOf(one), 0)
  return among.find((one) => (left -= shareOf(one)) < 0) ?? among[0]
}

/** Hands a message to one provider, once. Tries another one only when the first certainly did not get it. */
export async function handOver(k: Kernel, message: SmsOut): Promise<{ provider: string; outcome: SmsOutcome }> {
  const first = await choose(k)
  if (!first) return { provider: '', outcome: { kind: 'failed', reason: '没有短信服务商' } }
  const outcome = await tried(k, first, message)
  const second = outcome.kind === 'failed' ? known(k).find((one) => one !== first && one.restUntil <= k.clock.now().getTime()) : undefined
  if (!second) return { provider: first.provider.name, outcome }
  return { provider: second.provider.name, outcome: await tried(k, second, message) }
}

async function tried(k: Kernel, one: Known, message: SmsOut): Promise<SmsOutcome> {
  const outcome = await one.provider.send(message)
  one.bad = [...one.bad, outcome.kind === 'failed' || outcome.kind === 'unknown'].slice(-REMEMBERED)
  if (one.bad.length === REMEMBERED && one.bad.filter(Boolean).length * 2 >= REMEMBERED) {
    one.restUntil = k.clock.now().getTime() + REST_MS
    one.bad = []
    k.log.warn({ provider: one.provider.name }, 'text messages: the provider rests')
  }
  return outcome
}

export type { SmsOut, SmsOutcome, SmsProvider } from './provider.ts'
