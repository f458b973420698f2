import { smsMessageCodes } from '../../contract/sms/states.ts'
import { openPii } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { smsProviders, type SmsOutcome, type SmsProvider } from '../system/index.ts'
import { outOf, release, saidOf, writeDown, type Said } from './handing.ts'

/** Longer than any provider may take: a claim without a result after this time belongs to a process that died. */
const GONE_MS = 30_000
/** For this long, providers are asked for the result of a message. */
const ASKED_MS = 72 * 3_600_000
const AT_ONCE = 200
const { queued, submitted, unknown } = smsMessageCodes.code

/**
 * Settles messages without a final result: claimed by a process that died, submitted, or unknown. Returns the sends to which changed
 * messages belong.
 */
export async function settleOpen(k: Kernel): Promise<number[]> {
  const now = k.clock.now().getTime()
  const rows = await k.db
    .selectFrom('sms_message as m')
    .innerJoin('sms_send as s', 's.id', 'm.send_id')
    .innerJoin('sms_template as t', 't.id', 's.template_id')
    .where((e) =>
      e.or([
        e.and([e('m.state', '=', queued), e('m.claimed_at', '<', new Date(now - GONE_MS).toISOString())]),
        e.and([e('m.state', 'in', [submitted, unknown]), e('m.submitted_at', '>', new Date(now - ASKED_MS).toISOString())]),
      ]),
    )
    .select(['m.id', 'm.send_id', 'm.state', 'm.serial', 'm.provider', 'm.provider_serial', 'm.phone_sealed', 'm.content_sealed'])
    .select(['m.claimed_at', 't.aliyun_code', 't.tencent_code'])
    .orderBy('m.state')
    .orderBy('m.claimed_at')
    .limit(AT_ONCE)
    .execute()
  type Row = (typeof rows)[number]
  const said: Said[] = []
  const again: Row[] = []
  const settle = async (row: Row): Promise<void> => {
    const phone = openPii(k, row.phone_sealed)
    const providers = whoMayKnow(k, row.provider)
    const answers: (SmsOutcome | 'absent' | null)[] = []
    for (const provider of providers) {
      const asked = { serial: row.serial, phone, at: row.claimed_at ?? '', providerSerial: row.provider_serial }
      // With several providers it is unknown which one has the message, so it is not sent again.
      const repeat = providers.length === 1 ? () => provider.send(outOf(k, row, phone, row)) : null
      const outcome = await askOne(provider, asked, row.state, repeat)
      answers.push(outcome)
      if (outcome && outcome !== 'absent' && (outcome.kind !== 'submitted' || row.state !== submitted)) {
        said.push(saidOf(row.id, provider.name, outcome))
        return
      }
    }
    if (row.state !== queued) return
    if (answers.length === 0 || answers.some((one) => one !== 'absent'))
      said.push({ id: row.id, state: unknown, reason: '发送中断，结果不明', provider: row.provider, serial: row.provider_serial })
    else again.push(row)
  }
  for (const row of rows) await settle(row)
  await writeDown(k, said)
  for (const { id, send_id } of again) await release(k, send_id, [id])
  const changed = new Set([...said.map((one) => one.id), ...again.map((one) => one.id)])
  return [...new Set(rows.filter((row) => changed.has(row.id)).map((row) => row.send_id))]
}

const whoMayKnow = (k: Kernel, name: string | null): readonly SmsProvider[] => {
  const all = smsProviders(k)
  return name ? all.filter((one) => one.name === name) : all
}

/**
 * Asks the provider for the result. If it cannot be asked but recognises repeated serials, hands the message over again with the same
 * serial. Null: not known yet.
 */
async function askOne(
  provider: SmsProvider,
  asked: Parameters<NonNullable<SmsProvider['ask']>>[0],
  state: number,
  repeat: (() => ReturnType<SmsProvider['send']>) | null,
) {
  try {
    if (provider.ask) return await provider.ask(asked)
    return repeat && provider.repeats && state !== submitted ? await repeat() : null
  } catch {
    return null
  }
}
