import type { Kernel } from '../kernel/kernel.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { addSearchSource, RANKED, surelyFound } from '../search/index.ts'
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
const SUMMARY = 120
const address = (id: number) => `/page/appeal?id=${id}`
const changed = (at: string) => new Date(at).toISOString()

/** Published appeals that are certain hits, the best first. */
export const findCases = (k: Kernel, words: string): Promise<number[]> =>
  surelyFound<Row>(k, words, {
    table: 'appeal_case',
    where: () => 'true',
    columns: 'p.title, p.question, p.office_name',
    said: (row) => ({ title: row.title, summary: row.question, issuer: row.office_name }),
  })

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
