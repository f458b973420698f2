import type { Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import type { CompiledPolicy } from '../../matching/index.ts'
import { engines, supplyOf } from './catalogue.ts'
import { ruleOf } from './demand-rule.ts'

export interface ShelvedRow {
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
  view_num: number
  state: number
  deleted: boolean
  version: number
}
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** A published item with the data for lists and matching. The rule of a demand is built at the first judgement. */
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
  /** when it was read; later ones are on the board */
  readonly views: number
  /** every change of the item increases it */
  readonly version: number
  #rule: CompiledPolicy | null | undefined

  constructor(row: ShelvedRow) {
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
    this.views = row.view_num
    this.version = row.version
  }

  /** The rule of a demand; null when it cannot be used, which is logged when its own matches are looked for. */
  get rule(): CompiledPolicy | null {
    if (this.#rule === undefined)
      try {
        this.#rule = engines[supplyOf(this.kind)].compilePolicy(ruleOf(this.id, this.kind, this.title, this.attributes, this.streetIds))
      } catch {
        this.#rule = null
      }
    return this.#rule
  }
}
export const columns = [
  'id',
  'kind',
  'title',
  'street_ids',
  'facts',
  'area',
  'price',
  'lng',
  'lat',
  'fresh_at',
  'publish_time',
  'view_num',
] as const
