import { expressionNodes, precedence, type BinaryOperator, type Expression } from './expression.ts'
import { gradedCall, optionCall, type GradedCall, type OptionCall } from './graded.ts'
import { growthOf } from './growth.ts'
import { meanOf } from './mean.ts'
import { rowsCall, type RowsCall } from './rows.ts'
import { heldAgainst, leafInSentence, OF_DATES } from './condition-words.ts'
import { unitOfFormula } from './unit.ts'
import { eachInWords, exactFigure } from './value-words.ts'
import type { Vocabulary, WordedField } from './vocabulary.ts'

const SPOKEN: Readonly<Record<BinaryOperator, string>> = {
  '||': '，或',
  '&&': '，且',
  '==': '为',
  '!=': '不为',
  '<': '低于',
  '<=': '不超过',
  '>': '大于',
  '>=': '不低于',
  '+': ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
}
const OPERATORS = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const
const NAMED: Readonly<Record<string, string>> = {
  min: '最小',
  max: '最大',
  floor: '取整',
  pow: '乘方',
  yearOf: '年份',
  days: '相隔天数',
  left: '前几位',
  section: '行业门类',
  yearsSum: '近三年合计',
  hnteGrowth: '近三年平均增长率',
  sizing: '企业规模',
}
const ROWS_SPOKEN: Readonly<Record<string, string>> = { rowsSum: '合计', rowsMax: '最大', rowsMin: '最小', rowsDistinct: '不同的个数' }
/** The time between two dates, as a number in a formula. */
const SPANS: Readonly<Record<string, { counted: string; unit: string }>> = {
  years: { counted: '整年数', unit: '年' },
  months: { counted: '整月数', unit: '个月' },
  monthsBegun: { counted: '月数（不足一个月的按一个月计）', unit: '个月' },
  days: { counted: '天数', unit: '天' },
}
/** Units that are counted: a decimal beside them is an amount each, not a share. */
const COUNTED = new Set([
  '人',
  '项',
  '件',
  '个',
  '台',
  '家',
  '月',
  '个月',
  '天',
  '平方米',
  '亩',
  '吨',
  '吨标准煤',
  '千瓦时',
  '万千瓦时',
  '次',
  '份',
  '套',
  '辆',
  '户',
])

/** A formula of the rule language in Chinese: “上年度研发费用 × 2% + 研发费用较上年增长额 × 2%”. */
export const formulaInWords = (words: Vocabulary, formula: Expression, unit: string | null = '万元'): string =>
  new Writer(words).whole(formula, unit)

class Writer {
  readonly words: Vocabulary
  constructor(words: Vocabulary) {
    this.words = words
  }

  /** A span on its own is followed by its length: “注册成立日期至申报满2年”. Within a formula it is a number. */
  whole(node: Expression, unit: string | null): string {
    return node.type === 'call' && node.name !== 'monthsBegun' && Object.hasOwn(SPANS, node.name)
      ? this.span(node.args)
      : this.write(node, unit, 0)
  }

  span(args: readonly Expression[]): string {
    const [from, to] = args.map((each) => this.write(each, null, 0))
    return to === '申报日' ? `${from}至申报` : `${from}至${to}`
  }

  /** `unit`: unit of a plain number here; `outer`: precedence of the surrounding formula. */
  write(node: Expression, unit: string | null, outer: number): string {
    switch (node.type) {
      case 'number':
        return exactFigure(Number(node.text), node.percent ? 'ratio' : unit)
      case 'string':
        return `“${node.value}”`
      case 'boolean':
        return node.value ? '是' : '否'
      case 'field':
        return node.key === 'applyDate' ? '申报日' : node.key === '_' ? '（未选）' : (this.field(node.key)?.label ?? node.key)
      case 'negate':
        return `−${this.write(node.of, unit, 7)}`
      case 'not':
        return `不满足“${this.test(node.of, 0)}”`
      case 'choose':
        return (
          this.options(optionCall(node), unit)
          ?? `（${this.test(node.test, 0)}的，${this.write(node.yes, unit, 0)}；否则${this.write(node.no, unit, 0)}）`
        )
      case 'binary':
        return precedence[node.op] < 5 ? this.test(node, outer) : this.arithmetic(node, unit, outer)
      case 'call':
        return this.call(node.name, node.args, unit)
    }
  }

