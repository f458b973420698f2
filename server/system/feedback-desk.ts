import { sql } from 'kysely'
import type { feedbackDesk, FeedbackRow } from '../../contract/feedback.ts'
import { FEEDBACK_STATE, feedbackStateLabels } from '../../contract/feedback-states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { countSearch, reveal } from '../kernel/access/reveals.ts'
import { blindIndexes, maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { handled, notify } from './notify.ts'
import { FEEDBACK_WAIT } from './feedback.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'

const { waiting, answered } = FEEDBACK_STATE
const gone = () => notFound('该留言不存在')
const sealed = { namevalue: 'name_sealed', phonevalue: 'phone_sealed', othervalue: 'other_sealed' } as const

/** The messages that a member of staff may see; used by list, answer, reveal and to-do. */
export const feedbackOf = (actor: Actor) =>
  ruled(actor, 'feedback', { own: sql<boolean>`handled_by = ${actor.userId}`, fields: { state: oneOf(sql.ref('state'), 'int') } })

/** Messages, unanswered ones first, then newest first. Names and phones are masked; a search by phone is counted. */
export async function listFeedback(
  k: Kernel,
  call: Call,
  { state, startTime, endTime, phonevalue, page, pageSize }: Parsed<typeof feedbackDesk.list>['query'],
): Promise<{ total: number; list: FeedbackRow[] }> {
  if (phonevalue !== undefined) await countSearch(k, call, 'feedback', phonevalue)
  const found = k.db
    .selectFrom('feedback')
    .where(feedbackOf(signedIn(call.actor)))
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .where(dayRange('at', startTime, endTime))
    .$if(phonevalue !== undefined, (q) => q.where('phone_index', 'in', blindIndexes(k, phonevalue!)))
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('state').orderBy('at', 'desc').orderBy('id', 'desc'),
    (q) =>
      q
        .select(['id', 'at', 'title', 'message', 'name_sealed', 'phone_sealed', 'user_id'])
        .select(['state', 'reply', 'handled_by_name', 'handled_at']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      at: row.at,
      title: row.title,
      message: row.message,
      namevalue: maskName(openPii(k, row.name_sealed)),
      phonevalue: maskPhone(openPii(k, row.phone_sealed)),
      known: row.user_id !== null,
      state: row.state,
      stateName: feedbackStateLabels[row.state] ?? '',
      reply: row.reply,
      handlerName: row.handled_by_name,
      handleTime: row.handled_at,
    })),
  }
}

/** Stores the one answer to a message. A writer who was logged in gets it in the inbox. */
export const replyFeedback = (k: Kernel, call: Call, actor: Actor, { id, reply }: Parsed<typeof feedbackDesk.reply>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('feedback')
      .set({ state: answered, reply, handled_by: actor.userId, handled_by_name: actor.name, handled_at: k.clock.now() })
      .where('id', '=', id)
      .where('state', '=', waiting)
      .where(feedbackOf(actor))
      .returning(['title', 'user_id'])
      .executeTakeFirst()
    if (!row) {
      if (!(await db.selectFrom('feedback').select('id').where('id', '=', id).where(feedbackOf(actor)).executeTakeFirst())) throw gone()
      throw refused('这条留言已有人处理', 'STATE')
    }
    // The notice does not name a message, so it is settled only when no message waits.
    const more = await db.selectFrom('feedback').select('id').where('state', '=', waiting).limit(1).executeTakeFirst()
    if (!more) await handled(db, k, FEEDBACK_WAIT)
    if (row.user_id !== null)
      await notify(db, k, { to: { userId: row.user_id }, kind: 'consult', title: `您的留言“${row.title}”已答复`, body: reply })
    await audit(db, call, {
      action: 'feedback.reply',
      objectType: 'feedback',
      objectId: id,
      detail: { before: { state: feedbackStateLabels[waiting] }, after: { state: feedbackStateLabels[answered] } },
    })
    return { state: answered }
  })

/** Shows one item about the writer in clear; the reason is recorded (P-02). */
export async function revealFeedback(
  k: Kernel,
  call: Call,
  { id, field, reason }: Parsed<typeof feedbackDesk.reveal>['body'],
): Promise<{ value: string }> {
  const row = await k.db
    .selectFrom('feedback')
    .select(sealed[field])
    .where('id', '=', id)
    .where(feedbackOf(signedIn(call.actor)))
    .executeTakeFirst()
  if (!row) throw gone()
  const value = { sealed: (row as Record<string, string>)[sealed[field]]! }
  return reveal(k, call, { domain: 'feedback', objectType: 'feedback', objectId: id, detail: { field, reason } }, value)
}
