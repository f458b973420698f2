/**
 * Calculated values of a form: + − × ÷, %, brackets and a few functions over `[field]` and `[table.column]`. Calculation is exact
 * (fractions of big integers); the result is rounded once, half up, when it becomes a value of the form.
 */
export interface Fraction {
  n: bigint
  d: bigint
}
export type Expression =
  | { kind: 'number'; value: Fraction }
  | { kind: 'field'; key: string }
  | { kind: 'column'; table: string; key: string }
  | { kind: 'negate'; of: Expression }
  | { kind: 'operate'; by: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; args: Expression[] }

/** Functions of a formula, by Chinese or short name. */
export const formulaFunctions = {
  sum: { label: '求和', help: '求和([表格.列])：该列各行之和，空白不计', args: 1 },
  count: { label: '计数', help: '计数([表格])：表格的行数', args: 1 },
  min: { label: '最小', help: '最小(甲, 乙, …)', args: null },
  max: { label: '最大', help: '最大(甲, 乙, …)', args: null },
  round: { label: '四舍五入', help: '四舍五入(甲, 位数)', args: 2 },
  ifblank: { label: '空时取', help: '空时取(甲, 0)：甲没有填写时用后一个值', args: 2 },
} as const
export type FunctionName = keyof typeof formulaFunctions
const names = new Map<string, FunctionName>(
  (Object.keys(formulaFunctions) as FunctionName[]).flatMap((name) => [
    [name, name],
    [formulaFunctions[name].label, name],
  ]),
)
export const FORMULA_MAX = 300

/** Why a formula cannot be parsed or calculated, in the user’s words. */
export class FormulaFault extends Error {}

type Token = { kind: 'number' | 'ref' | 'name' | 'sign'; text: string }
const pattern = /\s*(?:(\d+(?:\.\d+)?%?)|\[([^[\]]*)\]|([A-Za-z一-龥]+)|([-+*/×÷−()（），,]))/y
const same: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-', '（': '(', '）': ')', '，': ',' }

function tokensOf(text: string): Token[] {
  const found: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const m = pattern.exec(text)
    if (!m) {
      if (text.slice(at).trim() === '') break
      throw new FormulaFault(`算式中“${text.slice(at).trim().slice(0, 10)}”无法识别`)
    }
    if (m[1] !== undefined) found.push({ kind: 'number', text: m[1] })
    else if (m[2] !== undefined) found.push({ kind: 'ref', text: m[2].trim() })
    else if (m[3] !== undefined) found.push({ kind: 'name', text: m[3] })
    else found.push({ kind: 'sign', text: same[m[4]!] ?? m[4]! })
  }
  return found
}

/** Parses a formula. Throws FormulaFault. */
export function parseFormula(text: string): Expression {
  if (text.length > FORMULA_MAX) throw new FormulaFault(`算式最多 ${FORMULA_MAX} 个字`)
  const tokens = tokensOf(text)
  let at = 0
  const isSign = (...signs: string[]) => tokens[at]?.kind === 'sign' && signs.includes(tokens[at]!.text)
  const want = (sign: string) => {
    if (!isSign(sign)) throw new FormulaFault(`算式缺少“${sign}”`)
    at++
  }
  const chain = (signs: string[], part: () => Expression): Expression => {
    let left = part()
    while (isSign(...signs)) {
      const by = tokens[at++]!.text as '+' | '-' | '*' | '/'
      left = { kind: 'operate', by, left, right: part() }
    }
    return left
  }
  const sum = (): Expression => chain(['+', '-'], () => chain(['*', '/'], single))
  function single(): Expression {
    const token = tokens[at++]
    if (!token) throw new FormulaFault('算式不完整')
    if (token.kind === 'number') {
      const value = fractionOf(Number.parseFloat(token.text) === 0 ? '0' : token.text.replace('%', ''))
      return { kind: 'number', value: token.text.endsWith('%') ? divide(value, whole(100)) : value }
    }
    if (token.kind === 'ref') return refOf(token.text)
    if (token.kind === 'name') return callOf(token.text)
    if (token.text === '(') {
      const inner = sum()
      want(')')
      return inner
    }
    if (token.text === '-') return { kind: 'negate', of: single() }
    throw new FormulaFault(`算式中“${token.text}”的位置不对`)
  }
  function callOf(word: string): Expression {
    const name = names.get(word)
    if (!name) throw new FormulaFault(`没有函数“${word}”`)
    want('(')
    const args = [sum()]
    while (isSign(',')) {
      at++
      args.push(sum())
    }
    want(')')
    const { args: wanted, label } = formulaFunctions[name]
    if (wanted !== null && args.length !== wanted) throw new FormulaFault(`“${label}”需要 ${wanted} 个参数`)
    if (name === 'sum' && args[0]!.kind !== 'column') throw new FormulaFault('“求和”的参数应为表格的一列')
    if (name === 'count' && args[0]!.kind !== 'field') throw new FormulaFault('“计数”的参数应为表格')
    if (name === 'round' && args[1]!.kind !== 'number') throw new FormulaFault('“四舍五入”的位数应为数字')
    return { kind: 'call', name, args }
  }
  const read = sum()
  if (at < tokens.length) throw new FormulaFault(`算式中“${tokens[at]!.text}”的位置不对`)
  return read
}

