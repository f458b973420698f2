import { sql } from 'kysely'
import { smsMessageCodes, smsSendCodes, smsSkips } from '../../contract/sms/states.ts'
import { openPii } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { afterQuietHours, handOver, takeOne, type SmsOut, type SmsOutcome } from '../system/index.ts'
import { leftOutNow } from './last-check.ts'
import { contentReader, type Frozen, type StoredMessage } from './texts.ts'

/** Messages claimed together; an abort waits for at most those of both lanes. */
const PIECE = 20
/** While the messages of one lane are with the provider, those of the other are claimed, checked and written down: 200 a second at 50 ms. */
const LANES = 2
/** What each repetition adds to the serial of a message, which is otherwise hexadecimal. */
export const REPEATED = 'r'
const { queued, submitted, delivered, failed, unknown, skipped } = smsMessageCodes.code

export const isDay = (k: Kernel): boolean => afterQuietHours(k.clock.now()) <= k.clock.now()

interface Claimed extends StoredMessage {
  id: number
  serial: string
  company_id: number | null
  phone_sealed: string
  phone_index: string
}

/**
 * Claims the next messages of a running send for this process before any of them is sent. If the process then dies, `settleOpen` asks the
 * provider about them.
 */
async function claim(k: Kernel, sendId: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`update sms_message m set claimed_at = ${k.clock.now().toISOString()}::timestamptz
    where m.id in (select w.id from sms_message w where w.send_id = ${sendId} and w.state = ${queued} and w.claimed_at is null
        and exists (select from sms_send s where s.id = ${sendId} and s.state = ${smsSendCodes.code.running} for share)
      order by w.id limit ${PIECE} for update skip locked)
    returning m.id, m.serial, m.company_id, m.phone_sealed, m.phone_index, m.name_sealed, m.company_name, m.content_sealed`.execute(k.db)
  return rows
}

export interface Said {
  id: number
  state: number
  reason: string | null
  provider: string | null
  serial: string | null
}
export const saidOf = (id: number, provider: string, outcome: SmsOutcome): Said => ({
  id,
  provider,
  state: { submitted, delivered, failed, unknown }[outcome.kind],
  reason: 'reason' in outcome ? outcome.reason : null,
  serial: outcome.kind === 'submitted' ? outcome.serial : null,
})

/**
 * Hands over the claimed messages, each once. Returns false when the budget of the day or month is used up; messages without budget are
 * released.
 */
async function handPiece(k: Kernel, sendId: number, piece: readonly Claimed[]): Promise<boolean> {
  const send = await k.db
    .selectFrom('sms_send as s')
    .innerJoin('sms_template as t', 't.id', 's.template_id')
    .where('s.id', '=', sendId)
    .select([
      't.aliyun_code',
      't.tencent_code',
      's.purpose',
      's.persons_sealed',
      's.audience',
      's.id as send_id',
      's.content',
      's.values',
      's.sign',
    ])
    .executeTakeFirstOrThrow()
  const ready = piece.map((one) => ({ ...one, phone: openPii(k, one.phone_sealed) }))
  const leftOut = await leftOutNow(k, send, ready)
  const waiting: number[] = []
  const said = await Promise.all(
    ready.map(async (one): Promise<Said | null> => {
      const left = (reason: string): Said => ({ id: one.id, state: skipped, reason, provider: null, serial: null })
      const reason = leftOut.get(one.id)
      if (reason !== undefined) return left(reason)
      const free = await takeOne(k, one.phone)
      if (free === 'number') return left(smsSkips.limit)
      if (free === 'budget') {
        waiting.push(one.id)
        return null
      }
      const { provider, outcome } = await handOver(k, outOf(k, one, one.phone, send))
      return saidOf(one.id, provider, outcome)
    }),
  )
  await writeDown(
    k,
    said.filter((one) => one !== null),
  )
  if (waiting.length === 0) return true
  k.log.error({ sendId }, 'the text messages of the day or the month are used up')
  await release(k, sendId, waiting)
  return false
}

