import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SmsAudience, SmsDryRun } from '../../contract/sms/sends.ts'
import type { StoredDryRun } from '../../db/tables/sms.ts'
import { charactersIn, smsSendCodes, segmentsOf, smsMessageCodes, smsSkips } from '../../contract/sms/states.ts'
import { maskName, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { afterQuietHours } from '../system/index.ts'
import { everybody, inSteps, recipientReader, type Recipient } from './recipients.ts'
import { lockSend, SEND, type LockedSend } from './locking.ts'
import { sendFlow } from './send-flow.ts'
import { signature, textWriter } from './texts.ts'

/** Messages of one statement. */
const PIECE = 2000
const SERIAL_BYTES = 9
/** Between company names, which may contain commas but no control characters. */
const SEPARATOR = '\u001f'
const { queued, skipped } = smsMessageCodes.code

/**
 * Works out who would get which text and stores it with a hash: recipients and texts. Exactly this is submitted, reviewed and sent; a
 * change of the send discards it.
 */
export const dryRun = (k: Kernel, call: Call, { id, version }: { id: number; version: number }): Promise<SmsDryRun> =>
  k.db.transaction().execute(async (db) => {
    const send = await lockSend(db, id)
    if (send.version !== version) throw conflict()
    if (send.state !== smsSendCodes.code.draft) throw refused('只有草稿可以试算', 'STATE')
    const wanted = { id, audience: audienceOf(k, send) }
    const chosen = await everybody(k, db, signedIn(call.actor), wanted, send.content.includes('{姓名}'))
    if (chosen.length === 0) throw refused('没有收件人，请先选择收件企业或填写号码')
    const sign = signature(k)
    const found = await freeze(k, db, { ...send, sign }, chosen)
    await db
      .updateTable('sms_send')
      .set({ sign, dry_run: JSON.stringify(found), frozen_hash: found.hash, total_num: found.toSend, skip_num: found.rows - found.toSend })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('flow_log').where('flow', '=', sendFlow.name).where('row_id', '=', id).where('move', '=', 'dryRun').execute()
    await note(db, call, sendFlow, { id, version, move: 'dryRun', from: send.state, to: send.state })
    await audit(db, call, {
      action: 'smsSend.dryRun',
      objectType: SEND,
      objectId: id,
      detail: { rows: found.rows, toSend: found.toSend, hash: found.hash },
    })
    return found
  })

export const audienceOf = (k: Kernel, send: Pick<LockedSend, 'audience' | 'persons_sealed'>): SmsAudience => ({
  ...send.audience,
  persons: JSON.parse(openPii(k, send.persons_sealed)) as SmsAudience['persons'],
})

async function freeze(k: Kernel, db: Db, send: LockedSend, chosen: Awaited<ReturnType<typeof everybody>>): Promise<StoredDryRun> {
  await db.deleteFrom('sms_message').where('send_id', '=', send.id).execute()
  const hash = createHash('sha256').update(JSON.stringify([send.content, send.purpose, send.values, send.plan_at, send.template_id]))
  const longest: Longest = []
  const reasons = new Map<string, number>()
  let [toSend, segments] = [0, 0]
  const writer = textWriter(k, send)
  const unnamed = sealPii(k, '')
  let lines = ''
  const written = (row: Recipient): Written => {
    const text = writer.text(row)
    const parts = segmentsOf(text)
    if (row.skip === null) {
      toSend += 1
      segments += parts
      keepLongest(longest, row.name ? text.replaceAll(row.name, maskName(row.name)) : text, parts, row.companyId)
    } else reasons.set(smsSkips[row.skip], (reasons.get(smsSkips[row.skip]) ?? 0) + 1)
    lines += `${row.index}\n${row.skip ?? ''}\n${text}\n`
    return {
      ...row,
      name: row.name === '' ? unnamed : (row.sealedName ?? sealPii(k, row.name)),
      phone: row.sealedPhone ?? sealPii(k, row.phone),
      parts,
    }
  }
  // While the database stores one piece, the next is written, and the one after it is read.
  const read = recipientReader(k, db, send.purpose)
  let reading = later(read(chosen.slice(0, PIECE)))
  let storing: Promise<unknown> = Promise.resolve()
  try {
    for (let from = 0; from < chosen.length; from += PIECE) {
      const recipients = await reading
      reading = later(read(chosen.slice(from + PIECE, from + 2 * PIECE)))
      const piece = await inSteps(recipients, written)
      hash.update(lines)
      lines = ''
      await storing
      storing = later(write(k, db, send.id, piece))
    }
    await storing
  } finally {
    // After a failure nothing may run on in the transaction that is rolled back.
    await Promise.allSettled([reading, storing])
  }
  const start = new Date(Math.max(k.clock.now().getTime(), send.plan_at === null ? 0 : Date.parse(send.plan_at)))
  const begins = afterQuietHours(start)
  return {
    rows: chosen.length,
    toSend,
    skipped: [...reasons].map(([reason, count]) => ({ reason, count })),
    segments,
    cost: segments * k.config.SMS_PRICE,
    startTime: begins.toISOString(),
    shifted: begins.getTime() !== start.getTime(),
    longest,
    hash: hash.digest('hex'),
  }
}

/** For a promise that is awaited later: until then its rejection is not an unhandled one. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** With the company, so that a text is shown only to who may see it (`longestFor`). */
type Longest = StoredDryRun['longest']
function keepLongest(longest: Longest, text: string, segments: number, companyId: number | null): void {
  const length = charactersIn(text)
  if (longest.length === 3 && longest[2]!.length >= length) return
  longest.push({ text, length, segments, companyId })
  longest.sort((a, b) => b.length - a.length)
  longest.length = Math.min(longest.length, 3)
}

/** A message with sealed values. */
type Written = Recipient & { parts: number }

/** Sealed values, indexes and numbers contain no comma, so that columns are sent as lists, which takes a fraction of the time of arrays. */
async function write(k: Kernel, db: Db, sendId: number, piece: readonly Written[]): Promise<void> {
  const at = k.clock.now().toISOString()
  const random = randomBytes(piece.length * SERIAL_BYTES)
  const column = (of: (row: Written, n: number) => string | number | null, between = ',') =>
    sql`string_to_array(${piece.map(of).join(between)}, ${between}, '')`
  await sql`insert into sms_message
      (send_id, company_id, name_sealed, phone_sealed, phone_index, company_name, segments, state, reason, serial, created_at)
    select ${sendId}, r.company_id, r.name, r.phone, coalesce(r.phone_index, ''), r.company_name, r.segments, r.state,
      r.reason, ${`${sendId}-`}::text || r.serial, ${at}::timestamptz
    from unnest(
      ${column((row) => row.companyId)}::bigint[], ${column((row) => row.name)}, ${column((row) => row.phone)}, ${column((row) => row.index)},
      ${column((row) => row.companyName, SEPARATOR)}, ${column((row) => row.parts)}::smallint[],
      ${column((row) => (row.skip === null ? queued : skipped))}::smallint[],
      ${column((row) => (row.skip === null ? null : smsSkips[row.skip]))},
      ${column((_, n) => random.toString('hex', n * SERIAL_BYTES, (n + 1) * SERIAL_BYTES))}
    ) as r(company_id, name, phone, phone_index, company_name, segments, state, reason, serial)`.execute(db)
}
