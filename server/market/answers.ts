import { sql } from 'kysely'
import type { MarketItem } from '../../contract/market/item.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { KeptFigures } from './kept-figures.ts'

type Answers = MarketItem['answers']
interface Owner {
  company_id: number | null
  user_id: number | null
}
const figures = perKernel(() => new KeptFigures<Answers>())

/**
 * How often and how quickly the owner of an item answered those who asked, over all of their items; staff have no rate. What a person
 * registered for a company is the company's.
 */
async function rateOf(k: Kernel, { company_id, user_id }: Owner): Promise<Answers> {
  const whose =
    company_id !== null ? sql<boolean>`p.company_id = ${company_id}` : sql<boolean>`(p.user_id = ${user_id} and p.company_id is null)`
  const { asked, answered, hours } = await k.db
    .selectFrom('market_contact as t')
    .innerJoin('market_item as p', 'p.id', 't.item_id')
    .where(whose)
    .select((e) => [
      e.fn.countAll<number>().as('asked'),
      e.fn.count<number>('t.answered_at').as('answered'),
      sql<number | null>`(percentile_cont(0.5) within group (order by extract(epoch from t.answered_at - t.created_at) / 3600))::float8`.as(
        'hours',
      ),
    ])
    .executeTakeFirstOrThrow()
  return asked === 0 ? null : { asked, answered, hours: hours === null ? null : Math.round(hours * 10) / 10 }
}
const keyOf = ({ company_id, user_id }: Owner): string | null =>
  company_id !== null ? `c${company_id}` : user_id === null ? null : `u${user_id}`

export async function answersOf(k: Kernel, owner: Owner): Promise<Answers> {
  const key = keyOf(owner)
  return key === null ? null : figures(k).get(key, () => rateOf(k, owner))
}
/** The cached figure for a list, without waiting. */
export function knownAnswers(k: Kernel, owner: Owner): Answers {
  const key = keyOf(owner)
  return key === null ? null : (figures(k).known(key, () => rateOf(k, owner)) ?? null)
}
/** Call after every request and every answer. */
export const answersChanged = (k: Kernel): void => figures(k).changed()