  field(key: string): WordedField | undefined {
    return this.words.field(key)
  }

  arithmetic(node: Expression & { type: 'binary' }, unit: string | null, outer: number): string {
    const rank = precedence[node.op]
    const spoken = this.increase(node, outer) ?? this.yearsApart(node)
    const mean = meanOf(node)?.map((each) => this.write(each, null, 0))
    if (mean) return outer >= precedence['+'] ? `（${mean.join('、')}的平均）` : `${mean.join('、')}的平均`
    if (spoken) return rank < outer ? `（${spoken}）` : spoken
    const product = node.op === '*' || node.op === '/'
    const side = (of: Expression, other: Expression, inner: number) =>
      product ? this.factor(of, other, inner) : this.write(of, this.unitOf(other) ?? unit, inner)
    const text = `${side(node.left, node.right, rank)}${SPOKEN[node.op]}${side(node.right, node.left, rank + 1)}`
    return rank < outer ? `（${text}）` : text
  }

  /** A share in a product is a percentage; beside a counted unit it is an amount each. */
  factor(node: Expression, other: Expression, inner: number): string {
    const share = COUNTED.has(this.unitOf(other) ?? '') ? null : 'ratio'
    if (node.type !== 'number') return this.write(node, node.type === 'choose' ? share : null, inner)
    return exactFigure(Number(node.text), node.percent ? 'ratio' : /^\d+$/.test(node.text) ? null : share)
  }

  /** “上年度产值较前一年增长” for A ÷ B − 1, “…较前一年的增加额” for A − B, if both are the same figure in two years. */
  increase(node: Expression & { type: 'binary' }, outer: number): string | undefined {
    const growth = growthOf(node)
    const difference = node.op === '-' && node.left.type === 'field' && node.right.type === 'field' ? [node.left.key, node.right.key] : []
    const [now, before] = (growth ?? difference).map((key) => this.field(key)?.label ?? key)
    if (now === undefined || before === undefined || (growth ?? difference).includes('_')) return undefined
    const earlier = earlierOf(now, before)
    if (!growth) return earlier && `${now}较${earlier}的增加额`
    return `${now}较${earlier ?? before}${outer === 0 ? '增长' : '增长率'}`
  }

  yearsApart({ op, left, right }: Expression & { type: 'binary' }): string | undefined {
    if (op !== '-' || left.type !== 'call' || left.name !== 'yearOf' || right.type !== 'call' || right.name !== 'yearOf') return undefined
    const [to, from] = [left, right].map(({ args }) => this.write(args[0]!, null, 0))
    return `${from}至${to}相隔的年度数`
  }

  test(node: Expression, outer: number): string {
    if (node.type === 'field') return leafInSentence(this.words, { field: node.key, op: 'eq', value: true })
    if (node.type === 'not' && node.of.type === 'field') return leafInSentence(this.words, { field: node.of.key, op: 'eq', value: false })
    if (node.type !== 'binary' || precedence[node.op] > 4) return this.write(node, null, outer)
    const rank = precedence[node.op]
    const text =
      rank < 3
        ? `${this.joined(node.left, node.op, rank)}${SPOKEN[node.op]}${this.joined(node.right, node.op, rank + 1)}`
        : this.comparison(node, rank)
    return rank < outer ? `（${text}）` : text
  }

  /** Adds brackets, because “且” and “或” in a sentence do not show which binds first. */
  joined(node: Expression, op: BinaryOperator, outer: number): string {
    const text = this.test(node, outer)
    return op === '||' && node.type === 'binary' && node.op === '&&' ? `（${text}）` : text
  }

