import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Settlement, unanswered, UnansweredQuestion } from '../../../contract/policy/search-desk.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { consume, sourceOf, take, type Limit } from '../../kernel/http/limits.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { isKnownWord } from '../../search/index.ts'
import type { Filter } from '../search/list-sql.ts'
import { isAnswered } from '../market.ts'
import type { Tx } from '../policy-moves.ts'
import { isReadable, masked } from './masked.ts'

export const KEPT_DAYS = 184
/** Limit of stored rows, more than editors will read; the oldest are deleted first. */
const KEPT_ROWS = 20_000
/** Limit of new unanswered questions per asker and day, so that one person cannot flood the board. */
export const NEW_A_DAY: Limit = { name: 'unanswered', points: 100, seconds: 86_400, message: '一天最多报 100 个问题，请明天再报' }
/** A question that a synonym or label answered, but that again finds nothing, is reopened: the group was removed or the policy is gone. */
const ASKED_IN_VAIN_AGAIN = `unanswered_question.settled in ('synonym', 'label') and unanswered_question.settled_at < excluded.last_at - interval '1 minute'`
/** A synonym change is tried on so many open questions. */
const TRIED = 300

/**
 * Stores the masked words of a question without an answer. A keyed digest per question counts different askers; neither account nor address
 * is stored. A failure is hidden from the asker.
 */
export async function noteUnanswered(k: Kernel, call: Call, asked: Filter & { page: number }): Promise<void> {
  const { page, sort: _, pageSize: __, ...filter } = { sort: undefined, pageSize: undefined, ...asked }
  const { q, status, exact, without, ...others } = filter
  if (!q || page !== 1 || Object.values(others).some((value) => value !== undefined)) return
  try {
    if (await isAnswered(k, filter)) return
    if (status !== undefined && (await isAnswered(k, { q, exact, without }))) return
    const words = masked(q, await isKnownWord(k))
    if (isReadable(words) && (await take(k, NEW_A_DAY, askerOf(call))).allowed) await keepWords(k, call, words)
  } catch (err) {
    k.log.warn({ err }, 'an unanswered question was not kept')
  }
}

/** Marks a question reported by a call centre agent: it appears on the board at once, without a second asker. */
const DESK = 'desk'

/** Puts a question for which an agent found no answer on the board, masked; refuses a question of which nothing readable remains. */
export async function keepQuestion(k: Kernel, call: Call, question: string): Promise<void> {
  const words = masked(question, await isKnownWord(k))
  if (!isReadable(words)) throw refused('去掉个人信息后没有留下可以记录的问题，请换一种说法')
  await consume(k, NEW_A_DAY, askerOf(call))
  await keepWords(k, call, words, [DESK])
}

const askerOf = ({ actor, ip }: Call): string => (actor ? `u${actor.userId}` : sourceOf(ip))

async function keepWords(k: Kernel, call: Call, words: string, more: readonly string[] = []): Promise<void> {
  const asker = createHmac('sha256', k.secret)
    .update(`unanswered\n${words}\n${askerOf(call)}`)
    .digest('base64url')
    .slice(0, 16)
  await sql`insert into unanswered_question (words, askers, first_at, last_at) values (${words}, ${[asker, ...more]}::text[], ${k.clock.now()}, ${k.clock.now()})
    on conflict (words) do update set times = unanswered_question.times + 1, last_at = excluded.last_at,
      settled = case when ${sql.raw(ASKED_IN_VAIN_AGAIN)} then null else unanswered_question.settled end,
      askers = case when cardinality(unanswered_question.askers) < 2 and not unanswered_question.askers @> excluded.askers
        then unanswered_question.askers || excluded.askers else unanswered_question.askers end`.execute(k.db)
}

const shown = (db: Db) => db.selectFrom('unanswered_question').where(sql<boolean>`cardinality(askers) > 1`)

/** Open questions of the board, the latest first. */
export const openQuestions = (db: Db): Promise<{ id: number; words: string }[]> =>
  shown(db).select(['id', 'words']).where('settled', 'is', null).orderBy('last_at', 'desc').limit(TRIED).execute()

