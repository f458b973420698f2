import dictionaries from '../../seed/data/dictionaries.json' with { type: 'json' }
import fields from '../../seed/data/fields.json' with { type: 'json' }
import policies from '../../seed/data/policies.json' with { type: 'json' }
import scoring from '../../seed/data/scoring.json' with { type: 'json' }
import sizing from '../../seed/data/sizing.json' with { type: 'json' }
import type { Question } from '../../contract/matching.ts'
import { asLists } from './own-fields/lists.ts'
import { createEngine, type EngineData, type Field, type PolicyRule, type ScoreTable } from './engine/index.ts'

/** The engine with the product's field catalogue, score tables, size classes and dictionaries (seed/data). */
export const engine = createEngine({
  fields,
  scoring,
  sizing,
  dictionaries,
  policies: policies as unknown as PolicyRule[],
} as unknown as EngineData & { policies: PolicyRule[] })

const dicts = new Map(
  dictionaries.dicts.map((d) => [d.type, d.items as { value: string; label: string; children?: { value: string; label: string }[] }[]]),
)

/** Options of a field: its own, else those of its dictionary, including the second level. */
export function optionsOf(field: Field): Question['options'] {
  if (field.options?.length) return field.options.map(({ value, label }) => ({ value, label }))
  const items = field.dict ? dicts.get(field.dict) : undefined
  return (
    items?.flatMap((item) => [
      { value: item.value, label: item.label },
      ...(item.children ?? []).map((c) => ({ value: c.value, label: `　${c.label}` })),
    ]) ?? null
  )
}

/** Accounting figures that may be negative. */
const NEGATIVE = new Set(['netAssetsY1', 'netAssetsY2', 'netAssetsY3', 'netProfitY1', 'taxableIncomeY1'])

export const asQuestion = (field: Field): Question => ({
  key: field.key,
  label: field.label,
  question: field.question ?? `${field.label}？`,
  type: field.type as Question['type'],
  unit: field.unit ?? null,
  options: optionsOf(field),
  group: field.group ?? '',
  note: field.note ?? null,
  min: field.min ?? (NEGATIVE.has(field.key) || (field.type !== 'number' && field.type !== 'integer') ? null : 0),
  max: field.max ?? null,
  ...(field.dated ? { dated: true } : {}),
})

export const shippedFields: readonly Field[] = (fields as Field[]).filter((field) => !field.derived)
/** Raw and derived fields in use; the editors' own fields come last (own-fields/in-use.ts). */
export const rawFields = [...shippedFields]
export const derivedFields = (fields as Field[]).filter((field) => field.derived)
const shipped = { raw: rawFields.length, derived: derivedFields.length }
const byKey = new Map((fields as Field[]).map((field) => [field.key, field]))
export const fieldOf = (key: string): Field | undefined => byKey.get(key)
/** Raised when the fields change, so that compiled rules and their sentences are made again. */
export let catalogueVersion = 0

/** Archive lists that rules may count, sum or take the newest row of, as offered to editors. */
export const listFields: Field[] = []
export function takeLists(lists: readonly Field[], offered: readonly Field[] = lists): void {
  engine.putFields(lists)
  listFields.splice(0, listFields.length, ...offered)
  for (const field of lists) byKey.set(field.key, field)
}

// Lists of the platform itself; the archive's tables are read from the database.
takeLists(asLists([], shippedFields))

type OwnField = Field & { inUse: boolean }
const plain = ({ inUse: _, ...field }: OwnField): Field => field

/** All own fields, or, when they cannot be used together (missing or circular references), as many as can be added one by one. */
function usable(own: readonly OwnField[]): OwnField[] {
  if (engine.fieldIssues(own.map(plain)).length === 0) return [...own]
  const kept: OwnField[] = []
  for (let before = -1; before < kept.length;) {
    before = kept.length
    for (const field of own) if (!kept.includes(field) && engine.fieldIssues([...kept, field].map(plain)).length === 0) kept.push(field)
  }
  return kept
}

/**
 * Replaces the editors' own fields. A field that is no longer in use stays known, for stored results. One unusable field does not exclude
 * the others; the labels of the unusable ones are returned.
 */
export function takeOwnFields(all: readonly OwnField[]): readonly string[] {
  const own = usable(all)
  rawFields.splice(shipped.raw)
  derivedFields.splice(shipped.derived)
  engine.putFields(own.map(plain))
  for (const { inUse, ...field } of own) {
    byKey.set(field.key, field)
    if (inUse) (field.derived ? derivedFields : rawFields).push(field)
  }
  catalogueVersion++
  return all.filter((field) => !own.includes(field)).map(({ label }) => label)
}
/** Whether new rules may use the field: a field out of use is only still known. */
export const isInUse = (key: string): boolean => [...rawFields, ...derivedFields].some((field) => field.key === key)
export const scoreTables = scoring.tables.map(({ id, title }) => ({ id, title, pass: engine.words.score(id)!.pass }))
/** The complete score tables, each with its policy. */
export type ScoreScheme = ScoreTable & { policyCode: string; docNo: string; status?: string; effectiveTo?: string; note?: string }
type GivenScheme = Omit<ScoreScheme, 'policyCode'> & { policyId: string }
/** The tables as they were given name a policy by its code, and call it policyId. */
export const scoreSchemes: readonly ScoreScheme[] = (scoring.tables as unknown as readonly GivenScheme[]).map(
  ({ policyId: policyCode, ...table }) => ({ ...table, policyCode }),
)
