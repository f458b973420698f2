import type { Kernel } from '../kernel/kernel.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { addSearchSource, RANKED, readQuestion, searchKind } from '../search/index.ts'
import { rewriteAppeals } from './appeal-words.ts'
import { rewriteCases } from './case-words.ts'

interface Row {
  id: number
  title: string
  question: string
  office_name: string
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
const SUMMARY = 120
const address = (id: number) => `/page/appeal?id=${id}`
const changed = (at: string) => new Date(at).toISOString()

/** Published appeals that surely answer the words, the best first. */
export async function findCases(k: Kernel, words: string): Promise<number[]> {
  const question = await readQuestion(k, words)
  if (!question) return []
  const hits = await searchKind<Row>(
    k,
    question,
    new Values(),
    { table: 'appeal_case', where: 'true', columns: 'p.title, p.question, p.office_name, p.publish_time' },
    (row) => ({
      id: row.id,
      title: row.title,
      labels: '',
      issuer: row.office_name,
      documentNumber: '',
      summary: row.question,
      close: row.close,
      any: row.any,
      newest: Date.parse(row.publish_time),
      standing: 1,
    }),
  )
  return hits.filter(({ maybe }) => !maybe).map(({ id }) => id)
}

/** Published answers in the search over the whole site and in the sitemap. */
export function offerCases(k: Kernel): void {
  addSearchSource(k, {
    type: 'appeal',
    label: '诉求答复',
    vectors: 'select p.search from appeal_case p',
    rewrite: async (kernel) => (await rewriteCases(kernel)) + (await rewriteAppeals(kernel)),
    async find(kernel, keyword, { offset, limit }) {
      const ids = await findCases(kernel, keyword)
      const wanted = ids.slice(Math.min(offset, RANKED - 1), offset + limit)
      const rows =
        wanted.length === 0
          ? []
          : await kernel.db
              .selectFrom('appeal_case')
              .select(['id', 'title', 'question', 'publish_time'])
              .where('id', 'in', wanted)
              .execute()
      const list = wanted.flatMap((id) => {
        const row = rows.find((one) => one.id === id)
        if (!row) return []
        return [
          {
            id: String(id),
            title: row.title,
            summary: [...row.question].slice(0, SUMMARY).join(''),
            url: address(id),
            time: changed(row.publish_time),
          },
        ]
      })
      return { total: ids.length, list }
    },
  })
  offersPages(k, {
    fixed: ['/page/appeal'],
    count: async (db) =>
      (
        await db
          .selectFrom('appeal_case')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async (db, offset, limit) =>
      (await db.selectFrom('appeal_case').select(['id', 'publish_time']).orderBy('id').limit(limit).offset(offset).execute()).map(
        (row) => ({
          path: address(row.id),
          changed: row.publish_time,
        }),
      ),
  })
}
