import dictionaries from '../../../db/seed/data/dictionaries.json' with { type: 'json' }
import { attributesOf, type Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import { createEngine, type Answers, type Engine, type EngineData, type Field } from '../../matching/index.ts'

/** The same engine that judges policies, over what is said of land or of workshops (ADR 0622); one rule language everywhere. */
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
/** Where it lies; not an attribute of the form. */
export const STREET = 'streetId'

const make = (kind: Supply): Engine =>
  createEngine({
    fields: fieldsOf(kind),
    scoring: { tables: [] },
    sizing: { order: [], labels: {}, table: [], industryMap: {}, industryMap4: {} },
    dictionaries: { dicts: dictionaries.dicts as EngineData['dictionaries']['dicts'] },
  })
export const engines: Readonly<Record<Supply, Engine>> = { landInfo: make('landInfo'), workshopInfo: make('workshopInfo') }
export const supplyOf = (kind: MarketKind): Supply => (kind === 'landInfo' || kind === 'landDemand' ? 'landInfo' : 'workshopInfo')

/** What a supply answers; what its owner has not said is unknown. */
export const answersOf = (facts: Attributes, streetId: string | undefined): Answers => ({
  ...facts,
  ...(streetId ? { [STREET]: streetId } : {}),
})
