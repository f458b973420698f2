import { computedField, formulaOf } from '../../../contract/rule/computed.ts'
import { isComputed, type Vocabulary } from '../../../contract/rule/vocabulary.ts'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import type { Dictionaries, Field, FieldType, ScoreTable, Scoring, Sizing, SizingRow } from './types.ts'
import { wordsOf } from './vocabulary.ts'

export type CatalogField = Field & {
  /** for a list: its columns by key */
  rowFields?: ReadonlyMap<string, CatalogField>
  index: number
  numeric: boolean
  formula: Expression | undefined
  labels: ReadonlyMap<string, string>
  /** Each option as a bit, when the answer is never derived and has at most 31 options. */
  bits: ReadonlyMap<string, number> | undefined
  /** a formula that a rule uses in place of a field */
  computed?: true
}

/** Everything that rules refer to, by key. Built once and shared by all companies. */
export type Catalog = {
  fields: readonly CatalogField[]
  byKey: ReadonlyMap<string, CatalogField>
  /** The slot values of a company of which nothing is known. */
  blank: readonly unknown[]
  /** Adds a field at the end, or changes one in place: rules compiled with it use the new formula and labels. */
  put: (field: Field) => void
  tables: ReadonlyMap<string, ScoreTable>
  sizing: Sizing
  sizingRows: ReadonlyMap<string, SizingRow>
  /** Two-digit division → section letter (GB/T 4754). */
  sections: ReadonlyMap<string, string>
  dictionaries: Dictionaries
  /** the names used in the sentences of rules */
  words: Vocabulary
}

export type EngineData = { fields: readonly Field[]; scoring: Scoring; sizing: Sizing; dictionaries: Dictionaries }

/** corpTaxRate is described in fields.json; its rule is in derived.ts. */
export const BUILT_IN = new Set(['corpTaxRate'])

/** Fields that can be deduced from others when they have no value: data README “推导”. */
export const FALLBACK = new Set(['sizingIndustry', 'operatingYears'])

/** Marks a slot whose value is not derived yet. */
export const PENDING = Symbol('not derived yet')

/** @throws ExpressionError when a derived field cannot be parsed (checkFields names the place first). */
export function createCatalog(data: EngineData): Catalog {
  const sizing = data.sizing
  const made = (field: Field, index: number): CatalogField => {
    const options =
      field.key === 'enterpriseScale'
        ? sizing.order.map((value) => ({ value, label: sizing.labels[value] ?? value }))
        : (field.options ?? null)
    const words =
      options
      ?? dictionaryItems(data.dictionaries, field.key === 'industrySection' || field.key === 'industryDivision' ? 'industry' : field.dict)
    return {
      ...field,
      ...(field.columns ? { rowFields: new Map(field.columns.map((column) => [column.key, made(column, -1)])) } : {}),
      options,
      index,
      numeric: field.type === 'number' || field.type === 'integer',
      formula: field.derived && field.expr && !BUILT_IN.has(field.key) ? parseExpression(field.expr) : undefined,
      labels: new Map(words.map((each) => [each.value, each.label])),
      bits: field.options && !field.derived && !FALLBACK.has(field.key) && field.options.length <= 31 ? asBits(field.options) : undefined,
    }
  }
  const fields = data.fields.map(made)
  const tables = Array.isArray(data.scoring) ? (data.scoring as ScoreTable[]) : (data.scoring as { tables: ScoreTable[] }).tables
  const industry = data.dictionaries.dicts.find((each) => each.type === 'industry')?.items ?? []
  const byKey = new Fields(fields.map((field) => [field.key, field]))
  const tablesById = new Map(tables.map((table) => [table.id, table]))
  byKey.words = wordsOf(byKey, tablesById)
  const blank = fields.map(({ key, derived }) => (derived || FALLBACK.has(key) ? PENDING : undefined))
  const put = (field: Field): void => {
    const known = byKey.get(field.key)
    const next = made(field, known?.index ?? fields.length)
    if (known) Object.assign(known, next)
    else {
      fields.push(next)
      blank.push(next.derived ? PENDING : undefined)
      byKey.set(next.key, next)
    }
    byKey.forgetFormulas()
  }
  return {
    fields,
    byKey,
    put,
    blank,
    tables: tablesById,
    sizing,
    sizingRows: new Map(sizing.table.map((row) => [row.id, row])),
    sections: new Map(industry.flatMap((section) => (section.children ?? []).map((division) => [division.value, section.value] as const))),
    dictionaries: data.dictionaries,
    words: byKey.words,
  }
}

/** The fields by key; a formula (`=…`) becomes a derived field without a slot when it is first requested. */
class Fields extends Map<string, CatalogField> {
  words: Vocabulary | undefined
  readonly #computed = new Map<string, CatalogField>()

  /** Forgets the formulas, because their words and units come from fields that changed. */
  forgetFormulas(): void {
    this.#computed.clear()
  }

  override get(key: string): CatalogField | undefined {
    if (!isComputed(key) || !this.words) return super.get(key)
    let field = this.#computed.get(key)
    if (!field) {
      const { label, type, unit } = computedField(this.words, key)
      const numeric = type === 'number' || type === 'integer'
      const made = { key, label, type: type as FieldType, unit: unit ?? null, expr: key.slice(1), derived: true, group: '', numeric }
      field = { ...made, index: -1, formula: formulaOf(key), labels: new Map(), bits: undefined, computed: true }
      this.#computed.set(key, field)
    }
    return field
  }
}

const asBits = (options: readonly { value: string }[]): Map<string, number> =>
  new Map(options.map(({ value }, place) => [value, 1 << place]))

function dictionaryItems(dictionaries: Dictionaries, type: string | undefined): { value: string; label: string }[] {
  const items = dictionaries.dicts.find((each) => each.type === type)?.items ?? []
  return items.flatMap((item) => [item, ...(item.children ?? [])])
}
