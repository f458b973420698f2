/** Calculates a filled form: visible parts and calculated values together, because each may depend on the other. */
import { FormulaFault, fractionOf, numberOf, parseFormula, readsOf, workOut, type Expression, type Fraction } from './formula.ts'
import { isShown } from './show.ts'
import type { FormData, FormFault, TableRow } from './rules.ts'
import type { FormColumn, FormField, FormTemplate } from './template.ts'

export interface Worked {
  /** values of visible parts, including calculated ones */
  values: FormData
  /** `section.<key>`, `form.<key>`, `files.<key>` that are hidden now */
  hidden: ReadonlySet<string>
  /** failed calculations, by field */
  faults: FormFault[]
}

const parsed = new Map<string, Expression>()
function readFormula(text: string): Expression {
  let e = parsed.get(text)
  if (!e) {
    e = parseFormula(text)
    if (parsed.size > 2000) parsed.clear()
    parsed.set(text, e)
  }
  return e
}

/** Decimals of a calculated value. */
export const decimalsOf = (f: Pick<FormField, 'type' | 'decimals'>): number =>
  f.type === 'integer' ? 0 : f.type === 'money' ? 4 : (f.decimals ?? 2)

const isRows = (value: unknown): value is TableRow[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)
const figureOf = (value: unknown): Fraction | null => (typeof value === 'number' && Number.isFinite(value) ? fractionOf(value) : null)

/** Calculates a form from the entered values. Entered values of calculated fields are ignored. */
export function workOutForm(t: FormTemplate, data: FormData): Worked {
  const places = new Map(t.sections.flatMap((s) => s.fields.map((field) => [field.key, { field, section: s }] as const)))
  const shown = new Map<string, boolean>()
  const known = new Map<string, FormData[string]>()
  const faults: FormFault[] = []
  // A circle cannot be saved; fields of a circle are blank here all the same.
  const open = new Set<string>()

  const isFieldShown = (key: string): boolean => {
    const place = places.get(key)
    if (!place) return false
    let answer = shown.get(key)
    if (answer === undefined) {
      answer = isShown(place.section.showIf, valueOf) && isShown(place.field.showIf, valueOf)
      shown.set(key, answer)
    }
    return answer
  }
  function valueOf(key: string): FormData[string] {
    const had = known.get(key)
    if (had !== undefined) return had
    if (open.has(key)) return null
    open.add(key)
    const place = places.get(key)
    const value = place && isFieldShown(key) ? worked(place.field) : null
    open.delete(key)
    known.set(key, value)
    return value
  }
  function worked(f: FormField): FormData[string] {
    if (f.type === 'table') return rowsOf(f, data[f.key])
    if (f.calc === undefined) return data[f.key] ?? null
    return calculate(f, f.calc, `formData.${f.key}`, (key) => figureOf(valueOf(key)))
  }
  function rowsOf(f: FormField, entered: FormData[string] | undefined): FormData[string] {
    if (!isRows(entered)) return entered ?? null
    const calculated = (f.columns ?? []).filter((c) => c.calc !== undefined)
    if (calculated.length === 0) return entered
    const isColumn = (key: string) => f.columns!.some((c) => c.key === key)
    return entered.map((row, i) => {
      const next = Object.fromEntries(Object.entries(row).filter(([key]) => !calculated.some((c) => c.key === key)))
      const at = (key: string, depth: number): number | null => {
        const column = calculated.find((c) => c.key === key)
        if (!column) return typeof next[key] === 'number' ? next[key] : null
        if (depth > calculated.length) return null
        return calculate(
          column,
          column.calc!,
          `formData.${f.key}`,
          (k) => figureOf(isColumn(k) ? at(k, depth + 1) : valueOf(k)),
          `第 ${i + 1} 行“${column.label}”：`,
        )
      }
      for (const c of calculated) {
        const value = at(c.key, 0)
        if (value !== null) next[c.key] = value
      }
      return next
    })
  }
  function calculate(
    f: Pick<FormField, 'type' | 'decimals'> | FormColumn,
    text: string,
    path: string,
    field: (key: string) => Fraction | null,
    prefix = '',
  ): number | null {
    try {
      const value = workOut(readFormula(text), {
        field,
        column: (table, key) => {
          const rows = valueOf(table)
          return isRows(rows) ? rows.map((row) => figureOf(row[key])) : []
        },
        rows: (table) => {
          const rows = valueOf(table)
          return isRows(rows) ? rows.length : 0
        },
      })
      return value && numberOf(value, decimalsOf(f))
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error
      faults.push({ path, message: `${prefix}${error.message}` })
      return null
    }
  }

  const hidden = new Set<string>()
  const values: FormData = {}
  for (const s of t.sections) {
    if (!isShown(s.showIf, valueOf)) hidden.add(`section.${s.key}`)
    for (const f of s.fields) {
      if (!isFieldShown(f.key)) hidden.add(`form.${f.key}`)
      else {
        const value = valueOf(f.key)
        if (value !== null) values[f.key] = value
      }
    }
  }
  for (const m of t.materials) if (!isShown(m.showIf, valueOf)) hidden.add(`files.${m.key}`)
  return { values, hidden, faults }
}

/** The values that a draft stores: everything entered, also in hidden parts, with the current calculated values. */
export function withCalculated(t: FormTemplate, data: FormData): FormData {
  const { values } = workOutForm(t, data)
  const kept: FormData = { ...data }
  for (const f of t.sections.flatMap((s) => s.fields)) {
    if (f.calc === undefined && !(f.type === 'table' && f.columns?.some((c) => c.calc !== undefined))) continue
    if (values[f.key] === undefined) {
      if (f.calc !== undefined) delete kept[f.key]
    } else kept[f.key] = values[f.key]!
  }
  return kept
}

/** Every field on which a field’s value or visibility depends, by field key. Unreadable formulas depend on nothing here. */
export function restsOn(t: FormTemplate): Map<string, string[]> {
  const read = (text: string | undefined) => {
    try {
      return text === undefined ? [] : readsOf(readFormula(text)).map((r) => r.key)
    } catch {
      return []
    }
  }
  return new Map(
    t.sections.flatMap((s) =>
      s.fields.map((f) => [
        f.key,
        [
          ...(s.showIf?.when.map((c) => c.field) ?? []),
          ...(f.showIf?.when.map((c) => c.field) ?? []),
          ...read(f.calc),
          ...(f.columns ?? []).flatMap((c) => read(c.calc).filter((key) => !f.columns!.some((x) => x.key === key))),
        ],
      ]),
    ),
  )
}

/** The first circle, as its keys; null when there is none. */
export function circleIn(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (key: string): string[] | null => {
    const at = path.indexOf(key)
    if (at >= 0) return path.slice(at)
    if (done.has(key)) return null
    path.push(key)
    for (const next of edges.get(key) ?? []) {
      const found = visit(next)
      if (found) return found
    }
    path.pop()
    done.add(key)
    return null
  }
  for (const key of edges.keys()) {
    const found = visit(key)
    if (found) return found
  }
  return null
}