  comparison({ op, left, right }: Expression & { type: 'binary' }, rank: number): string {
    const year = op === '==' ? this.inYear(left, right) : undefined
    if (year) return year
    const since = op === '<=' ? recentYears(right) : undefined
    if (since) return `${this.write(left, null, rank)}至申报满${since}`
    const recent = op === '>' ? recentYears(right) : undefined
    if (recent) return `${this.write(left, null, rank)}在申报前${recent}内`
    const value = plain(right)
    if (left.type === 'field' && value !== undefined && op in OPERATORS)
      return leafInSentence(this.words, { field: left.key, op: OPERATORS[op as keyof typeof OPERATORS], value })
    const ofDates = left.type === 'field' && this.field(left.key)?.type === 'date' && op in OPERATORS
    const verb = (ofDates ? OF_DATES[OPERATORS[op as keyof typeof OPERATORS]] : undefined) ?? SPOKEN[op]
    const other = this.write(right, this.unitOf(left), value === undefined ? 0 : rank)
    return `${this.write(left, this.unitOf(right), rank)}${verb}${value === undefined ? heldAgainst(other) : other}`
  }

  /** For example “购置日期在申报上一年度”, “年度为申报当年”. */
  inYear(left: Expression, right: Expression): string | undefined {
    const ago = isDayOf(right, 'yearOf') ? '申报当年' : yearsBack(right) === '1' ? '申报上一年度' : undefined
    if (!ago) return undefined
    if (left.type === 'call' && left.name === 'yearOf') return `${this.write(left.args[0]!, null, 0)}在${ago}`
    return `${this.write(left, null, 0)}为${ago}`
  }

  call(name: string, args: readonly Expression[], unit: string | null): string {
    const rows = rowsCall({ type: 'call', name, args: [...args] })
    if (rows) return this.rows(rows)
    const [first, second] = args as [Expression, Expression | undefined]
    if (name === 'isIn' && first.type === 'field')
      return leafInSentence(this.words, { field: first.key, op: 'in', value: args.slice(1).map((each) => String(plain(each))) })
    const twice = name === 'min' && args.length === 2 ? args.map(growthOf) : []
    if (twice[0] && twice[1] && twice[0][1] === twice[1][0])
      return `${[twice[0][0], twice[1][0]].map((key) => this.field(key)?.label ?? key).join('、')}连续两年增长率（较低的一年）`
    const grades = gradedCall({ type: 'call', name, args: [...args] })
    if (grades) return this.grades(grades, unit)
    const calendar = this.calendar(name, args)
    if (calendar) return calendar
    if (name === 'count') return `${this.write(first, null, 0)}的项数`
    const common = args.map((each) => this.unitOf(each)).find((each) => each !== null) ?? unit
    if ((name === 'min' || name === 'max') && args.length === 2 && (first.type === 'number') !== (second!.type === 'number')) {
      const [bound, bounded] = first.type === 'number' ? [first, second!] : [second!, first]
      return `（${this.write(bounded, common, 0)}，${name === 'min' ? '最高' : '最低'}${this.write(bound, common, 0)}）`
    }
    if ((name === 'min' || name === 'max') && args.length > 1)
      return `（${args.map((each) => this.write(each, common, 0)).join('、')}${name === 'min' ? '取低' : '取高'}）`
    return `${NAMED[name] ?? name}（${args.map((each) => this.write(each, common, 0)).join('，')}）`
  }

