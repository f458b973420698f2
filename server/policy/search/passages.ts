import { cleanedText } from '../../kernel/http/sanitize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { passageOf, unsaidIn, wordsIn, type Part } from '../../search/index.ts'
import type { ListRow } from '../list-item.ts'

/**
 * Adds to the rows of a page the sentence of the text with those words of the question that the head does not contain. Only texts of such
 * rows are read.
 */
export async function withPassages(
  k: Kernel,
  parts: readonly Part[],
  rows: readonly ListRow[],
): Promise<{ row: ListRow; passage?: string | undefined }[]> {
  const unsaid = new Map(rows.map((row) => [row.id, unsaidIn(parts, `${row.title}\n${row.summary}`)]))
  const wanted = rows.filter(({ id }) => unsaid.get(id)!.length > 0).map(({ id }) => id)
  if (wanted.length === 0) return rows.map((row) => ({ row }))
  const { rows: texts } = await k.pool.query<{ id: number; content: string }>({
    name: 'policy-texts',
    text: 'select id, content from policy where id = any($1::bigint[])',
    values: [wanted],
  })
  const passages = new Map(texts.map(({ id, content }) => [id, passageOf(unsaid.get(id)!, cleanedText(content))]))
  return rows.map((row) => ({ row, passage: passages.get(row.id) }))
}

/** The words of a question that occur in the shown parts of some policies. */
export const wordsShown = (parts: readonly Part[], list: readonly { policyTitle: string; summary: string; passage?: string }[]): string[] =>
  wordsIn(
    parts,
    list.map(({ policyTitle, summary, passage = '' }) => `${policyTitle}\n${summary}\n${passage}`),
  )
