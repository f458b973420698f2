import { partsOf } from '../../../contract/rule/condition-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Catalog } from './catalog.ts'
import { formulaFields } from './check-fields.ts'
import { isLeaf, SCORE } from './condition.ts'
import { type Expression, expressionNodes, parseExpression } from '../../../contract/rule/expression.ts'
import type { Benefit, Condition, PolicyRule, ScoreItem } from './types.ts'

/** A figure that a rule compares with a field: a threshold, the bound of a tier or band, or the base at which a cap is reached. */
export type Mark = { field: string; value: number }
/** What a rule reads: raw fields, also those behind derived ones, and the figures compared with fields. */
export type Reading = { fields: ReadonlySet<string>; marks: readonly Mark[] }

/** The further fields that determine a company's tax rate (data README 推导). */
const TAX_RATE_READS = ['isHNTE', 'isSME', 'taxableIncomeY1', 'employees', 'totalAssetsY1', 'prohibitedIndustry']
/** Raw fields that can be deduced from others (data README 推导). */
const DEDUCED: Readonly<Record<string, readonly string[]>> = { sizingIndustry: ['industryCode'], operatingYears: ['registeredDate'] }

class Reader {
  readonly fields = new Set<string>()
  readonly marks: Mark[] = []
  readonly #catalog: Catalog

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  field(key: string): void {
    if (this.fields.has(key)) return
    this.fields.add(key)
    const field = this.#catalog.byKey.get(key)
    for (const next of DEDUCED[key] ?? []) this.field(next)
    if (key === 'corpTaxRate') {
      for (const next of TAX_RATE_READS) this.field(next)
      return
    }
    if (!field?.derived || !field.formula) return
    for (const next of formulaFields(field.expr ?? '')) this.field(next)
    // Sums and growth over years use as many years as the company has.
    if (/yearsSum|hnteGrowth/.test(field.expr ?? '')) this.field('operatingYears')
    if (key === 'enterpriseScale') this.#sizes()
  }

  mark(field: string, value: number): void {
    this.field(field)
    this.marks.push({ field, value })
  }

  condition(node: Condition): void {
    if (!isLeaf(node)) {
      for (const part of partsOf(node)) this.condition(part)
      return
    }
    if (node.field.startsWith(SCORE)) return this.#table(node.field.slice(SCORE.length))
    this.field(node.field)
    if (isComputed(node.value)) this.field(node.value)
    for (const value of Array.isArray(node.value) ? node.value : [node.value]) if (typeof value === 'number') this.mark(node.field, value)
  }

  benefit(benefit: Benefit): void {
    if (benefit.when) this.condition(benefit.when)
    for (const factor of benefit.factors ?? []) {
      if ('when' in factor) this.condition(factor.when)
      else this.field(factor.field)
    }
    for (const key of [...(benefit.limits ?? []), ...(benefit.less ?? [])]) this.field(key)
    const cap = benefit.cap ?? undefined
    if (benefit.kind === 'rate' || benefit.kind === 'perUnit') {
      const rate = benefit.kind === 'rate' ? benefit.rate : benefit.unitAmount
      this.field(benefit.base)
      if (cap !== undefined && rate > 0) this.mark(benefit.base, cap / rate)
    } else if (benefit.kind === 'tierRate') {
      this.field(benefit.base)
      if (benefit.rateAdd) this.condition(benefit.rateAdd.when)
      for (const tier of benefit.tiers) {
        for (const edge of [tier.min, tier.max]) if (edge != null) this.mark(benefit.base, edge)
        if (cap !== undefined && tier.rate > 0) this.mark(benefit.base, cap / tier.rate)
      }
    } else if (benefit.kind === 'reach') {
      for (const key of [benefit.base, benefit.before ?? []].flat()) for (const { from } of benefit.levels) this.mark(key, from)
    } else if (benefit.kind === 'perStep')
      for (const key of [benefit.base, benefit.before ?? []].flat()) this.mark(key, (benefit.above ?? 0) + benefit.step)
    else if (benefit.kind === 'lookup' || benefit.kind === 'lookupRange') this.field(benefit.field)
    else if (benefit.kind === 'group') benefit.items.forEach((item) => this.benefit(item))
    else if (benefit.kind === 'expr') this.formula(parseExpression(benefit.expr))
  }

  /** Comparisons of a field with a figure, and `min(field, figure)`, are marks of the field. */
  formula(source: Expression): void {
    for (const node of expressionNodes(source)) {
      if (node.type === 'field' && node.key !== 'applyDate') this.field(node.key)
      const sides =
        node.type === 'binary'
          ? [node.left, node.right]
          : node.type === 'call' && node.args.length === 2 && !node.name.startsWith('rows')
            ? node.args
            : []
      const field = sides.find((side) => side.type === 'field')
      const figure = sides.find((side) => side.type === 'number')
      if (field?.type === 'field' && figure?.type === 'number') this.mark(field.key, Number(figure.text))
    }
  }

  #table(id: string): void {
    const table = this.#catalog.tables.get(id)
    for (const group of table?.groups ?? []) {
      if (group.override) this.field(group.override)
      for (const item of group.items) this.#item(item)
    }
  }

  #item(item: ScoreItem): void {
    if (item.field) this.field(item.field)
    for (const key of item.fields ?? []) this.field(key)
    for (const band of item.bands ?? [])
      for (const edge of [band.min, band.max]) if (edge !== null && item.field) this.mark(item.field, edge)
    for (const rule of item.rules ?? []) if (rule.when) this.condition(rule.when)
    if (item.expr) this.formula(parseExpression(item.expr))
    for (const each of item.items ?? []) this.#item(each)
  }

  #sizes(): void {
    const names: Readonly<Record<string, string>> = { employees: 'employees', revenue: 'revenueY1', assets: 'totalAssetsY1' }
    for (const row of this.#catalog.sizing.table)
      for (const indicator of row.indicators)
        for (const grade of ['large', 'medium', 'small'] as const) {
          const min = indicator[grade].min
          const key = names[indicator.indicator]
          if (min !== undefined && key) this.mark(key, min)
        }
  }
}

/** Raw fields and figures that a policy's rule reads, also through derived fields and score tables. */
export function readingOf(catalog: Catalog, rule: PolicyRule): Reading {
  const reader = new Reader(catalog)
  reader.condition(rule.conditions)
  for (const benefit of rule.benefits ?? []) reader.benefit(benefit)
  return { fields: reader.fields, marks: reader.marks }
}
