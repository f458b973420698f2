import { sql } from 'kysely'
import type { Attributes } from '../../../contract/market/attributes.ts'
import { marketKindKeys, marketStates, type MarketKind } from '../../../contract/market/states.ts'
import { dateOf } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import type { CompiledPolicy, Facts } from '../../matching/index.ts'
import { hiddenBefore, onMarketChange } from '../visible.ts'
import { answersOf, engines, supplyOf } from './catalogue.ts'
import { ruleOf } from './demand-rule.ts'

/** One item with the data that matching needs. */
export interface Shelved {
  id: number
  kind: MarketKind
  title: string
  streetIds: string[]
  attributes: Attributes
  freshAt: number
  facts: Facts | null
  rule: CompiledPolicy | null
  /** counts every change of the item */
  version: number
}
const PAGE = 5000
/** A change that started earlier can become visible after a later one, so recent changes are read again. */
const OVERLAP_MS = 60_000
const NEVER = '1970-01-01T00:00:00.000Z'

/**
 * All passed items in this process. Facts of supplies and rules of demands are compiled once. After a change only changed items are read.
 * Matching walks over this shelf with one engine.
 */
class Shelf {
  readonly #k: Kernel
  #items = emptied()
  /** earlier changes are on the shelf */
  #since = NEVER
  #day = ''
  #dirty = true
  #reading: Promise<void> | null = null

  constructor(k: Kernel) {
    this.#k = k
    onMarketChange(k, () => void (this.#dirty = true))
  }

  async of(kind: MarketKind): Promise<Shelved[]> {
    const day = dateOf(this.#k.clock.now())
    // Facts contain the day of judgement, so a new day compiles them again.
    if (day !== this.#day) this.#forget(day)
    if (this.#dirty) await (this.#reading ??= this.#read().finally(() => (this.#reading = null)))
    const since = Date.parse(hiddenBefore(this.#k))
    return [...this.#items[kind].values()].filter((item) => item.freshAt > since)
  }

  #forget(day: string): void {
    this.#items = emptied()
    this.#since = NEVER
    this.#day = day
    this.#dirty = true
  }

  async #read(): Promise<void> {
    this.#dirty = false
    try {
      const began = this.#k.clock.now().getTime()
      let after = { mark: this.#since, id: 0 }
      for (;;) {
        const rows = await this.#k.db
          .selectFrom('market_item')
          .select(['id', 'kind', 'title', 'street_ids', 'facts', 'fresh_at', 'state', 'deleted', 'updated_at', 'version'])
          .select(sql<string>`updated_at::text`.as('mark'))
          .where(sql<boolean>`(updated_at, id) > (${after.mark}::timestamptz, ${after.id}::bigint)`)
          .orderBy('updated_at')
          .orderBy('id')
          .limit(PAGE)
          .execute()
        for (const row of rows) this.#put(row)
        const last = rows.at(-1)
        if (last && rows.length === PAGE) {
          after = { mark: last.mark, id: last.id }
          continue
        }
        this.#since = new Date(began - OVERLAP_MS).toISOString()
        return
      }
    } catch (error) {
      this.#dirty = true
      throw error
    }
  }

  #put(row: {
    id: number
    kind: MarketKind
    title: string
    street_ids: string[]
    facts: Attributes
    fresh_at: string
    state: number
    deleted: boolean
    version: number
  }): void {
    const items = this.#items[row.kind]
    if (row.state !== marketStates.code.passed || row.deleted) return void items.delete(row.id)
    if (items.get(row.id)?.version === row.version) return
    const supply = row.kind === 'landInfo' || row.kind === 'workshopInfo'
    const engine = engines[supplyOf(row.kind)]
    items.set(row.id, {
      id: row.id,
      kind: row.kind,
      title: row.title,
      streetIds: row.street_ids,
      attributes: row.facts,
      freshAt: Date.parse(row.fresh_at),
      facts: supply ? engine.facts(answersOf(row.facts, row.street_ids[0]), this.#day) : null,
      rule: supply ? null : engine.compilePolicy(ruleOf(row.id, row.kind, row.title, row.facts, row.street_ids)),
      version: row.version,
    })
  }
}
const emptied = () =>
  Object.fromEntries(marketKindKeys.map((kind) => [kind, new Map<number, Shelved>()])) as Record<MarketKind, Map<number, Shelved>>
const shelves = perKernel((k) => new Shelf(k))
export const shelfOf = (k: Kernel): Shelf => shelves(k)
