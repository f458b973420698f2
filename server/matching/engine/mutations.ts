import { engine } from './fixtures.ts'
import type { PolicyRule } from './types.ts'

type Plain = Record<string, unknown>
export interface Mutation {
  /** `conditions.all[2].value: 0.05 → 0.06` */
  place: string
  rule: PolicyRule
}

/** Texts and marks that are not judged; for `unit`, the engine uses that of the field. */
const NOT_JUDGED = new Set(['label', 'id', 'formula', 'name', 'unit', 'clause', 'closable'])
const OTHER_OPS: Readonly<Record<string, readonly string[]>> = {
  gte: ['gt', 'lte', 'lt', 'eq'],
  gt: ['gte', 'lt'],
  lte: ['lt', 'gte'],
  lt: ['lte', 'gt'],
  eq: ['ne'],
  in: ['notIn'],
}

/** For tests: the rule with one judged leaf changed, one part removed or one group negated, once for every place. */
export function mutations(rule: PolicyRule): Mutation[] {
  const judged = {
    conditions: rule.conditions,
    benefits: rule.benefits ?? [],
    exclusiveGroup: rule.exclusiveGroup,
    competitive: rule.competitive,
    maxPerYear: rule.maxPerYear,
  }
  const found: Mutation[] = []
  const put = (path: readonly (string | number)[], change: (holder: Plain, key: string) => void, place: string) => {
    const copy = structuredClone(rule) as unknown as Plain
    let holder: Plain = copy
    for (const part of path.slice(0, -1)) holder = holder[part] as Plain
    change(holder, String(path.at(-1)))
    const changed = copy as unknown as PolicyRule
    if (isJudgeable(changed)) found.push({ place: `${path.join('.')}: ${place}`, rule: changed })
  }
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    const key = String(path.at(-1))
    if (value === undefined || value === null || NOT_JUDGED.has(key)) return
    if (Array.isArray(value)) {
      if (value.length > 1)
        value.forEach((_, i) => put(path, (holder, at) => (holder[at] = (holder[at] as unknown[]).toSpliced(i, 1)), `without ${i}`))
      value.forEach((each, i) => walk(each, [...path, i]))
    } else if (typeof value === 'object') {
      for (const [from, to] of [
        ['all', 'any'],
        ['any', 'all'],
      ] as const)
        if (Array.isArray((value as Plain)[from]) && ((value as Plain)[from] as unknown[]).length > 1)
          put(
            [...path, from],
            (holder) => {
              holder[to] = holder[from]
              delete holder[from]
            },
            `as ${to}`,
          )
      for (const [name, each] of Object.entries(value)) walk(each, [...path, name])
      if (key === 'map') for (const name of Object.keys(value)) put([...path, name], (holder, at) => delete holder[at], 'taken out')
    } else for (const other of others(key, value, rule, path)) put(path, (holder, at) => (holder[at] = other), `${value} → ${other}`)
  }
  for (const [key, value] of Object.entries(judged)) walk(value, [key])
  for (const [key, value] of [
    ['benefitCombine', 'max'],
    ['competitive', !rule.competitive],
    ['maxPerYear', 7],
    ['exclusiveGroup', '另一组'],
    ['allocation', { way: 'prorata', budget: 500 }],
    ['allocation', { way: 'rank', places: 10, perTown: 2, rankBy: 'revenueY1' }],
    ['allocation', { way: 'rank', rankBy: 'revenueY1', awards: [{ to: 3, amount: 20 }] }],
    ['allocation', { way: 'rank', rankBy: 'revenueY1', topShare: 0.1 }],
    ['allocation', { way: 'first', budget: 500, perGroup: 1 }],
    [
      'funding',
      [
        { by: '市级财政', share: 0.4 },
        { by: '县级财政', share: 0.6 },
      ],
    ],
    ['clawback', '五年内迁出的追回'],
  ] as const)
    put([key], (holder, at) => (holder[at] = value), `→ ${JSON.stringify(value)}`)
  ;(rule.benefits ?? []).forEach((_, i) =>
    put(['benefits', i, 'less'], (holder, at) => (holder[at] = ['revenueY2']), 'less what was received'),
  )
  ;(rule.benefits ?? []).forEach((_, i) => put(['benefits', i, 'limits'], (holder, at) => (holder[at] = ['revenueY2']), 'never more than'))
  ;(rule.benefits ?? []).forEach((_, i) =>
    put(['benefits', i, 'rounding'], (holder, at) => (holder[at] = { to: 7.7, way: 'down' }), 'in whole steps'),
  )
  return found
}

function isJudgeable(rule: PolicyRule): boolean {
  try {
    return Boolean(engine.compilePolicy(rule))
  } catch {
    return false
  }
}

function others(key: string, value: unknown, rule: PolicyRule, path: readonly (string | number)[]): unknown[] {
  if (typeof value === 'number') return [value + 1, value * 1.5 + 0.0001]
  if (typeof value === 'boolean') return [!value]
  const text = String(value)
  if (key === 'op') return (OTHER_OPS[text] ?? []).filter((op) => op !== 'eq' || text === 'gte')
  if (key === 'field' || key === 'base')
    return text.startsWith('score:')
      ? []
      : [engine.catalog.fields.find((f) => f.key !== text && f.type === engine.catalog.byKey.get(text)?.type)!.key]
  if (key === 'expr') return formulas(text)
  if (key === 'kind') return []
  if (key === 'mode') return ['marginal']
  if (key === 'ref') return ['another-policy']
  if (key === 'exclusiveGroup') return [`${text}2`]
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return [`2019${text.slice(4)}`]
  const options = engine.catalog.byKey.get(fieldAt(rule, path))?.labels
  return options ? [[...options.keys()].find((each) => each !== text)!] : [`${text}9`]
}

/** Swaps the two results of a condition. */
function exchanged(text: string): string {
  const [asked, ...outcomes] = text.split(' ? ')
  const [yes, ...no] = outcomes.join(' ? ').split(' : ')
  return `${asked} ? ${no.join(' : ')} : ${yes}`
}

/** A formula with each number, sign and option changed in turn. */
function formulas(text: string): string[] {
  return [
    ...[...text.matchAll(/[\d.]+/g)]
      .filter(({ index, 0: number }) => !/[A-Za-z_]/.test(`${text[index - 1] ?? ''}${text[index + number.length] ?? ''}`))
      .map(({ index, 0: number }) => `${text.slice(0, index)}${Number(number) + 0.5}${text.slice(index + number.length)}`),
    ...[...text.matchAll(/ [*+] /g)].map(
      ({ index, 0: sign }) => `${text.slice(0, index)}${sign === ' * ' ? ' + ' : ' * '}${text.slice(index + 3)}`,
    ),
    ...(text.includes(' ? ') ? [exchanged(text)].filter((each) => each !== text && parses(each)) : []),
  ].filter(parses)
}
const parses = (text: string): boolean =>
  engine.validatePolicyRule({
    id: 't',
    title: 't',
    conditions: { field: 'isHNTE', op: 'eq', value: true },
    benefits: [{ kind: 'expr', name: 't', expr: text }],
  }).length === 0

/** The field of the leaf at this place. */
function fieldAt(rule: PolicyRule, path: readonly (string | number)[]): string {
  let at = rule as unknown as Plain
  let field = ''
  for (const part of path) {
    if (typeof at['field'] === 'string') field = at['field']
    at = at[part] as Plain
  }
  return field
}
