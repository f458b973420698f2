import { sql } from 'kysely'
import type { Attributes } from '../../../contract/market/attributes.ts'
import { marketKindKeys, marketStates, type MarketKind } from '../../../contract/market/states.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import type { CompiledPolicy, Facts } from '../../matching/index.ts'
import { hiddenBefore, onMarketChange } from '../visible.ts'
import { answersOf, engines, supplyOf } from './catalogue.ts'
import { ruleOf } from './demand-rule.ts'

interface Row {
  id: number
  kind: MarketKind
  title: string
  street_ids: string[]
  facts: Attributes
  area: string | null
  price: string | null
  lng: number | null
  lat: number | null
  fresh_at: string
  publish_time: string | null
  state: number
  deleted: boolean
  version: number
}
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** One passed item, as the list and matching need it. Facts and rule are made when somebody first judges by them. */
export class Shelved {
  readonly id: number
  readonly kind: MarketKind
  readonly title: string
  readonly streetIds: string[]
  readonly attributes: Attributes
  readonly area: number | null
  readonly price: number | null
  readonly lng: number | null
  readonly lat: number | null
  readonly freshAt: number
  readonly publishedAt: number
  /** as every change counts it */
  readonly version: number
  #facts: Facts | null = null
  #day = ''
  #rule: CompiledPolicy | null = null

  constructor(row: Row) {
    this.id = row.id
    this.kind = row.kind
    this.title = row.title
    this.streetIds = row.street_ids
    this.attributes = row.facts
    this.area = numberOf(row.area)
    this.price = numberOf(row.price)
    this.lng = row.lng
    this.lat = row.lat
    this.freshAt = Date.parse(row.fresh_at)
    this.publishedAt = row.publish_time === null ? 0 : Date.parse(row.publish_time)
    this.version = row.version
  }

  /** What a supply says; holds the day of judging, so a new day makes it anew. */
  factsOn(day: string): Facts {
    if (this.#facts && this.#day === day) return this.#facts
    this.#day = day
    return (this.#facts = engines[supplyOf(this.kind)].facts(answersOf(this.attributes, this.streetIds[0]), day))
  }
  /** What a demand asks. */
  get rule(): CompiledPolicy {
    return (this.#rule ??= engines[supplyOf(this.kind)].compilePolicy(
      ruleOf(this.id, this.kind, this.title, this.attributes, this.streetIds),
    ))
  }
}
const PAGE = 5000
/** A change that started earlier can become visible after a later one, so recent changes are read again. */
const OVERLAP_MS = 60_000
const NEVER = '1970-01-01T00:00:00.000Z'

/**
 * All passed items of this process; read again from where it stood when somebody says that something changed. Lists are counted on it, and
 * one engine judges what stands on it, so that a list of matches is a walk over this shelf.
 */
class Shelf {
  readonly #k: Kernel
  readonly #items = emptied()
  /** what was changed before is on the shelf */
  #since = NEVER
  readonly #revisions = { landInfo: 0, landDemand: 0, workshopInfo: 0, workshopDemand: 0 }
  /** all of a kind that are listed, until one changes or grows too old */
  readonly #listed = new Map<MarketKind, { revision: number; oldest: number; items: readonly Shelved[] }>()
  #dirty = true
  #reading: Promise<void> | null = null

  constructor(k: Kernel) {
    this.#k = k
    onMarketChange(k, () => void (this.#dirty = true))
  }

  async of(kind: MarketKind): Promise<readonly Shelved[]> {
    const revision = await this.revision(kind)
    const since = Date.parse(hiddenBefore(this.#k))
    const kept = this.#listed.get(kind)
    if (kept?.revision === revision && kept.oldest > since) return kept.items
    const items = [...this.#items[kind].values()].filter((item) => item.freshAt > since)
    const oldest = items.reduce((least, { freshAt }) => Math.min(least, freshAt), Infinity)
    this.#listed.set(kind, { revision, oldest, items })
    return items
  }

  /** Another number after every change of what stands here of a kind. */
  async revision(kind: MarketKind): Promise<number> {
    await this.#read()
    return this.#revisions[kind]
  }

  /** A reading that runs may have begun before the change of who asks now: they wait for it, and then for the next. */
  async #read(): Promise<void> {
    if (this.#reading) await this.#reading
    if (this.#dirty || this.#reading) await (this.#reading ??= this.#readOn().finally(() => (this.#reading = null)))
  }

  async #readOn(): Promise<void> {
    this.#dirty = false
    try {
      const began = this.#k.clock.now().getTime()
      let after = { mark: this.#since, id: 0 }
      for (;;) {
        const rows = await this.#k.db
          .selectFrom('market_item')
          .select(['id', 'kind', 'title', 'street_ids', 'facts', 'area', 'price', 'lng', 'lat', 'fresh_at', 'publish_time'])
          .select(['state', 'deleted', 'updated_at', 'version'])
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

  #put(row: Row): void {
    const items = this.#items[row.kind]
    if (row.state !== marketStates.code.passed || row.deleted) {
      if (items.delete(row.id)) this.#revisions[row.kind]++
      return
    }
    if (items.get(row.id)?.version === row.version) return
    this.#revisions[row.kind]++
    items.set(row.id, new Shelved(row))
  }
}
const emptied = () =>
  Object.fromEntries(marketKindKeys.map((kind) => [kind, new Map<number, Shelved>()])) as Record<MarketKind, Map<number, Shelved>>
const shelves = perKernel((k) => new Shelf(k))
export const shelfOf = (k: Kernel): Shelf => shelves(k)
