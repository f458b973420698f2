import dictionaries from '../../../seed/data/dictionaries.json' with { type: 'json' }
import { attributesOf, type AttributeKey, type Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import { createEngine, type Answers, type Engine, type EngineData, type Field } from '../../matching/index.ts'

/** The engine of the policies, with the attributes of land or workshops as fields (ADR 0622), so that there is one rule language. */
export type Supply = 'landInfo' | 'workshopInfo'
const types = { number: 'number', text: 'string', select: 'enum', multi: 'multiEnum', flag: 'boolean', date: 'date' } as const

const fieldsOf = (kind: Supply): Field[] => [
  ...attributesOf(kind).map(([key, { label, type, unit, dict }]): Field => ({
    key,
    label,
    type: types[type],
    unit: unit ?? null,
    ...(dict ? { dict } : {}),
    group: '',
  })),
  { key: STREET, label: '所在镇街', type: 'string', group: '' },
]
/** Field for the street of a supply; it is not an attribute of the form. */
export const STREET = 'streetId'

const dicts = (dictionaries.dicts as EngineData['dictionaries']['dicts']).map(({ type, items }) => ({ type, items: [...items] }))
const make = (kind: Supply): Engine =>
  createEngine({
    fields: fieldsOf(kind),
    scoring: { tables: [] },
    sizing: { order: [], labels: {}, table: [], industryMap: {}, industryMap4: {} },
    dictionaries: { dicts },
  })
export const engines: Readonly<Record<Supply, Engine>> = { landInfo: make('landInfo'), workshopInfo: make('workshopInfo') }
export const supplyOf = (kind: MarketKind): Supply => (kind === 'landInfo' || kind === 'landDemand' ? 'landInfo' : 'workshopInfo')

/**
 * An option that a county added to a dictionary, or gave another name. The engine refuses a rule with an option that it does not know, and
 * reasons name an option as the engine knows it.
 */
export function learnOption(of: Supply, key: AttributeKey, value: string, name?: string): void {
  const { catalog } = engines[of]
  const { labels, dict } = catalog.byKey.get(key)!
  const word = name ?? labels.get(value) ?? value
  if (labels.get(value) === word) return
  dicts.find(({ type }) => type === dict)?.items.push({ value, label: word })
  catalog.put(fieldsOf(of).find((field) => field.key === key)!)
}

/** The facts of a supply; what the owner did not give is unknown. */
export const answersOf = (facts: Attributes, streetId: string | undefined): Answers => ({
  ...facts,
  ...(streetId ? { [STREET]: streetId } : {}),
})
