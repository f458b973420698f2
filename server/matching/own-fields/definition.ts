import { calculatedTypes, isChoiceType, type OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import type { ownFields } from '../../../contract/matching/own-fields.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { invalid, type FieldIssue } from '../../kernel/errors.ts'
import { engine } from '../catalogue.ts'
import { asField, keyOf } from './as-field.ts'

type Input = Parsed<typeof ownFields.save>['body']

/** What was typed as a definition; an option that stays keeps its value, a new one gets the next. */
export function definitionOf(input: Input, before: OwnFieldDefinition | null): OwnFieldDefinition {
  const { label, type, unit, question, group, note, formula, source, seenBy } = input
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

/** Everything that keeps a definition from being used, each at its field. `id` 0: a new one. */
export function definitionIssues(id: number, d: OwnFieldDefinition, before: OwnFieldDefinition | null): FieldIssue[] {
  const issues: FieldIssue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  const key = keyOf(id)
  if (engine.catalog.fields.some((field) => field.label === d.label && field.key !== key)) refuse('label', '已有同名的企业信息')
  if (isChoiceType(d.type) && (d.options?.length ?? 0) < 2) refuse('options', '至少两个选项')
  if (before && before.type !== d.type) refuse('type', '已经使用的信息不能改类型，请新增一项')
  if (before && (before.formula === null) !== (d.formula === null)) refuse('formula', '填写的信息和计算的信息不能互换，请新增一项')
  const gone = before?.options?.filter(({ value }) => !d.options?.some((option) => option.value === value)) ?? []
  if (gone.length) refuse('options', `已经使用的选项不能去掉：${gone.map(({ label }) => label).join('、')}`)
  if (before && before.unit !== d.unit) refuse('unit', '已经使用的信息不能改单位，已填的数会变成另一个意思')
  if (d.formula !== null) issues.push(...formulaIssues(id, d))
  return issues
}

function formulaIssues(id: number, d: OwnFieldDefinition): FieldIssue[] {
  const refuse = (message: string, path = 'formula'): FieldIssue[] => [{ path, message }]
  if (!d.formula!.startsWith('=')) return refuse('请选择怎样计算')
  if (!calculatedTypes.includes(d.type)) return refuse('计算得出的只能是数字、整数、是否或日期', 'type')
  const broken = engine.formulaIssue(d.formula!)
  if (broken) return refuse(broken)
  const gives = engine.typeOfFormula(d.formula!)
  const group = (type: string) => (type === 'integer' ? 'number' : type)
  if (group(gives) !== group(d.type)) return refuse('算式的结果与所选类型不符', 'type')
  return engine.fieldIssues([asField(id, d)]).map(({ message }) => ({ path: 'formula', message }))
}

export function refuseUnusable(id: number, d: OwnFieldDefinition, before: OwnFieldDefinition | null): void {
  const issues = definitionIssues(id, d, before)
  if (issues.length) throw invalid(issues)
}