  /** For example “（发票金额满100万元为5%，满500万元为8%，不足的为0）”, “（发票金额分段：0至500万元部分5%，超过500万元部分8%）”. */
  grades({ name, of, grades }: GradedCall, unit: string | null): string {
    const [subject, measure] = [this.write(of, null, 0), unitOfFormula(this.words, of)]
    const at = (from: GradedCall['grades'][number]['from']) => exactFigure(Number(from.text), from.percent ? 'ratio' : measure)
    const is = (value: GradedCall['grades'][number]['value']) => this.write(value, name === 'slices' || unit === 'ratio' ? null : unit, 0)
    if (name === 'slices') {
      // A plain number is an amount for each unit.
      const each = (value: GradedCall['grades'][number]['value']) =>
        !value.percent && measure && measure !== 'ratio' && Number(value.text) !== 0 ? `每${measure}` : ''
      const counts = (value: GradedCall['grades'][number]['value']) =>
        each(value) && unit === '万元' && measure !== '万元' ? eachInWords(Number(value.text)) : is(value)
      const parts = grades.map(({ from, value }, n) => {
        const next = grades[n + 1]
        return `${next ? `${at(from)}至${at(next.from)}` : `超过${at(from)}`}部分${each(value)}${counts(value)}`
      })
      return `（${subject}分段累计：${parts.join('，')}）`
    }
    const verb = name === 'level' ? '满' : '超过'
    // There is nothing below a first grade of 0.
    const below = Number(grades[0]?.from.text) <= 0 ? '' : '，未达到为0'
    return `（${subject}${grades.map(({ from, value }) => `${verb}${at(from)}为${is(value)}`).join('，')}${below}）`
  }

  /** For example “（学历：博士3万元、硕士1万元，其余0）”. */
  options(call: OptionCall | undefined, unit: string | null): string | undefined {
    if (!call) return undefined
    const field = this.field(call.key)
    const is = (value: OptionCall['rest']) => (Number(value.text) === 0 ? '0' : this.write(value, unit === 'ratio' ? null : unit, 0))
    const entries = call.entries.map(({ option, value }) => `${field?.labels.get(option) ?? option}${is(value)}`)
    return `（按${field?.label ?? call.key}：${entries.join('、')}，其余${is(call.rest)}）`
  }

  /** For example “主要生产设备中设备类别为检测设备的，原值合计”. */
  rows({ name, list, column, value, top, where }: RowsCall): string {
    const table = this.field(list)
    const inner = new Writer({ ...this.words, field: (key) => this.ofRow(table, key, where) ?? this.field(key) })
    const taken = where ? `中${inner.test(where, 0)}的` : ''
    const each = value && column === null ? `每项${bracketed(inner.write(value, null, 0))}` : ''
    const of = column === null ? each : (table?.rowFields?.get(column)?.label ?? column)
    const label = table?.label ?? list
    if (value === null) return `${label}${taken}项数`
    return `${label}${taken}${taken ? '，' : '的'}${of}${top === null ? ROWS_SPOKEN[name] : `最高的${top}项合计`}`
  }

  /** A column; codes of policies are replaced by their titles. */
  ofRow(table: WordedField | undefined, key: string, where: Expression | null): WordedField | undefined {
    const column = table?.rowFields?.get(key)
    if (!column || key !== 'policy' || !where) return column
    const codes = [...expressionNodes(where)].flatMap((node) => (node.type === 'string' ? [node.value] : []))
    return { ...column, labels: new Map(codes.map((code) => [code, this.words.policy(code) ?? code])) }
  }

  /** For example “注册成立日期至申报日”, “认定日期起12个月内”; a sum of years names its series. */
  calendar(name: string, args: readonly Expression[]): string | undefined {
    const [first, second, third] = args.map((each) => this.write(each, null, 0))
    const span = SPANS[name]
    if (span) return `${this.span(args)}的${span.counted}`
    if (name === 'compound') return `${first}较${second}的${third}年年均增长率`
    if (name === 'asOf') return `${second}当日的${first}`
    if (name === 'addMonths') return `${first}${second!.startsWith('−') ? `前${second!.slice(1)}` : `后${second}`}个月`
    if (name === 'within') return `${second}在${first}起${third}个月内`
    const series = name === 'yearsSum' && args[0]?.type === 'field' ? this.field(`${args[0].key}Y1`)?.label : undefined
    return series && `近三年${series.replace(/^上年度|^上年末/, '')}合计`
  }

