import type { Catalog } from './catalog.ts'
import { evaluate, type Scope } from './evaluate.ts'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import { rational } from './rational.ts'
import { calculation, figures } from './steps.ts'
import type { Benefit } from './types.ts'
import { Gaps, isRational, type Value } from './value.ts'
import { money, type Pricer, said, settled } from './worth.ts'

/** Open facts with a default count with it; their other values appear in the bounds of the amount. */
export function priceFormula(catalog: Catalog, benefit: Benefit & { kind: 'expr' }): Pricer {
  const formula: Expression = parseExpression(benefit.expr)
  const defaults = Object.entries(benefit.defaults ?? {})
  return (facts) => {
    const unset = defaults.filter(([key]) => facts.value(key, new Gaps()) === undefined)
    const given = new Map<string, Value>(unset.map(([key, value]) => [key, typeof value === 'number' ? rational(value) : value]))
    const scope: Scope = { facts, gaps: new Gaps(), given }
    const value = evaluate(formula, scope)
    if (!isRational(value)) return { worth: undefined, missing: [...scope.gaps.missing], zero: [...scope.gaps.zero] }
    const steps = said(facts, () => [
      `${benefit.name}：${benefit.formula ?? benefit.expr}`,
      ...figures(formula, scope),
      calculation(formula, scope, money(value)),
      ...(unset.length ? [`${unset.map(([key]) => catalog.byKey.get(key)?.label ?? key).join('、')}未填，按默认值测算`] : []),
    ])
    const { worth, missing } = settled(value, steps)
    return { worth: worth && { ...worth, unset: unset.map(([key]) => key) }, missing }
  }
}
