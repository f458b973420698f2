import type { Parsed } from '../../../contract/endpoint.ts'
import type { unanswered } from '../../../contract/policy/search-desk.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { openQuestions, settleAnswered, shownQuestion } from './unanswered.ts'

/** Where editors write answers for the public. The domain with the articles registers itself, because it depends on policies. */
export interface KnowledgeBook {
  /** creates an entry and submits it for publication; `state`: its state in words */
  write(call: Call, entry: { title: string; answer: string }): Promise<{ id: number; state: string }>
  /** whether an entry, public or not, is a certain hit for these words */
  answers(id: number, words: string): Promise<boolean>
}
const books = perKernel((): { book: KnowledgeBook | null } => ({ book: null }))
export const useKnowledgeBook = (k: Kernel, book: KnowledgeBook): void => {
  books(k).book = book
}

async function answeredBy(k: Kernel, book: KnowledgeBook, entry: number) {
  const answered: { id: number; words: string }[] = []
  for (const question of await openQuestions(k.db)) if (await book.answers(entry, question.words)) answered.push(question)
  return answered
}

/**
 * Makes an entry from a question of the board, so that everybody can find it; returns the open questions that the entry will answer once it
 * is public.
 */
export async function answerQuestion(
  k: Kernel,
  call: Call,
  { id, title, answer }: Parsed<typeof unanswered.knowledge>['body'],
): Promise<{ newsId: number; state: string; answers: string[]; found: boolean }> {
  const { book } = books(k)
  if (!book) throw refused('没有可以写解答的地方')
  const { words } = await shownQuestion(k.db, id)
  const entry = await book.write(call, { title, answer })
  await k.db.transaction().execute(async (db) => {
    const note = `已写解答“${title}”，${entry.state}`
    await db.updateTable('unanswered_question').set({ note }).where('id', '=', id).where('settled', 'is', null).execute()
    await audit(db, call, {
      action: 'unanswered.knowledge',
      objectType: 'unanswered',
      objectId: id,
      detail: { words, title, news: entry.id },
    })
  })
  const answers = (await answeredBy(k, book, entry.id)).map((one) => one.words)
  return { newsId: entry.id, state: entry.state, answers, found: answers.includes(words) }
}

/** Call when an entry becomes public: settles every open question that it answers. */
export async function settleByEntry(k: Kernel, call: Call, entry: { id: number; title: string }): Promise<void> {
  const { book } = books(k)
  if (!book) return
  const answered = await answeredBy(k, book, entry.id)
  await k.db.transaction().execute((db) => settleAnswered(db, call, answered, { settled: 'knowledge', note: entry.title }))
}
