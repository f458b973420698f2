import type { Kernel } from '../../kernel/kernel.ts'
import { suggestedWords, titleQuery } from '../../search/index.ts'
import { PUBLIC } from './list-sql.ts'

const WORDS = 4
const POLICIES = 5
/** At most so many matching titles are examined. */
const LOOKED_AT = 200

/** Suggestions for typed text: the most frequent words that begin with it, and titles that contain it, the newest first. */
export async function suggest(k: Kernel, typed: string): Promise<{ words: string[]; policies: { id: number; policyTitle: string }[] }> {
  const words = [...(await suggestedWords(k, typed, WORDS))]
  const query = titleQuery(typed, words)
  if (!query) return { words, policies: [] }
  const { rows } = await k.pool.query<{ id: number; title: string }>({
    name: 'policy-suggest',
    text: `with hit as materialized (select p.id, p.title, p.publish_time from policy p where ${PUBLIC} and p.search @@ $1::tsquery limit ${LOOKED_AT})
      select id, title from hit order by publish_time desc, id desc limit ${POLICIES}`,
    values: [query],
  })
  return { words, policies: rows.map(({ id, title }) => ({ id, policyTitle: title })) }
}
