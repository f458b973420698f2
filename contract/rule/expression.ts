/** The formula language of fields.json and policies.json: parsed once, never compiled as JavaScript. */

export type Expression =
  /** `percent`: written as `0.5%`; the text is 0.005 */
  | { type: 'number'; text: string; percent?: true }
  | { type: 'string'; value: string }
  | { type: 'boolean'; value: boolean }
  | { type: 'field'; key: string }
  | { type: 'call'; name: string; args: Expression[] }
  | { type: 'negate' | 'not'; of: Expression }
  | { type: 'binary'; op: BinaryOperator; left: Expression; right: Expression }
  | { type: 'choose'; test: Expression; yes: Expression; no: Expression }

export type BinaryOperator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||'

/** Thrown by parseExpression; `message` is Chinese and names the position. */
export class ExpressionError extends Error {}

const LEVELS: readonly (readonly BinaryOperator[])[] = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/']]
/** A higher number binds more tightly: 1 (||) to 6 (* and /). */
export const precedence = Object.fromEntries(LEVELS.flatMap((level, at) => level.map((op) => [op, at + 1]))) as Readonly<
  Record<BinaryOperator, number>
>
const TOKEN = /\s*(?:(\d+(?:\.\d+)?%?)|"([^"]*)"|'([^']*)'|([A-Za-z_][A-Za-z0-9_]*)|(&&|\|\||[=!<>]=|[-+*/()<>?:,!]))/y
const DEEPEST = 60

type Token = { kind: 'number' | 'string' | 'name' | 'sign'; text: string; at: number }

function tokens(source: string): Token[] {
  const list: Token[] = []
  TOKEN.lastIndex = 0
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (!match) throw new ExpressionError(`第 ${at + 1} 个字符附近无法识别：${source.slice(at, at + 8).trim()}`)
    const [, number, double, single, name, sign] = match
    if (number !== undefined) list.push({ kind: 'number', text: number, at })
    else if (double !== undefined || single !== undefined) list.push({ kind: 'string', text: double ?? single ?? '', at })
    else if (name !== undefined) list.push({ kind: 'name', text: name, at })
    else list.push({ kind: 'sign', text: sign ?? '', at })
  }
  return list
}

/** Moves the decimal point two places to the left: 12.5 becomes 0.125. */
function hundredth(text: string): string {
  const [whole = '0', rest = ''] = text.split('.')
  const digits = whole.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${rest}`
}

class Parser {
  readonly list: Token[]
  at = 0
  depth = 0

  constructor(source: string) {
    this.list = tokens(source)
  }

  is(sign: string): boolean {
    const token = this.list[this.at]
    return token?.kind === 'sign' && token.text === sign
  }

  take(sign: string): boolean {
    if (!this.is(sign)) return false
    this.at++
    return true
  }

  need(sign: string): void {
    if (!this.take(sign)) this.refuse(`缺少“${sign}”`)
  }

  refuse(why: string): never {
    const token = this.list[this.at]
    throw new ExpressionError(token ? `第 ${token.at + 1} 个字符附近${why}` : `末尾${why}`)
  }

  whole(): Expression {
    if (++this.depth > DEEPEST) this.refuse('嵌套过深')
    const test = this.level(0)
    this.depth--
    if (!this.take('?')) return test
    const yes = this.whole()
    this.need(':')
    return { type: 'choose', test, yes, no: this.whole() }
  }

  level(index: number): Expression {
    const operators = LEVELS[index]
    if (!operators) return this.single()
    let left = this.level(index + 1)
    for (;;) {
      const op = operators.find((each) => this.is(each))
      if (!op) return left
      this.at++
      left = { type: 'binary', op, left, right: this.level(index + 1) }
    }
  }

  single(): Expression {
    if (++this.depth > DEEPEST) this.refuse('嵌套过深')
    try {
      if (this.take('-')) return { type: 'negate', of: this.single() }
      if (this.take('!')) return { type: 'not', of: this.single() }
      if (this.take('(')) {
        const inner = this.whole()
        this.need(')')
        return inner
      }
      return this.value()
    } finally {
      this.depth--
    }
  }

  value(): Expression {
    const token = this.list[this.at]
    if (!token || token.kind === 'sign') this.refuse('缺少数字、字段或括号')
    this.at++
    if (token.kind === 'number')
      return token.text.endsWith('%')
        ? { type: 'number', text: hundredth(token.text.slice(0, -1)), percent: true }
        : { type: 'number', text: token.text }
    if (token.kind === 'string') return { type: 'string', value: token.text }
    if (token.text === 'true' || token.text === 'false') return { type: 'boolean', value: token.text === 'true' }
    if (!this.take('(')) return { type: 'field', key: token.text }
    const args: Expression[] = []
    while (!this.take(')')) {
      if (args.length) this.need(',')
      args.push(this.whole())
    }
    return { type: 'call', name: token.text, args }
  }
}

/**
 * Parses a formula; a note in full-width brackets at the end, as fields.json has, is left out.
 * @throws ExpressionError with a Chinese reason
 */
export function parseExpression(source: string): Expression {
  const parser = new Parser(source.replace(/（[^（）]*）\s*$/, ''))
  const result = parser.whole()
  if (parser.at < parser.list.length) parser.refuse('有多余的内容')
  return result
}

/** Every node of the tree, parents first. */
export function* expressionNodes(node: Expression): Generator<Expression> {
  yield node
  // Of a call over rows only the list is a fact; other names are its columns.
  if (node.type === 'call' && node.name.startsWith('rows')) {
    if (node.args[0]) yield node.args[0]
  } else if (node.type === 'call') for (const each of node.args) yield* expressionNodes(each)
  else if (node.type === 'negate' || node.type === 'not') yield* expressionNodes(node.of)
  else if (node.type === 'binary') {
    yield* expressionNodes(node.left)
    yield* expressionNodes(node.right)
  } else if (node.type === 'choose') {
    yield* expressionNodes(node.test)
    yield* expressionNodes(node.yes)
    yield* expressionNodes(node.no)
  }
}
