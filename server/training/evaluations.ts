import type { EvaluatedActivity, num } from '../../contract/training/num.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { GONE } from '../kernel/access/personal-data.ts'
import type { Actor } from '../kernel/actor.ts'
import { likeText } from '../kernel/db/like.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { activities, columns, managed, managedBy, type ActivityRecord } from './activity-queries.ts'
import { meanOf } from './mean.ts'

const SCORES = [1, 2, 3, 4, 5]
const MOST_WORDS = 200

/** How many gave each score, by activity. */
async function scoresOf(k: Kernel, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await k.db
    .selectFrom('train_enrol')
    .select((e) => ['activity_id', 'score', e.fn.countAll<number>().as('n')])
    .where('activity_id', 'in', ids)
    .where('score', 'is not', null)
    .groupBy(['activity_id', 'score'])
    .execute()
  const of = (id: number) => SCORES.map((score) => Number(rows.find((row) => row.activity_id === id && row.score === score)?.n ?? 0))
  return new Map(ids.map((id) => [id, of(id)]))
}

/** Below three answers neither mean nor distribution is given, because they would reveal single ones. */
function itemOf(row: ActivityRecord, scores: number[]): EvaluatedActivity {
  const evaluateAvg = meanOf(row.score_sum, row.evaluate_num)
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    startTime: row.start_at,
    attendNum: row.attend_num,
    evaluateNum: row.evaluate_num,
    evaluateAvg,
    distribution: evaluateAvg === null ? null : scores,
  }
}

/** Activities with evaluations that this member of staff may see, the latest first. */
export async function listEvaluated(k: Kernel, actor: Actor, q: Parsed<typeof num.evaluated>['query']) {
  const { total, rows } = await pageOf(
    activities(k.db)
      .where(managedBy(actor))
      .where('a.evaluate_num', '>', 0)
      .$if(Boolean(q.keyword), (all) => all.where('a.title', 'ilike', likeText(q.keyword!))),
    q,
    (all) => all.orderBy('a.start_at', 'desc').orderBy('a.id', 'desc'),
    (page) => page.select(columns),
  )
  const scores = await scoresOf(
    k,
    rows.map(({ id }) => id),
  )
  return { total, list: rows.map((row) => itemOf(row, scores.get(row.id)!)) }
}

export async function wordsOf(k: Kernel, actor: Actor, id: number) {
  const row = await managed(k.db, actor, id)
  const item = itemOf(row, (await scoresOf(k, [id])).get(id)!)
  if (item.distribution === null) return { ...item, words: null }
  const words = await k.db
    .selectFrom('train_enrol')
    .select(['score', 'evaluate_content'])
    .where('activity_id', '=', id)
    .where('score', 'is not', null)
    .where('evaluate_content', 'not in', ['', GONE])
    .orderBy('evaluated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WORDS)
    .execute()
  return { ...item, words: words.map((one) => ({ score: one.score!, content: one.evaluate_content! })) }
}