/** Why handing over ended: no message is left, the budget is used up, the night began, or the time of the job is over. */
type HandedUntil = 'empty' | 'budget' | 'night' | 'time'

/** Hands over the messages of a send piece by piece until performance.now() reaches `until` (ms). */
export async function handAll(k: Kernel, sendId: number, until: number): Promise<HandedUntil> {
  const lane = async (): Promise<HandedUntil> => {
    while (isDay(k)) {
      const piece = await claim(k, sendId)
      if (piece.length === 0) return 'empty'
      if (!(await handPiece(k, sendId, piece))) return 'budget'
      if (performance.now() > until) return 'time'
    }
    return 'night'
  }
  const ends = await Promise.all(Array.from({ length: LANES }, lane))
  return ends.find((end) => end !== 'empty') ?? 'empty'
}

/** Returns claimed messages to the queue. When the send was aborted in the meantime, they end as the abort ended the others. */
export const release = (k: Kernel, sendId: number, ids: readonly number[]): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    const { state } = await db.selectFrom('sms_send').select('state').where('id', '=', sendId).forUpdate().executeTakeFirstOrThrow()
    if (state !== smsSendCodes.code.aborted) {
      await db
        .updateTable('sms_message')
        .set({ claimed_at: null })
        .where('id', 'in', [...ids])
        .where('state', '=', queued)
        .execute()
      return
    }
    const { failedNum, skippedNum } = await stopQueued(k, db, sendId, ids)
    await db
      .updateTable('sms_send')
      .set((e) => ({ fail_num: e('fail_num', '+', failedNum), skip_num: e('skip_num', '+', skippedNum) }))
      .where('id', '=', sendId)
      .execute()
  })

/**
 * Ends queued messages of an aborted send: these, or without `ids` those that no process has claimed. One that had failed and was not tried
 * again has failed as before; the others are skipped.
 */
export async function stopQueued(k: Kernel, db: Db, sendId: number, ids: readonly number[] | null) {
  const stopped = db
    .updateTable('sms_message')
    .where('send_id', '=', sendId)
    .where('state', '=', queued)
    .where((e) => (ids === null ? e('claimed_at', 'is', null) : e('id', 'in', [...ids])))
  const again = await stopped
    .set((e) => ({ state: failed, submitted_at: e.ref('settled_at') }))
    .where('serial', 'like', `%${REPEATED}`)
    .executeTakeFirst()
  const never = await stopped.set({ state: skipped, reason: smsSkips.aborted, settled_at: k.clock.now() }).executeTakeFirst()
  return { failedNum: Number(again.numUpdatedRows), skippedNum: Number(never.numUpdatedRows) }
}

export function outOf(
  k: Kernel,
  one: StoredMessage & { serial: string },
  phone: string,
  send: Frozen & { aliyun_code: string; tencent_code: string },
): SmsOut {
  const { text, values } = contentReader(k, send)(one)
  return { serial: one.serial, phone, text, values, codes: { aliyun: send.aliyun_code, tencent: send.tencent_code } }
}

/** Stores the results of messages. A message with a final result is not changed by a late or repeated report. */
export async function writeDown(k: Kernel, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return
  const at = k.clock.now().toISOString()
  await sql`update sms_message m set state = r.state, reason = r.reason, provider = coalesce(r.provider, m.provider),
      provider_serial = coalesce(r.serial, m.provider_serial),
      submitted_at = case when r.state = ${skipped} then m.submitted_at else coalesce(m.submitted_at, ${at}::timestamptz) end,
      settled_at = case when r.state in (${delivered}, ${failed}, ${skipped}) then ${at}::timestamptz end
    from unnest(${said.map((one) => one.id)}::bigint[], ${said.map((one) => one.state)}::smallint[],
      ${said.map((one) => one.reason)}::text[], ${said.map((one) => one.provider)}::text[], ${said.map((one) => one.serial)}::text[])
      as r(id, state, reason, provider, serial)
    where m.id = r.id and m.state in (${queued}, ${submitted}, ${unknown})`.execute(k.db)
}
