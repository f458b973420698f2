import { sql } from 'kysely'
import { appealCodes, senderLabels, SIMILAR_MAX, SIMILAR_WITHIN_DAYS } from '../../contract/appeal/states.ts'
import { maskName } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { tellingWords } from '../search/index.ts'
import { anyOf } from './appeal-words.ts'
import { findCases } from './case-search.ts'
import { ofSender, seenBy } from './queries.ts'

const DAY_MS = 86_400_000
/** Texts that share a smaller percentage of words count as different matters. */
const LEAST_SHARE = 30
const ANSWERS = 5
const { waiting, dealing } = appealCodes.code

interface Asked {
  /** if absent, the appeal's own text is used */
  text?: string | undefined
  typeId?: number | undefined
  id?: number | undefined
}

/**
 * Finds similar texts: for senders published answers and their own appeals, for staff the appeals that they may see. Appeals are those of
 * the last weeks that nobody has answered yet (ADR 0845).
 */
export async function similarTo(k: Kernel, actor: Actor, { text: typed, typeId, id }: Asked) {
  const own = actor.type !== 'YYF'
  const text = typed ?? (id === undefined ? '' : await wordsOf(k, actor, id))
  const words = tellingWords(text)
  if (words.length === 0) return { answers: [], open: [] }
  const [answers, open] = await Promise.all([own ? answersTo(k, text) : [], openLike(k, actor, words, typeId, id)])
  return { answers, open }
}

async function wordsOf(k: Kernel, actor: Actor, id: number): Promise<string> {
  const row = await (actor.type === 'YYF' ? seenBy(k.db, actor) : ofSender(k.db, actor))
    .where('a.id', '=', id)
    .select(['a.title', 'a.content'])
    .executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  return `${row.title} ${row.content}`
}

async function answersTo(k: Kernel, text: string) {
  const ids = (await findCases(k, text.slice(0, 64))).slice(0, ANSWERS)
  if (ids.length === 0) return []
  const rows = await k.db.selectFrom('appeal_case').select(['id', 'title', 'office_name']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => ({ id, title: row.title, officeName: row.office_name })))
}

/** The best by search rank up to a limit, then sorted by the share of the asked words that they contain. */
async function openLike(k: Kernel, actor: Actor, words: readonly string[], typeId: number | undefined, id: number | undefined) {
  const own = actor.type !== 'YYF'
  const query = sql`${anyOf(words)}::tsquery`
  const since = new Date(k.clock.now().getTime() - SIMILAR_WITHIN_DAYS * DAY_MS).toISOString()
  let rows = (own ? ofSender(k.db, actor) : seenBy(k.db, actor))
    .where('a.state', 'in', [waiting, dealing])
    .where('a.submitted_at', '>=', since)
    .where(sql<boolean>`a.search @@ ${query}`)
  if (typeId !== undefined) rows = rows.where(sql<boolean>`t.parent_id = (select parent_id from appeal_type where id = ${typeId})`)
  if (id !== undefined) rows = rows.where('a.id', '<>', id)
  const found = await rows
    .select(['a.id', 'a.appeal_no', 'a.title', 'a.state', 'a.submitted_at', 'a.merged_into', 'a.ruling', 'a.redone'])
    .select(['a.user_name', 'c.name as company_name', 'o.name as office_name'])
    .select(
      sql<number>`(select count(*)::int from unnest(${words}::text[]) as w(word) where w.word = any (tsvector_to_array(a.search)))`.as(
        'shared',
      ),
    )
    .orderBy(sql`ts_rank(a.search, ${query})`, 'desc')
    .orderBy('a.id', 'desc')
    .limit(SIMILAR_MAX)
    .execute()
  return found
    .map((row) => ({
      id: row.id,
      appealNo: row.appeal_no!,
      title: row.title,
      sender: row.company_name ?? (own ? row.user_name : maskName(row.user_name)),
      officeName: row.office_name,
      stateName: own ? senderLabels[row.state]! : appealCodes.labels[row.state as keyof typeof appealCodes.labels],
      submitTime: row.submitted_at!,
      share: Math.round((row.shared / words.length) * 100),
      mergeable: !own && row.merged_into === null && !row.ruling && !row.redone,
    }))
    .filter((row) => row.share >= LEAST_SHARE)
    .toSorted((a, b) => b.share - a.share || b.id - a.id)
}
