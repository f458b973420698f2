import { likeText } from '../kernel/db/like.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Frequent questions and their standard answers, by section. */
export async function scriptLines(k: Kernel, keyword: string | undefined) {
  const rows = await k.db
    .selectFrom('call_script')
    .select(['id', 'section', 'ask', 'say'])
    .$if(Boolean(keyword), (q) => q.where((e) => e.or([e('ask', 'ilike', likeText(keyword!)), e('say', 'ilike', likeText(keyword!))])))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.section)].map(([section, lines]) => ({
    section,
    lines: lines.map(({ id, ask, say }) => ({ id, ask, say })),
  }))
}
