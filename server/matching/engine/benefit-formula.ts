import type { Catalog } from './catalog.ts'
import { evaluate, type Scope } from './evaluate.ts'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import { larger, rational, smaller, ZERO } from './rational.ts'
import { calculation, figures } from './steps.ts'
import type { Benefit } from './types.ts'
import { Gaps, isRational, type Value } from './value.ts'
import { money, type Pricer, said, settled } from './worth.ts'

/** Unset facts that have a default are tried with every value they can take. */
const MOST_TRIALS = 64

export function priceFormula(catalog: Catalog, benefit: Benefit & { kind: 'expr' }): Pricer {
  const formula: Expression = parseExpression(benefit.expr)
  const defaults = Object.entries(benefit.defaults ?? {})
  return (facts) => {
    const unset = defaults.filter(([key]) => facts.value(key, new Gaps()) === undefined)
    const given = new Map<string, Value>(unset.map(([key, value]) => [key, typeof value === 'number' ? rational(value) : value]))
    const scope: Scope = { facts, gaps: new Gaps(), given }
    const value = evaluate(formula, scope)
    if (!isRational(value)) return { worth: undefined, missing: [...scope.gaps.missing] }
    const steps = said(facts, () => [
      `${benefit.name}：${benefit.formula ?? benefit.expr}`,
      ...figures(formula, scope),
      calculation(formula, scope, money(value)),
    ])
    const result = settled(value, steps)
    if (!unset.length || !result.worth) return result
    const { worth } = result
    for (const trial of trials(
      catalog,
      unset.map(([key]) => key),
      given,
    )) {
      const tried = evaluate(formula, { facts, gaps: new Gaps(), given: trial })
      if (!isRational(tried)) continue
      worth.low = larger(smaller(worth.low, tried), ZERO)
      worth.high = larger(worth.high, tried)
    }
    worth.unset = unset.map(([key]) => key)
    worth.open = unset.some(([key]) => catalog.byKey.get(key)?.numeric)
    worth.steps.push(`${unset.map(([key]) => catalog.byKey.get(key)?.label ?? key).join('、')}未填，按默认值测算`)
    return result
  }
}

function trials(catalog: Catalog, keys: readonly string[], start: ReadonlyMap<string, Value>): Map<string, Value>[] {
  let list = [new Map(start)]
  for (const key of keys) {
    const field = catalog.byKey.get(key)
    const choices: Value[] = field?.type === 'boolean' ? [true, false] : (field?.options ?? []).map((option) => option.value)
    if (choices.length && list.length * choices.length <= MOST_TRIALS)
      list = list.flatMap((trial) => choices.map((choice) => new Map(trial).set(key, choice)))
  }
  return list
}
