import type { Kernel } from '../kernel/kernel.ts'
import { readQuestion, searchKind } from '../search/index.ts'
import { publicText } from './visible.ts'

interface Row {
  id: number
  title: string
  summary: string
  source: string
  publish_time: string
  close: number
  any: number
}
/** Hands out $1, $2 … in order. */
class Values {
  readonly values: unknown[] = []
  bind(value: unknown, type?: string): string {
    this.values.push(value)
    return `$${this.values.length}${type ? `::${type}` : ''}`
  }
}

/** Public articles that surely answer the words, the best first. */
export async function findNews(k: Kernel, words: string): Promise<number[]> {
  const question = await readQuestion(k, words)
  if (!question) return []
  const values = new Values()
  const hits = await searchKind<Row>(
    k,
    question,
    values,
    {
      table: 'news',
      where: publicText(values.bind(k.clock.now().toISOString(), 'timestamptz')),
      columns: 'p.title, p.summary, p.source, p.publish_time',
    },
    (row) => ({
      id: row.id,
      title: row.title,
      labels: '',
      issuer: row.source,
      documentNumber: '',
      summary: row.summary,
      close: row.close,
      any: row.any,
      newest: Date.parse(row.publish_time),
      standing: 1,
    }),
  )
  return hits.filter(({ maybe }) => !maybe).map(({ id }) => id)
}