  /** The unit of a formula, as far as it can be determined. */
  unitOf(node: Expression): string | null {
    switch (node.type) {
      case 'field':
        return this.field(node.key)?.unit ?? null
      case 'negate':
        return this.unitOf(node.of)
      case 'choose':
        return this.unitOf(node.yes) ?? this.unitOf(node.no)
      case 'binary':
        if (node.op === '/') return this.unitOf(node.left) === this.unitOf(node.right) ? null : this.unitOf(node.left)
        // “10% − 年数 × 2%” is still a share.
        if (node.op !== '*')
          return node.left.type === 'number' && node.left.percent ? 'ratio' : (this.unitOf(node.left) ?? this.unitOf(node.right))
        return [this.unitOf(node.left), this.unitOf(node.right)].find((each) => each !== null && each !== 'ratio') ?? null
      case 'call':
        if (node.name === 'rowsCount' || node.name === 'rowsDistinct' || node.name === 'count') return '项'
        if (gradedCall(node)) return unitOfGrades(gradedCall(node)!, (each) => this.unitOf(each))
        return node.name === 'min' || node.name === 'max'
          ? (node.args.map((each) => this.unitOf(each)).find((each) => each !== null) ?? null)
          : (SPANS[node.name]?.unit ?? null)
      default:
        return null
    }
  }
}

/** Grades with percentages give a share; parts of a figure that are added up by shares have its unit. */
function unitOfGrades({ name, of, grades }: GradedCall, unitOf: (node: Expression) => string | null): string | null {
  const shares = grades.every(({ value }) => value.percent)
  return name === 'slices' && shares ? unitOf(of) : shares ? 'ratio' : null
}

/** Whether the opening bracket of the text is closed by its last character. */
export function closesAtEnd(text: string): boolean {
  let depth = 0
  for (const [at, char] of [...text].entries()) {
    if (char === '（') depth++
    else if (char === '）' && --depth === 0) return at === text.length - 1
  }
  return false
}

const bracketed = (text: string): string => (text.startsWith('（') && closesAtEnd(text) ? text : `（${text}）`)

/** “3个年度” for `yearOf(applyDate) - 3`, “12个月” for `addMonths(applyDate, -12)`: after that day. */
function recentYears(node: Expression): string | undefined {
  const years = yearsBack(node)
  if (years) return `${years}个年度`
  const months = isDayOf(node, 'addMonths') ? node.args[1] : undefined
  return months?.type === 'negate' && months.of.type === 'number' ? `${months.of.text}个月` : undefined
}
const yearsBack = (node: Expression): string | undefined =>
  node.type === 'binary' && node.op === '-' && isDayOf(node.left, 'yearOf') && node.right.type === 'number' ? node.right.text : undefined
const isDayOf = (node: Expression, name: string): node is Expression & { type: 'call' } =>
  node.type === 'call' && node.name === name && node.args[0]?.type === 'field' && node.args[0].key === 'applyDate'

const YEARS = ['上', '上上', '再上一'] as const
/** “前一年”, or the label of the earlier year, if two labels differ only in the year. */
function earlierOf(now: string, before: string): string | undefined {
  const [a, b] = [now, before].map((label) => /^(再上一|上上|上)(年度|年末|年)(.+)$/.exec(label))
  if (!a || !b || a[3] !== b[3] || a[2] !== b[2]) return undefined
  const apart = YEARS.findIndex((each) => each === b[1]) - YEARS.findIndex((each) => each === a[1])
  return apart === 1 ? '前一年' : apart > 1 ? `${b[1]}${b[2]}` : undefined
}

const plain = (node: Expression): string | number | boolean | undefined =>
  node.type === 'number' ? Number(node.text) : node.type === 'string' || node.type === 'boolean' ? node.value : undefined
