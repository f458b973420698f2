import { calculatedTypes, isChoiceType, originOf, type OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import { expressionNodes, parseExpression } from '../../../contract/rule/expression.ts'
import { scoreFormula, type ScoreItem } from '../../../contract/matching/own-field-score.ts'
import type { ownFields } from '../../../contract/matching/own-fields.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { invalid, invalidField, type FieldIssue } from '../../kernel/errors.ts'
import { engine, fieldOf, isInUse } from '../catalogue.ts'
import { asField, keyOf } from './as-field.ts'

type Input = Parsed<typeof ownFields.save>['body']

/** Converts the typed definition; an option that stays keeps its value, a new one gets the next. */
export function definitionOf(input: Input, before: OwnFieldDefinition | null): OwnFieldDefinition {
  const { label, type, unit, question, group, note, formula, source, seenBy } = input
  if (input.origin === 'dated' && !input.dated.length) throw invalidField('dated', '至少填写一期')
  if (input.origin === 'score' && !input.score.length) throw invalidField('score', '至少一个评分项')
  if (input.origin === 'formula' && !formula) throw invalidField('formula', '请选择怎样计算')
  if (input.dated.length && !formula && !input.score.length) return kept(input, { unit: unit ?? null, dated: byDay(input.dated) })
  if (input.score.length && !formula) return kept(input, { unit: '分', formula: scoreFormula(input.score), score: input.score })
  const numeric = type === 'number' || type === 'integer'
  const known = before?.options ?? []
  let last = Math.max(0, ...known.map(({ value }) => Number(value.slice(1))))
  return {
    label,
    type,
    unit: numeric ? (unit ?? null) : null,
    options: isChoiceType(type)
      ? input.options.map((each) => ({ label: each, value: known.find((option) => option.label === each)?.value ?? `o${++last}` }))
      : null,
    question,
    group,
    note,
    formula: formula || null,
    source: formula ? null : (source ?? null),
    seenBy: formula ? 'all' : seenBy,
  }
}

/** A figure that is stored but asked of nobody. */
const kept = ({ label, group, note }: Input, more: Partial<OwnFieldDefinition>): OwnFieldDefinition => ({
  label,
  type: 'number',
  unit: null,
  options: null,
  question: '',
  group,
  note,
  formula: null,
  source: null,
  seenBy: 'all',
  ...more,
})
const byDay = (figures: Input['dated']) => figures.toSorted((a, b) => (a.from < b.from ? -1 : 1))

/** Every reason why a definition cannot be used, each at its field. `id` 0: a new one. */
export function definitionIssues(id: number, d: OwnFieldDefinition, before: OwnFieldDefinition | null): FieldIssue[] {
  const issues: FieldIssue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  const key = keyOf(id)
  if (engine.catalog.fields.some((field) => field.label === d.label && field.key !== key)) refuse('label', '已有同名的企业信息')
  if (isChoiceType(d.type) && (d.options?.length ?? 0) < 2) refuse('options', '至少两个选项')
  if (before && before.type !== d.type) refuse('type', '已经使用的信息不能改类型，请新增一项')
  if (before && originOf(before) !== originOf(d)) refuse('formula', '填写、计算、维护的信息和评分表不能互换，请新增一项')
  if (new Set(d.dated?.map(({ from }) => from)).size < (d.dated?.length ?? 0)) refuse('dated', '同一天起有两个数')
  const gone = before?.options?.filter(({ value }) => !d.options?.some((option) => option.value === value)) ?? []
  if (gone.length) refuse('options', `已经使用的选项不能去掉：${gone.map(({ label }) => label).join('、')}`)
  if (before && before.unit !== d.unit) refuse('unit', '已经使用的信息不能改单位，已填的数会变成另一个意思')
  if (d.score) issues.push(...scoreIssues(id, d, d.score))
  else if (d.formula !== null) issues.push(...formulaIssues(id, d))
  if (d.formula !== null && !issues.length) issues.push(...retiredIn(d.formula, d.score ? 'score' : 'formula'))
  return issues
}

/** A formula must not use a field that is out of use: nobody could fill it in. */
const retiredIn = (formula: string, path: string): FieldIssue[] =>
  [...expressionNodes(parseExpression(formula.slice(1)))].flatMap((node) => {
    const field = node.type === 'field' ? fieldOf(node.key) : undefined
    return field && field.type !== 'rows' && !isInUse(field.key) ? [{ path, message: `“${field.label}”已停用，请先恢复使用` }] : []
  })

function formulaIssues(id: number, d: OwnFieldDefinition): FieldIssue[] {
  const refuse = (message: string, path = 'formula'): FieldIssue[] => [{ path, message }]
  if (!d.formula!.startsWith('=')) return refuse('请选择怎样计算')
  if (!calculatedTypes.includes(d.type)) return refuse('计算得出的只能是数字、整数、是否或日期', 'type')
  const broken = engine.formulaIssue(d.formula!)
  if (broken) return refuse(broken)
  const fault = engine.formulaFault(d.formula!)
  if (fault) return refuse(fault)
  const gives = engine.typeOfFormula(d.formula!)
  const group = (type: string) => (type === 'integer' ? 'number' : type)
  if (group(gives) !== group(d.type)) return refuse('算式的结果与所选类型不符', 'type')
  return engine.fieldIssues([asField(id, d)]).map(({ message }) => ({ path: 'formula', message }))
}

/** Each item must name an existing field, and steps that its answers can have. */
function scoreIssues(id: number, d: OwnFieldDefinition, items: readonly ScoreItem[]): FieldIssue[] {
  const issues = items.flatMap(({ field: key, steps }, n): FieldIssue[] => {
    const refuse = (message: string): FieldIssue[] => [{ path: 'score', message: `第 ${n + 1} 项：${message}` }]
    const broken = engine.formulaIssue(key)
    if (broken) return refuse(broken)
    const field = engine.catalog.byKey.get(key)
    if (!field) return refuse(`没有企业信息“${key}”`)
    const asks = field.numeric ? 'number' : field.type === 'boolean' ? 'boolean' : field.type === 'enum' ? 'string' : null
    if (asks === null) return refuse(`“${field.label}”不能评分，请选数字、是否或单选`)
    if (steps.some(({ at }) => typeof at !== asks || (typeof at === 'string' && !field.labels.has(at))))
      return refuse('有一档的标准不是可能的答案')
    return new Set(steps.map(({ at }) => at)).size < steps.length ? refuse('有两档的标准相同') : []
  })
  return issues.length ? issues : engine.fieldIssues([asField(id, d)]).map(({ message }) => ({ path: 'score', message }))
}

export function refuseUnusable(id: number, d: OwnFieldDefinition, before: OwnFieldDefinition | null): void {
  const issues = definitionIssues(id, d, before)
  if (issues.length) throw invalid(issues)
}
