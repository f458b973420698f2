import dictionaries from '../../db/seed/data/dictionaries.json' with { type: 'json' }
import fields from '../../db/seed/data/fields.json' with { type: 'json' }
import policies from '../../db/seed/data/policies.json' with { type: 'json' }
import scoring from '../../db/seed/data/scoring.json' with { type: 'json' }
import sizing from '../../db/seed/data/sizing.json' with { type: 'json' }
import type { Question } from '../../contract/matching.ts'
import { asLists } from './own-fields/lists.ts'
import { createEngine, type EngineData, type Field, type PolicyRule, type ScoreTable } from './engine/index.ts'

/** The engine over the product's field catalogue, score tables, size classes and dictionaries (db/seed/data). */
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

/** Choices of a field: its own options, else those of its dictionary, the second level included. */
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

/** Figures of the books that may lie below nothing. */
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
/** Raw and derived fields that are in use, the editors' own at the end (own-fields/in-use.ts). */
export const rawFields = [...shippedFields]
export const derivedFields = (fields as Field[]).filter((field) => field.derived)
const shipped = { raw: rawFields.length, derived: derivedFields.length }
const byKey = new Map((fields as Field[]).map((field) => [field.key, field]))
export const fieldOf = (key: string): Field | undefined => byKey.get(key)
/** Counts up when the fields change: what was compiled and worded before is made anew. */
export let catalogueVersion = 0

/** Lists of the archive that rules may count, sum or look for the newest of; those that are offered to editors. */
export const listFields: Field[] = []
export function takeLists(lists: readonly Field[], offered: readonly Field[] = lists): void {
  engine.putFields(lists)
  listFields.splice(0, listFields.length, ...offered)
  for (const field of lists) byKey.set(field.key, field)
}

// What the platform itself keeps of every company; the tables of the archive come with the database.
takeLists(asLists([], shippedFields))

type OwnField = Field & { inUse: boolean }
const plain = ({ inUse: _, ...field }: OwnField): Field => field

/** All of them, or where they cannot be used together (one names what is gone, two name one another) as many as can, one after the other. */
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
 * Takes the editors' own fields in the place of those of before. What is no longer in use keeps its name, for results that were kept.
 * One field that cannot be used does not take the others with it; the labels of those are told.
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
/** Whether rules of today may name it: a field that was put out of use is only still known. */
export const isInUse = (key: string): boolean => [...rawFields, ...derivedFields].some((field) => field.key === key)
export const scoreTables = scoring.tables.map(({ id, title }) => ({ id, title, pass: engine.words.score(id)!.pass }))
/** The score tables whole, with the policy each belongs to. */
export type ScoreScheme = ScoreTable & { policyId: string; docNo: string; status?: string; effectiveTo?: string; note?: string }
export const scoreSchemes = scoring.tables as unknown as readonly ScoreScheme[]