export async function listUnanswered(
  k: Kernel,
  { words, settled, page, pageSize }: Parsed<typeof unanswered.list>['query'],
): Promise<{ total: number; list: UnansweredQuestion[] }> {
  const { total, rows } = await pageOf(
    shown(k.db)
      .$if(Boolean(words), (q) => q.where('words', 'ilike', likeText(words!)))
      .$if(settled !== undefined, (q) => q.where('settled', settled === '1' ? 'is not' : 'is', null)),
    { page, pageSize },
    (q) => q.orderBy('last_at', 'desc').orderBy('id', 'desc'),
    (q) => q.select(['id', 'words', 'times', 'first_at', 'last_at', 'settled', 'note', 'settled_by_name']),
  )
  return {
    total,
    list: rows.map(({ first_at, last_at, settled_by_name, ...row }) => ({
      ...row,
      firstAt: first_at,
      lastAt: last_at,
      settledByName: settled_by_name,
    })),
  }
}

const settledBy = (k: Kernel, call: Call) => ({
  settled_at: k.clock.now().toISOString(),
  settled_by: call.actor!.userId,
  settled_by_name: call.actor!.name,
})

export const settleUnanswered = (k: Kernel, call: Call, { id, settled, note }: Parsed<typeof unanswered.settle>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const row = await db
      .updateTable('unanswered_question')
      .set({ settled, note: note || null, ...settledBy(k, call) })
      .where('id', '=', id)
      .where(sql<boolean>`cardinality(askers) > 1`)
      .returning('words')
      .executeTakeFirst()
    if (!row) throw notFound('这个问题不存在或已过保存期')
    await audit(db, call, { action: 'unanswered.settle', objectType: 'unanswered', objectId: id, detail: { words: row.words, settled } })
    return true
  })

/** Reopens a question that was settled too early, or by a synonym that no longer exists. */
export const reopenUnanswered = (k: Kernel, call: Call, id: number) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const { words } = await shownQuestion(db, id)
    const open = await db
      .updateTable('unanswered_question')
      .set({ settled: null, note: null, settled_at: null, settled_by: null, settled_by_name: null })
      .where('id', '=', id)
      .where('settled', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!open) throw refused('这个问题正在等待处理', 'STATE')
    await audit(db, call, { action: 'unanswered.reopen', objectType: 'unanswered', objectId: id, detail: { words } })
    return true
  })

/** An open question of the board. */
export async function shownQuestion(db: Db, id: number): Promise<{ id: number; words: string }> {
  const row = await shown(db).select(['id', 'words']).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这个问题不存在或已过保存期')
  return row
}

/** Settles the questions that a saved synonym group or a label answers. */
export async function settleAnswered(
  db: Tx,
  call: Call,
  answered: readonly { id: number }[],
  { settled, note }: { settled: Settlement; note: string },
): Promise<void> {
  if (!answered.length) return
  await db
    .updateTable('unanswered_question')
    .set({
      settled,
      note: note.slice(0, 200),
      settled_at: sql`now()`,
      settled_by: call.actor?.userId ?? null,
      settled_by_name: call.actor?.name ?? null,
    })
    .where(
      'id',
      'in',
      answered.map(({ id }) => id),
    )
    .execute()
}

/** Every night: deletes questions that were not asked for 184 days. */
export const keepUnansweredShort = (k: Kernel): void =>
  recurring(k, { name: 'search.unanswered', title: '汇总没找到的问题', cron: '25 3 * * *' }, async () => {
    const before = new Date(k.clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString()
    await k.db.deleteFrom('unanswered_question').where('last_at', '<', before).execute()
    await k.db
      .deleteFrom('unanswered_question')
      .where('id', 'in', (q) =>
        q
          .selectFrom('unanswered_question')
          .select('id')
          // Questions with one asker, which editors do not see, are deleted first.
          .orderBy(sql`cardinality(askers) > 1`, 'desc')
          .orderBy('last_at', 'desc')
          .offset(KEPT_ROWS),
      )
      .execute()
  })
