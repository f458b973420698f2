import { sql } from 'kysely'
import type { z } from 'zod'
import type { BusinessEvent, Feedback } from '../../contract/system.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'
import { blindIndex, maskDeep, sealPii } from '../kernel/access/pii.ts'

/** The key by which all notices of new messages are settled, once none waits for an answer. */
export const FEEDBACK_WAIT = 'feedback'

/** A message with the same words from the same person within this time is the same one, sent twice. */
const TWICE_MS = 60_000

/**
 * Whether the same person has just sent the same words. Messages with the same words wait for each other, so of two that are sent at the same
 * moment the second sees the first.
 */
async function isRepeated(
  db: Db,
  at: Date,
  said: { user_id: number | null; title: string; message: string; phone_index: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback:${JSON.stringify(said)}`}, 0))`.execute(db)
  const earlier = await db
    .selectFrom('feedback')
    .select('id')
    .where('at', '>', new Date(at.getTime() - TWICE_MS).toISOString())
    .where('title', '=', said.title)
    .where('message', '=', said.message)
    .where('phone_index', '=', said.phone_index)
    .where(sql<boolean>`user_id is not distinct from ${said.user_id}`)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** Stores a message of the feedback dialog; name and contact are encrypted (P-03). Staff who answer get at most one notice per hour. */
export const saveFeedback = (k: Kernel, call: Call, body: z.output<typeof Feedback>): Promise<true> =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const said = {
      user_id: call.actor?.userId ?? null,
      title: body.name,
      message: body.textarea,
      phone_index: blindIndex(k, body.phonevalue),
    }
    if (await isRepeated(db, k.clock.now(), said)) return true
    await db
      .insertInto('feedback')
      .values({
        at: k.clock.now(),
        ...said,
        other_sealed: sealPii(k, body.othervalue),
        name_sealed: sealPii(k, body.namevalue),
        phone_sealed: sealPii(k, body.phonevalue),
        ip: call.ip,
      })
      .execute()
    await notify(db, k, {
      to: { permission: 'feedback:answer' },
      kind: 'work',
      title: '有新的留言反馈待处理',
      link: '/work/feedback?state=0',
      waitsFor: FEEDBACK_WAIT,
      key: `feedback:${k.clock.now().toISOString().slice(0, 13)}`,
    })
    return true
  })

/** Records a business event such as the click on commercial law (spec §3 L72). */
export async function addBusinessEvent(k: Kernel, call: Call, { type, ...detail }: z.output<typeof BusinessEvent>): Promise<true> {
  await k.db
    .insertInto('business_log')
    .values({
      at: k.clock.now(),
      user_id: call.actor?.userId ?? null,
      user_type: call.actor?.type ?? null,
      kind: String(type),
      detail: JSON.stringify(maskDeep(detail)),
      ip: call.ip,
    })
    .execute()
  return true
}