function refOf(text: string): Expression {
  const [first, second, ...more] = text.split('.')
  if (!first || more.length > 0 || second === '') throw new FormulaFault(`“[${text}]”不是字段`)
  return second === undefined ? { kind: 'field', key: first } : { kind: 'column', table: first, key: second }
}

/** Every field and column that a formula reads, with the function that directly encloses it. */
export function readsOf(e: Expression, by: FunctionName | null = null): { key: string; column: string | null; by: FunctionName | null }[] {
  switch (e.kind) {
    case 'number':
      return []
    case 'field':
      return [{ key: e.key, column: null, by }]
    case 'column':
      return [{ key: e.table, column: e.key, by }]
    case 'negate':
      return readsOf(e.of)
    case 'operate':
      return [...readsOf(e.left), ...readsOf(e.right)]
    case 'call':
      return e.args.flatMap((a) => readsOf(a, e.name))
  }
}

/** The values for a formula. Blank is null and stays blank in everything except 求和 and 空时取. */
export interface Scope {
  field(key: string): Fraction | null
  column(table: string, key: string): (Fraction | null)[]
  rows(table: string): number
}

/** Calculates a formula. Throws FormulaFault for a division by zero. */
export function workOut(e: Expression, scope: Scope): Fraction | null {
  switch (e.kind) {
    case 'number':
      return e.value
    case 'field':
      return scope.field(e.key)
    case 'column':
      throw new FormulaFault('表格的列须在“求和”中使用')
    case 'negate': {
      const of = workOut(e.of, scope)
      return of && { n: -of.n, d: of.d }
    }
    case 'operate': {
      const left = workOut(e.left, scope)
      const right = workOut(e.right, scope)
      return left && right && operations[e.by](left, right)
    }
    case 'call':
      return callIn(e.name, e.args, scope)
  }
}

function callIn(name: FunctionName, args: Expression[], scope: Scope): Fraction | null {
  const [first, second] = args as [Expression, Expression]
  if (name === 'sum' && first.kind === 'column')
    return scope.column(first.table, first.key).reduce<Fraction>((total, v) => (v ? operations['+'](total, v) : total), whole(0))
  if (name === 'count' && first.kind === 'field') return whole(scope.rows(first.key))
  if (name === 'ifblank') return workOut(first, scope) ?? workOut(second, scope)
  const values = args.map((a) => workOut(a, scope))
  if (values.some((v) => v === null)) return null
  const known = values as Fraction[]
  if (name === 'round') return rounded(known[0]!, Math.min(6, Number(textOf(known[1]!, 0))))
  return known.reduce((best, v) => ((name === 'min' ? isLess(v, best) : isLess(best, v)) ? v : best))
}

export const whole = (n: number): Fraction => ({ n: BigInt(n), d: 1n })
const operations: Record<'+' | '-' | '*' | '/', (a: Fraction, b: Fraction) => Fraction> = {
  '+': (a, b) => shorten(a.n * b.d + b.n * a.d, a.d * b.d),
  '-': (a, b) => shorten(a.n * b.d - b.n * a.d, a.d * b.d),
  '*': (a, b) => shorten(a.n * b.n, a.d * b.d),
  '/': divide,
}
function divide(a: Fraction, b: Fraction): Fraction {
  if (b.n === 0n) throw new FormulaFault('除数为零，无法计算')
  return b.n < 0n ? shorten(-a.n * b.d, a.d * -b.n) : shorten(a.n * b.d, a.d * b.n)
}
const isLess = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
function shorten(n: bigint, d: bigint): Fraction {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b) [a, b] = [b, a % b]
  return a > 1n ? { n: n / a, d: d / a } : { n, d }
}

/** A decimal as written, not as a binary fraction: 0.1 is one tenth. */
export function fractionOf(value: number | string): Fraction {
  const m = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value))
  if (!m) throw new FormulaFault('不是数字')
  const [, minus, before, after = '', power = '0'] = m
  const exponent = Number(power) - after.length
  const digits = BigInt(`${minus}${before}${after}`)
  return exponent >= 0 ? { n: digits * 10n ** BigInt(exponent), d: 1n } : shorten(digits, 10n ** BigInt(-exponent))
}

/** Rounds half away from zero to this many decimals. */
export function rounded({ n, d }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(Math.max(0, decimals))
  const twice = (n < 0n ? -n : n) * scale * 2n
  const units = (twice + d) / (2n * d)
  return shorten(n < 0n ? -units : units, scale)
}

const textOf = (value: Fraction, decimals: number): string => {
  const { n, d } = rounded(value, decimals)
  const scale = 10n ** BigInt(Math.max(0, decimals))
  const units = (n * scale) / d
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`
}
/** The value in the form for a result. */
export const numberOf = (value: Fraction, decimals: number): number => Number(textOf(value, decimals))
