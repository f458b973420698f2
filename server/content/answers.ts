import { ANSWER_COLUMN, contentCodes } from '../../contract/content/states.ts'
import { SaveNews } from '../../contract/content/news.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { settleByEntry, useKnowledgeBook } from '../policy/index.ts'
import { findingsOf } from './checks.ts'
import { answersWords } from './find.ts'
import { publishNews } from './news-moves.ts'
import { saveNews } from './news-save.ts'
import { isPublic } from './visible.ts'

const SUMMARY = 120
const SOURCE = '企业服务中心'
const asHtml = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)}</p>`)
    .join('')

/**
 * An editor's answer to a search without results is an article of the column 常见问答; it is written, reviewed and found like every article
 * (ADR 0571).
 */
export const keepAnswers = (k: Kernel): void =>
  useKnowledgeBook(k, {
    async write(call, { title, answer }) {
      if (!call.actor?.permissions.has('news:manage')) throw forbidden()
      const column = await k.db
        .selectFrom('news_column')
        .select('id')
        .where('code', '=', ANSWER_COLUMN)
        .where('deleted', '=', false)
        .executeTakeFirst()
      if (!column) throw refused('没有“常见问答”栏目，请先在资讯管理里恢复')
      const words = { title, content: asHtml(answer), summary: [...answer.replace(/\s+/g, ' ')].slice(0, SUMMARY).join('') }
      const saved = await saveNews(k, call, SaveNews.parse({ columnId: column.id, source: SOURCE, attachments: [], ...words }))
      const row = await k.db.selectFrom('news').selectAll().where('id', '=', saved.id).executeTakeFirstOrThrow()
      // The editor deals with the findings of the check; publishing does not confirm them automatically.
      if ((await findingsOf(k, k.db, row)).length > 0) return { id: saved.id, state: '有几处要先确认，请到资讯管理发布' }
      const moved = await publishNews(k, call, { id: saved.id, version: saved.version, answer: '' })
      if (moved.state === contentCodes.code.published) await tellBoard(k, call, saved.id)
      return { id: saved.id, state: contentCodes.labels[moved.state as 0] }
    },
    answers: (id, words) => answersWords(k, id, words),
  })

/** When an article of the answer column has become public, settles the searches that it answers. */
export async function tellBoard(k: Kernel, call: Call, id: number): Promise<void> {
  const entry = await k.db
    .selectFrom('news as p')
    .innerJoin('news_column as c', 'c.id', 'p.column_id')
    .select(['p.id', 'p.title'])
    .where('p.id', '=', id)
    .where('c.code', '=', ANSWER_COLUMN)
    .where(isPublic(k))
    .executeTakeFirst()
  if (entry) await settleByEntry(k, call, entry)
}

/** Waits for a move of an article, and settles what the article answers if the move published it. */
export async function telling<T extends { id: number; state: number }>(k: Kernel, call: Call, moving: Promise<T>): Promise<T> {
  const moved = await moving
  if (moved.state === contentCodes.code.published) await tellBoard(k, call, moved.id)
  return moved
}
