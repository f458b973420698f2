import { smsMessageCodes, smsSendCodes, smsSkips } from '../../contract/sms/states.ts'
import { openPii } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { smsProviders, type SmsOutcome, type SmsProvider } from '../system/index.ts'
import { isDay, outOf, release, saidOf, writeDown, type Said } from './handing.ts'
import { leftOutNow, type Ready, type Reviewed } from './last-check.ts'

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
    .select(['m.id', 'm.send_id', 'm.state', 'm.serial', 'm.provider', 'm.provider_serial', 'm.phone_sealed', 'm.name_sealed'])
    .select(['m.company_name', 'm.content_sealed', 's.content', 's.values', 's.sign'])
    .select(['m.claimed_at', 'm.company_id', 'm.phone_index', 't.aliyun_code', 't.tencent_code'])
    .select(['s.state as send_state', 's.purpose', 's.persons_sealed', 's.audience'])
    .orderBy('m.state')
    .orderBy('m.claimed_at')
    .limit(AT_ONCE)
    .execute()
  type Row = (typeof rows)[number]
  const said: Said[] = []
  const never: Row[] = []
  const kept = new Map<number, string>()
  /** Hands over with the same serial what may still go now: in the meantime the owner may have opted out, or the send been aborted. */
  const again = async (row: Row, phone: string, provider: SmsProvider): Promise<SmsOutcome | null> => {
    const reason = await whyNotAgain(k, row, { ...row, phone })
    if (reason === null) return provider.send(outOf(k, row, phone, row))
    kept.set(row.id, reason)
    return null
  }
  const settle = async (row: Row): Promise<void> => {
    const phone = openPii(k, row.phone_sealed)
    const providers = whoMayKnow(k, row.provider)
    const answers: (SmsOutcome | 'absent' | null)[] = []
    for (const provider of providers) {
      const asked = { serial: row.serial, phone, at: row.claimed_at ?? '', providerSerial: row.provider_serial }
      // With several providers it is unknown which one has the message, so it is not sent again.
      const mayRepeat = providers.length === 1 && provider.repeats && row.state !== submitted
      const outcome = await askOne(provider, asked, mayRepeat ? () => again(row, phone, provider) : null)
      answers.push(outcome)
      if (outcome && outcome !== 'absent' && (outcome.kind !== 'submitted' || row.state !== submitted)) {
        said.push(saidOf(row.id, provider.name, outcome))
        return
      }
    }
    if (row.state !== queued) return
    if (answers.length === 0 || answers.some((one) => one !== 'absent'))
      said.push({ id: row.id, state: unknown, reason: interrupted(kept.get(row.id)), provider: row.provider, serial: row.provider_serial })
    else never.push(row)
  }
  for (const row of rows) await settle(row)
  await writeDown(k, said)
  for (const { id, send_id } of never) await release(k, send_id, [id])
  const changed = new Set([...said.map((one) => one.id), ...never.map((one) => one.id)])
  return [...new Set(rows.filter((row) => changed.has(row.id)).map((row) => row.send_id))]
}

const whoMayKnow = (k: Kernel, name: string | null): readonly SmsProvider[] => {
  const all = smsProviders(k)
  return name ? all.filter((one) => one.name === name) : all
}

const interrupted = (kept: string | undefined): string => `发送中断，结果不明${kept === undefined ? '' : `；没有再发：${kept}`}`

async function whyNotAgain(k: Kernel, send: Reviewed & { send_state: number }, one: Ready): Promise<string | null> {
  if (send.send_state === smsSendCodes.code.aborted) return smsSkips.aborted
  if (!isDay(k)) return '夜间不发'
  return (await leftOutNow(k, send, [one])).get(one.id) ?? null
}

/**
 * Asks the provider for the result. If it cannot be asked but recognises repeated serials, hands the message over again with the same
 * serial. Null: not known yet.
 */
async function askOne(
  provider: SmsProvider,
  asked: Parameters<NonNullable<SmsProvider['ask']>>[0],
  again: (() => Promise<SmsOutcome | null>) | null,
): Promise<SmsOutcome | 'absent' | null> {
  try {
    if (provider.ask) return await provider.ask(asked)
    return (await again?.()) ?? null
  } catch {
    return null
  }
}
