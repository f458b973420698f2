import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SmsAudience, SmsDryRun } from '../../contract/sms/sends.ts'
import { charactersIn, smsSendCodes, segmentsOf, smsMessageCodes, smsSkips } from '../../contract/sms/states.ts'
import { openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { afterQuietHours } from '../system/index.ts'
import { everybody, inSteps, leaveOut, type Recipient } from './recipients.ts'
import { lockSend, SEND, type LockedSend } from './locking.ts'
import { textWriter } from './texts.ts'

/** Messages of one statement. */
const PIECE = 2000
const SERIAL_BYTES = 9
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
    const audience = audienceOf(k, send)
    const rows = await everybody(k, db, signedIn(call.actor), audience, send.content.includes('{姓名}'))
    if (rows.length === 0) throw refused('没有收件人，请先选择收件企业或填写号码')
    await leaveOut(k, db, rows, send.purpose)
    const found = await freeze(k, db, send, rows)
    await db
      .updateTable('sms_send')
      .set({ dry_run: JSON.stringify(found), frozen_hash: found.hash, total_num: found.toSend, skip_num: found.rows - found.toSend })
      .where('id', '=', id)
      .execute()
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

async function freeze(k: Kernel, db: Db, send: LockedSend, rows: readonly Recipient[]): Promise<SmsDryRun> {
  await db.deleteFrom('sms_message').where('send_id', '=', send.id).execute()
  const hash = createHash('sha256').update(JSON.stringify([send.content, send.purpose, send.values, send.plan_at, send.template_id]))
  const longest: SmsDryRun['longest'] = []
  const reasons = new Map<string, number>()
  let [toSend, segments] = [0, 0]
  const textFor = textWriter(k, send)
  let lines = ''
  const written = (row: Recipient): Written => {
    const { text, values } = textFor(row)
    const parts = segmentsOf(text)
    if (row.skip === null) {
      toSend += 1
      segments += parts
      keepLongest(longest, text, parts)
    } else reasons.set(smsSkips[row.skip], (reasons.get(smsSkips[row.skip]) ?? 0) + 1)
    lines += `${row.index}\n${row.skip ?? ''}\n${text}\n`
    return {
      ...row,
      name: row.name === '' ? null : (row.sealedName ?? sealPii(k, row.name)),
      phone: row.sealedPhone ?? sealPii(k, row.phone),
      content: sealPii(k, JSON.stringify({ text, values })),
      parts,
    }
  }
  // The next messages are worked out while the database stores the last ones.
  let storing: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += PIECE) {
    const [piece] = await Promise.all([inSteps(rows.slice(from, from + PIECE), written), storing])
    hash.update(lines)
    lines = ''
    storing = write(k, db, send.id, piece)
  }
  await storing
  const start = new Date(Math.max(k.clock.now().getTime(), send.plan_at === null ? 0 : Date.parse(send.plan_at)))
  const begins = afterQuietHours(start)
  return {
    rows: rows.length,
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

function keepLongest(longest: SmsDryRun['longest'], text: string, segments: number): void {
  const length = charactersIn(text)
  if (longest.length === 3 && longest[2]!.length >= length) return
  longest.push({ text, length, segments })
  longest.sort((a, b) => b.length - a.length)
  longest.length = Math.min(longest.length, 3)
}

/** A message with sealed values; `name` is null when it is empty. */
type Written = Omit<Recipient, 'name'> & { name: string | null; content: string; parts: number }

/** Sealed values, indexes and numbers contain no comma, so that columns are sent as lists, which takes a fraction of the time of arrays. */
async function write(k: Kernel, db: Db, sendId: number, piece: readonly Written[]): Promise<void> {
  const at = k.clock.now().toISOString()
  const random = randomBytes(piece.length * SERIAL_BYTES)
  const column = (of: (row: Written, n: number) => string | number | null) => sql`string_to_array(${piece.map(of).join(',')}, ',', '')`
  await sql`insert into sms_message
      (send_id, company_id, name_sealed, phone_sealed, phone_index, content_sealed, segments, state, reason, serial, created_at)
    select ${sendId}, r.company_id, coalesce(r.name, ${sealPii(k, '')}), r.phone, coalesce(r.phone_index, ''), r.content, r.segments, r.state,
      r.reason, ${`${sendId}-`}::text || r.serial, ${at}::timestamptz
    from unnest(
      ${column((row) => row.companyId)}::bigint[], ${column((row) => row.name)}, ${column((row) => row.phone)}, ${column((row) => row.index)},
      ${column((row) => row.content)}, ${column((row) => row.parts)}::smallint[],
      ${column((row) => (row.skip === null ? queued : skipped))}::smallint[],
      ${column((row) => (row.skip === null ? null : smsSkips[row.skip]))},
      ${column((_, n) => random.toString('hex', n * SERIAL_BYTES, (n + 1) * SERIAL_BYTES))}
    ) as r(company_id, name, phone, phone_index, content, segments, state, reason, serial)`.execute(db)
}
