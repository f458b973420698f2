import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { SynonymEffect } from '../../../contract/policy/search-desk.ts'
import { today } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { keptSynonyms, readQuestion, synonymsWith, type Synonyms } from '../../search/index.ts'
import { keptWhile } from '../kept.ts'
import { findPolicies } from '../search/found.ts'
import { PUBLIC } from '../search/list-sql.ts'
import { qualityOf, type Answered, type Quality } from './quality.ts'
import { storedQuestions, type StoredQuestion } from './stored-questions.ts'
import { openQuestions } from './unanswered.ts'

const TITLES = 5
const SHOWN = 20

interface Change {
  id?: number | undefined
  words: readonly string[]
}

/** Whether the search reads a question differently with other synonyms. */
async function readsOtherwise(k: Kernel, words: string, synonyms: Synonyms): Promise<boolean> {
  const [now, then] = [await readQuestion(k, words), await readQuestion(k, words, { synonyms })]
  return JSON.stringify(now?.concepts) !== JSON.stringify(then?.concepts)
}

/** Open questions of the board that a change would answer; the change is applied before it is saved. */
export async function answeredBy(k: Kernel, change: Change): Promise<{ id: number; words: string }[]> {
  const synonyms = await synonymsWith(k.db, change)
  const day = today(k.clock)
  const answered: { id: number; words: string }[] = []
  for (const question of await openQuestions(k.db)) {
    if (!(await readsOtherwise(k, question.words, synonyms))) continue
    if ((await findPolicies(k, { q: question.words }, day, { synonyms })).answered) answered.push(question)
  }
  return answered
}

type Found = Answered & { titles: string[] }
/** Runs a stored question with other synonyms than the current ones. */
async function searchOfStored(k: Kernel, day: string): Promise<(words: string, synonyms?: Synonyms) => Promise<Found>> {
  const policies = await k.db
    .selectFrom('policy as p')
    .select(['p.id', 'p.code', 'p.title'])
    .where('p.state', '=', POLICY_STATE.published)
    .where('p.deleted', '=', false)
    .execute()
  const byId = new Map(policies.map((p) => [p.id, p]))
  const codes = new Set(storedQuestions.flatMap(({ grades }) => Object.keys(grades)))
  return async (words, synonyms) => {
    const { ids, maybe } = await findPolicies(k, { q: words }, day, { synonyms })
    const hits = ids.map((id) => byId.get(id)).filter((p) => p !== undefined)
    const guessed = new Set(maybe)
    const judged = hits.filter(({ code }) => codes.has(code))
    return {
      titles: hits.slice(0, TITLES).map(({ title }) => title),
      codes: judged.map(({ code }) => code),
      sure: judged.filter(({ id }) => !guessed.has(id)).map(({ code }) => code),
    }
  }
}

/**
 * Today's answers to the stored questions, shared by every change that is tried. More than a hundred searches take a second, and several
 * seconds on a busy machine: opening the list of synonyms starts them, and they are kept until a policy or a synonym changes.
 */
export async function storedAnswers(k: Kernel): Promise<ReadonlyMap<StoredQuestion, Found>> {
  const day = today(k.clock)
  return keptWhile(k, `stored questions ${day}`, await keptSynonyms(k), async () => {
    const search = await searchOfStored(k, day)
    const answers = new Map<StoredQuestion, Found>()
    for (const question of storedQuestions) answers.set(question, await search(question.words))
    return answers
  })
}

/** The effect of a synonym change on the stored questions and on the board. Only questions that are read differently are searched again. */
export async function effectOf(k: Kernel, change: Change): Promise<SynonymEffect> {
  const day = today(k.clock)
  const search = await searchOfStored(k, day)
  const before = await storedAnswers(k)
  const synonyms = await synonymsWith(k.db, change)
  const after = new Map(before)
  for (const question of storedQuestions)
    if (await readsOtherwise(k, question.words, synonyms)) after.set(question, await search(question.words, synonyms))
  const changed = storedQuestions
    .filter((question) => after.get(question)!.titles.join('\n') !== before.get(question)!.titles.join('\n'))
    .map((question) => {
      const [was, is] = [before, after].map((answers) => qualityOf([{ question, answered: answers.get(question)! }]))
      return {
        words: question.words,
        before: before.get(question)!.titles,
        after: after.get(question)!.titles,
        effect: Math.sign(worth(is!) - worth(was!)),
      }
    })
    .sort((a, b) => a.effect - b.effect)
  const quality = (answers: typeof before) => qualityOf(storedQuestions.map((question) => ({ question, answered: answers.get(question)! })))
  return {
    questions: storedQuestions.length,
    changed: changed.slice(0, SHOWN),
    before: quality(before),
    after: quality(after),
    answers: (await answeredBy(k, change)).map(({ words }) => words),
  }
}

const worth = ({ recall, order, quiet }: Quality): number => recall + order + quiet

/** Where the words of a group occur: published policies, and stored questions that would be read differently without the group. */
export async function usedBy(k: Kernel, id: number): Promise<{ policies: number; titles: string[]; questions: string[] }> {
  const group = await k.db.selectFrom('search_synonym').select('words').where('id', '=', id).executeTakeFirst()
  if (!group) throw notFound('这组同义词不存在或已被删除')
  const { rows } = await k.pool.query<{ title: string; total: number }>(
    `select p.title, count(*) over ()::int as total from policy p where ${PUBLIC} and exists (select 1 from unnest($1::text[]) w where p.search @@ plainto_tsquery('simple', w))
     order by p.publish_time desc, p.id desc limit ${SHOWN}`,
    [group.words],
  )
  const without = await synonymsWith(k.db, { id, words: [] })
  const questions: string[] = []
  for (const { words } of storedQuestions) if (await readsOtherwise(k, words, without)) questions.push(words)
  return { policies: rows[0]?.total ?? 0, titles: rows.map(({ title }) => title), questions }
}
