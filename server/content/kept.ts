import { newsColumn } from '../../contract/content/columns.ts'
import { news, type NewsDetail } from '../../contract/content/news.ts'
import { contentCodes } from '../../contract/content/states.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { givenPerKernel, perKernel } from '../kernel/per-kernel.ts'

const TURN = `select least(
    (select min(publish_at) from news where state = ${contentCodes.code.published} and not shown and publish_at > $1),
    (select min(take_down_at) from news where state = ${contentCodes.code.published} and take_down_at > $1)) as turn`
const known = perKernel(() => new Freshness({ renewMs: 5000, staleMs: 10_000 }))
const kept = givenPerKernel<Record<'lists' | 'details', ReturnType<typeof keepAnswers>>>()

const readTurn = async (k: Kernel): Promise<number> => {
  const { rows } = await k.pool.query<{ turn: string | null }>({ name: 'news-turn', text: TURN, values: [k.clock.now()] })
  const turn = rows[0]?.turn
  return turn ? Date.parse(turn) : Infinity
}
/** The next time at which an article appears or goes. */
async function nextTurn(k: Kernel): Promise<number> {
  const turn = await known(k).get('turn', () => readTurn(k))
  if (turn > k.clock.now().getTime()) return turn
  known(k).clear()
  return known(k).get('turn', () => readTurn(k))
}

/** A figure over all public articles, which needs a full scan: kept until something changes, and until an article appears or goes. */
export const untilTurn = async <T>(k: Kernel, about: unknown, count: () => Promise<T>): Promise<T> =>
  known(k).get(JSON.stringify([await nextTurn(k), about]), count)

/**
 * Caches the answers to visitors without a token (ADR 0814), never beyond the time at which an article appears or goes (ADR 0510). Call
 * once, after implement.
 */
export function keepNews(k: Kernel): void {
  const holds = async () => {
    const turn = await nextTurn(k)
    return () => k.clock.now().getTime() < turn
  }
  kept.give(k, {
    lists: keepAnswers(k, [news.list, news.ofPolicy, newsColumn.list], { ttlMs: 1_000, http: true, holds }),
    details: keepAnswers(k, [news.findById], { ttlMs: 5_000, http: true, holds, subject: ({ id }: NewsDetail) => id }),
  })
}
/** Call after a counted view. */
export const newsViewed = (k: Kernel, id: number): void => void kept.of(k)?.details.forget(id)
/** Call after every change of an article or a column. */
export function forgetNews(k: Kernel): void {
  known(k).clear()
  kept.of(k)?.lists.forget()
  kept.of(k)?.details.forget()
}
