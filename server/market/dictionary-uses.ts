import { sql } from 'kysely'
import { attributesOf, dictionariesOf } from '../../contract/market/attributes.ts'
import { marketKindKeys } from '../../contract/market/states.ts'
import { dictionaryColumn, usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import type { Kernel } from '../kernel/kernel.ts'

const REGION = 'region'
const types = [...new Set(marketKindKeys.flatMap(dictionariesOf))]
const keysOf = (type: string): string[] => [
  ...new Set(marketKindKeys.flatMap((kind) => attributesOf(kind).flatMap(([key, { dict }]) => (dict === type ? [key] : [])))),
]

/** Supplies and demands, and the saved searches for them, hold codes of dictionaries among their attributes, and streets. */
export function offerDictionaryUses(k: Kernel): void {
  dictionaryColumn(k, REGION, '供需信息的镇街', 'market_item.street_ids', { list: true, marked: true })
  usesDictionary(k, {
    title: '供需信息的属性',
    columns: ['market_item.facts'],
    types,
    values: (type) => sql`select v #>> '{}' as value from market_item cross join unnest(${keysOf(type)}::text[]) key
      cross join lateral jsonb_path_query(facts -> key, '$[*]') v where not deleted`,
  })
  usesDictionary(k, {
    title: '供需市场保存的搜索',
    columns: ['market_search.filters'],
    types: [...types, REGION],
    values: (
      type,
    ) => sql`select v as value from market_search cross join unnest(${type === REGION ? ['streetId'] : keysOf(type)}::text[]) key
      cross join lateral string_to_table(filters ->> key, ',') v`,
  })
}
