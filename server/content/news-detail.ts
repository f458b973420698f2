import type { NewsDetail } from '../../contract/content/news.ts'
import { readerOf, type Reader } from '../kernel/flow.ts'
import { newsFlow } from './flow.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { cleanStored } from '../kernel/http/sanitize.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { itemOf, newsColumns, type NewsRow } from './news-queries.ts'
import { newsGone } from './news-save.ts'
import { seesNews } from './rights.ts'
import { publicText } from './visible.ts'

const NOW = '$2::timestamptz'
const beside = (than: '<' | '>', way: 'asc' | 'desc') => `(select json_build_object('id', b.id, 'title', b.title) from news b
  where b.column_id = p.column_id and ${publicText(NOW, 'b')} and (b.sort, b.id) ${than} (p.sort, p.id) order by b.sort ${way}, b.id ${way} limit 1)`
/** Published policies that the article names, in the article's order. From the article (offset 0): most name none. */
const POLICIES = `(select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title,
    'changed', coalesce((select max(v.number) from policy_version v where v.policy_id = o.id), 1) > n.policy_version,
    'repealed', coalesce(o.repealed_on <= $3::date, false)) order by n.sort), '[]')
  from news_policy n cross join lateral (select * from policy where id = n.policy_id offset 0) o
  where n.news_id = p.id and o.state = ${POLICY_STATE.published} and not o.deleted)`
const detailText = (which: string) => `select ${newsColumns.join(', ')}, ${publicText(NOW)} as shown, p.content, p.attachments,
  ${beside('>', 'asc')} as previous, ${beside('<', 'desc')} as next, ${POLICIES} as policies
  from news p join news_column c on c.id = p.column_id where p.id = $1 and not p.deleted and ${which}`
/** The whole article is one statement, prepared once per connection. */
const statements = {
  public: { name: 'news-detail', text: detailText(publicText(NOW)) },
  any: { name: 'news-preview', text: detailText('true') },
} as const

type Whole = NewsRow & Pick<NewsDetail, 'content' | 'attachments' | 'policies' | 'previous' | 'next'>
async function read(k: Kernel, which: keyof typeof statements, id: number): Promise<Whole> {
  const { rows } = await k.pool.query<Whole>({ ...statements[which], values: [id, k.clock.now(), today(k.clock)] })
  if (!rows[0]) throw newsGone()
  return rows[0]
}

/** A public article; any other is reported as absent to everybody. */
export async function findPublicNews(k: Kernel, id: number): Promise<NewsDetail> {
  const row = await read(k, 'public', id)
  return detailOf(k, row, null, namesOf(row))
}

/**
 * For those who write or review: the article as the public page would show it, whatever its state. For everybody else the same as
 * `findPublicNews`.
 */
export async function previewNews(k: Kernel, actor: Actor, id: number): Promise<NewsDetail> {
  if (!seesNews(actor)) return findPublicNews(k, id)
  const row = await read(k, 'any', id)
  const named = await k.db.selectFrom('news_policy').select('policy_id').where('news_id', '=', id).orderBy('sort').execute()
  return detailOf(
    k,
    row,
    await readerOf(k.db, newsFlow, actor, [row]),
    named.map((n) => n.policy_id),
  )
}

const namesOf = ({ policies }: Whole): number[] => policies.map((p) => p.id)

const detailOf = (k: Kernel, row: Whole, staff: Reader | null, policyIds: number[]): NewsDetail => ({
  ...itemOf(k, row, staff),
  content: cleanStored(row.content),
  attachments: row.attachments,
  policies: row.policies,
  policyIds,
  previous: row.previous,
  next: row.next,
})
