import { nodeSentence } from '../../../contract/rule/condition-words.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import type { Facts } from './facts.ts'
import { type Rational, rational, rounded, subtract } from './rational.ts'
import { evaluate } from './evaluate.ts'
import { shownRows } from './rows.ts'
import { EXPERT_REASON, ZERO_REASON } from './score.ts'
import { lacking, metAt, type Trace } from './trace.ts'
import { FALSE, truthWord, UNKNOWN } from './truth.ts'
import type { Explanation, Leaf, ScoreTable } from './types.ts'
import { isOneOf } from './value.ts'
import { figure, requirement, valueInWords } from './words.ts'

/** The node with everything that is shown to people, as plain data. */
export function explain(trace: Trace): Explanation {
  const { spec, facts, truth } = trace
  const sentence = (spec.sentence ??= nodeSentence(facts.catalog.words, spec.node))
  const base: Explanation = { id: spec.node.id ?? null, kind: spec.kind, label: spec.label, sentence, result: truthWord(truth) }
  const { leaf } = spec
  if (!leaf)
    return { ...base, ...('atLeast' in spec.node ? { atLeast: spec.node.atLeast } : {}), children: (trace.children ?? []).map(explain) }
  const result: Explanation = {
    ...base,
    field: leaf.field,
    op: leaf.op,
    unit: leaf.unit ?? spec.field?.unit ?? null,
    required: leaf.value,
    requiredText: requirement(facts.catalog, leaf),
    closable: spec.closable,
  }
  if (spec.table) addScore(result, trace, spec.table)
  else {
    const field = spec.field as CatalogField
    addValue(result, trace, field)
    const rows = field.computed && field.formula ? shownRows(field.formula, facts, evaluate) : []
    if (rows.length) result.rows = rows
  }
  if (truth === UNKNOWN) {
    const { missing, reason } = lacking(trace)
    result.missing = [...missing].sort()
    if (reason) result.reason = reason
  }
  const day = metAt(trace)
  if (day) result.metAt = day
  const advice = adviceFor(result, facts.catalog)
  if (advice) result.advice = advice
  return result
}

/** The figure that a value is compared with; undefined when it is not a figure, or open. */
function neededBy({ value }: Leaf, facts: Facts): Rational | undefined {
  if (typeof value === 'number') return rational(value)
  const needed = isComputed(value) ? facts.catalog.byKey.get(value) : undefined
  return needed && facts.plain(needed) !== undefined ? facts.exact(needed) : undefined
}

/** Advice for a leaf that is not met. */
function adviceFor(leaf: Explanation, catalog: Catalog): string | undefined {
  if (leaf.result === 'unknown') {
    if (leaf.missing?.length) return `请补充：${leaf.missing.map((key) => catalog.byKey.get(key)?.label ?? key).join('、')}`
    if (leaf.reason === EXPERT_REASON) return '资料已齐，待专家评分后确定'
    return leaf.reason === ZERO_REASON ? '分母为0，无法计算，请核对所填数据' : '该项需人工判断'
  }
  if (leaf.result !== 'false') return undefined
  if (leaf.metAt) return `保持现状，预计 ${leaf.metAt} 可满足`
  if (!leaf.closable) return '该项不能通过补充或努力在短期内满足'
  return leaf.gapText ? `${leaf.gapText.replace('还差', '再提高').replace('超出', '降低')}即可满足` : undefined
}

function addScore(result: Explanation, trace: Trace, table: ScoreTable): void {
  const { scoreMin, scoreMax, status } = trace.facts.score(table)
  result.score = { table: table.id, scoreMin, scoreMax, status }
  result.actual = scoreMax
  result.actualText = scoreMin === scoreMax ? `${scoreMin}分` : `${scoreMin}～${scoreMax}分`
  const total = ('all' in table.passRule ? table.passRule.all : [table.passRule]).find((rule) => rule.field === 'total')
  if (trace.truth !== FALSE || !total || scoreMax >= total.value) return
  result.gap = rounded(subtract(rational(total.value), rational(scoreMax)), 4)
  result.gapText = `还差${figure(result.gap, '分')}`
}

function addValue(result: Explanation, trace: Trace, field: CatalogField): void {
  const { facts, truth } = trace
  const leaf = trace.spec.leaf as Leaf
  const value = facts.plain(field) as Explanation['actual']
  result.actual = value ?? null
  const open = facts.isDerived(field) ? facts.derived(field).value : undefined
  result.actualText =
    value === undefined && isOneOf(open)
      ? open.oneOf.map((each) => valueInWords(field, each)).join('或')
      : valueInWords(field, value, field.computed ? field.unit : leaf.unit)
  const need = neededBy(leaf, facts)
  if (truth !== FALSE || typeof value !== 'number' || !need) return
  if (result.actualText === valueInWords(field, leaf.value, field.computed ? field.unit : leaf.unit))
    result.actualText = figure(value, leaf.unit ?? field.unit, 10)
  const short = subtract(need, facts.exact(field))
  result.gap = Math.abs(rounded(short, 6))
  const unit = (field.computed ? null : leaf.unit) ?? field.unit
  const text =
    unit === 'ratio'
      ? `${figure(result.gap * 100, null)}个百分点`
      : unit === '%'
        ? `${figure(result.gap, null)}个百分点`
        : figure(result.gap, unit)
  if (leaf.op === 'gt' || leaf.op === 'gte') result.gapText = result.gap === 0 ? '须高于该值' : `还差${text}`
  else if (leaf.op === 'lt' || leaf.op === 'lte') result.gapText = result.gap === 0 ? '须低于该值' : `超出${text}`
}
