/** The questions of a form: sections of fields, tables and calculated values, shown always or under a condition. */
import { z } from 'zod'
import { requiredText, text, wireInt } from '../fields.ts'
import { FORMULA_MAX, FormulaFault, parseFormula, readsOf } from './formula.ts'
import { conditionFault, contradiction, showOperators, type ShowOperator } from './show.ts'
import { circleIn, restsOn } from './values.ts'

export const TABLE_ROWS_MAX = 200
export const formKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, '标识以小写字母开头，只含字母和数字')
  .refine((k) => !['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'].includes(k), '该标识不可用')

/** money: 万元, up to 4 decimals · phone: stored encrypted, masked for staff · dict: options of a dictionary as of the saving of the form */
export const formFieldTypes = {
  text: '单行文本',
  textarea: '多行文本',
  integer: '整数',
  number: '数值',
  money: '金额（万元）',
  date: '日期',
  boolean: '是/否',
  enum: '单选',
  multiEnum: '多选',
  phone: '手机号',
  dict: '字典选择',
  table: '表格',
} as const
export type FormFieldType = keyof typeof formFieldTypes
export const columnTypes = ['text', 'integer', 'number', 'money', 'date', 'enum', 'boolean'] as const satisfies readonly FormFieldType[]

/** Numbers that are unique in the world; reviewers see when two declarations contain the same one. */
export const uniqueKinds = { invoice: '发票号码', project: '项目名称或编号', patent: '专利号' } as const
export type UniqueKind = keyof typeof uniqueKinds
const uniqueKind = z.enum(Object.keys(uniqueKinds) as [UniqueKind, ...UniqueKind[]])

const options = z.array(z.strictObject({ label: requiredText(60, '请输入选项名称'), value: z.string().min(1).max(60) })).max(500)
const formula = z.string().trim().min(1, '请输入算式').max(FORMULA_MAX, `算式最多 ${FORMULA_MAX} 个字`)

export const showRule = z.strictObject({
  match: z.enum(['all', 'any']),
  when: z
    .array(
      z.strictObject({
        field: formKey,
        op: z.enum(Object.keys(showOperators) as [ShowOperator, ...ShowOperator[]]),
        value: z.union([z.boolean(), z.number(), z.string().max(200), z.array(z.string().max(60)).max(60)]).optional(),
      }),
    )
    .min(1, '请添加显示条件')
    .max(10, '显示条件最多 10 条'),
})
export type ShowRule = z.output<typeof showRule>

const measured = {
  unit: text(10).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** decimals of calculated values of type number; default 2 */
  decimals: wireInt(0, 6).optional(),
  /** for text and textarea */
  maxLength: wireInt(1, 5000).optional(),
}
export const formColumn = z.strictObject({
  key: formKey,
  label: requiredText(60, '请输入列名称'),
  type: z.enum(columnTypes),
  required: z.boolean().default(false),
  options: options.optional(),
  ...measured,
  /** formula over `[column]` of the same row */
  calc: formula.optional(),
  unique: uniqueKind.optional(),
})
export type FormColumn = z.output<typeof formColumn>

export const formField = z.strictObject({
  key: formKey,
  label: requiredText(60, '请输入字段名称'),
  type: z.enum(Object.keys(formFieldTypes) as [FormFieldType, ...FormFieldType[]]),
  required: z.boolean().default(false),
  hint: text(200).optional(),
  options: options.optional(),
  ...measured,
  /** key of the company fact that fills it in, with consent */
  factKey: z.string().max(64).optional(),
  /** dict only: code of the dictionary */
  dictType: z.string().max(64).optional(),
  /** table only */
  columns: z.array(formColumn).max(20, '表格最多 20 列').optional(),
  minRows: wireInt(0, TABLE_ROWS_MAX).optional(),
  maxRows: wireInt(1, TABLE_ROWS_MAX).optional(),
  /** integer, number and money: calculated from `[field]` and `[table.column]` instead of entered */
  calc: formula.optional(),
  /** shown only under this condition; missing: always */
  showIf: showRule.optional(),
  unique: uniqueKind.optional(),
})

export const formSections = z
  .array(
    z.strictObject({
      key: formKey,
      title: requiredText(60, '请输入分组名称'),
      hint: text(300).optional(),
      showIf: showRule.optional(),
      fields: z.array(formField).min(1, '每个分组至少一个字段').max(60),
    }),
  )
  .min(1, '至少一个分组')
  .max(12)

export type FormField = z.output<typeof formField>
export type FormSection = z.output<typeof formSections>[number]
/** A paper that a form asks for. */
export interface Paper {
  key: string
  name: string
  required: boolean
  showIf?: ShowRule | undefined
}
/** A form with its papers. */
export interface FormTemplate {
  sections: readonly FormSection[]
  materials: readonly Paper[]
}

export type Fault = (path: (string | number)[], message: string) => void

/** The faults of a form: fields by type, conditions and formulas with unknown fields, and circles. */
export function formFaults(t: FormTemplate, fault: Fault): void {
  const fields = t.sections.flatMap((s) => s.fields)
  t.sections.forEach((section, i) => {
    ruleFaults(section.showIf, ['sections', i, 'showIf'], fields, fault)
    section.fields.forEach((f, j) => {
      const at = ['sections', i, 'fields', j]
      typeFaults(f, at, fault)
      ruleFaults(f.showIf, [...at, 'showIf'], fields, fault)
      if (f.calc !== undefined) formulaFaults(f.calc, [...at, 'calc'], figuresOf(fields), tablesOf(fields), fault)
      f.columns?.forEach((c, n) => {
        if (c.calc !== undefined)
          formulaFaults(c.calc, [...at, 'columns', n, 'calc'], new Map([...figuresOf(fields), ...figuresOf(f.columns!)]), new Map(), fault)
      })
    })
  })
  t.materials.forEach((m, i) => ruleFaults(m.showIf, ['materials', i, 'showIf'], fields, fault))
  const circle = circleIn(restsOn(t))
  if (circle) {
    const label = (k: string) => fields.find((f) => f.key === k)?.label ?? k
    fault(placeOfField(t.sections, circle[0]!), `计算或显示条件形成循环：${[...circle, circle[0]!].map(label).join(' → ')}`)
  }
}

const isFigure = (type: FormFieldType) => type === 'integer' || type === 'number' || type === 'money'
const figuresOf = (list: readonly { key: string; label: string; type: FormFieldType }[]) =>
  new Map(list.filter((f) => isFigure(f.type)).map((f) => [f.key, f.label]))
const tablesOf = (list: readonly FormField[]) =>
  new Map(list.filter((f) => f.type === 'table').map((f) => [f.key, figuresOf(f.columns ?? [])]))
const placeOfField = (sections: readonly { fields: readonly { key: string }[] }[], wanted: string): (string | number)[] => {
  const i = sections.findIndex((s) => s.fields.some((f) => f.key === wanted))
  return ['sections', i, 'fields', sections[i]!.fields.findIndex((f) => f.key === wanted), 'calc']
}

/** What a field needs for its type. */
function typeFaults(f: FormField, at: (string | number)[], fault: Fault): void {
  if ((f.type === 'enum' || f.type === 'multiEnum') && !f.options?.length) fault([...at, 'options'], '请填写选项')
  if (f.type !== 'dict' && (f.options?.length ?? 0) > 60) fault([...at, 'options'], '选项最多 60 个')
  if (f.type === 'dict' && !f.dictType) fault([...at, 'dictType'], '请选择字典')
  if (f.min !== undefined && f.max !== undefined && f.min > f.max) fault([...at, 'max'], '最大值不能小于最小值')
  if (f.calc !== undefined && !isFigure(f.type)) fault([...at, 'calc'], '只有数值和金额可以计算')
  if (f.unique !== undefined && f.type !== 'text') fault([...at, 'unique'], '只有单行文本可以查重')
  if (f.type !== 'table') return
  if (!f.columns?.length) fault([...at, 'columns'], '表格至少一列')
  if (f.minRows !== undefined && f.maxRows !== undefined && f.minRows > f.maxRows) fault([...at, 'maxRows'], '最多行数不能小于最少行数')
  const columns = f.columns ?? []
  columns.forEach((c, n) => {
    const here = [...at, 'columns', n]
    if (columns.findIndex((x) => x.key === c.key) !== n) fault([...here, 'key'], `标识重复：${c.key}`)
    if (c.type === 'enum' && !c.options?.length) fault([...here, 'options'], '请填写选项')
    if (c.min !== undefined && c.max !== undefined && c.min > c.max) fault([...here, 'max'], '最大值不能小于最小值')
    if (c.calc !== undefined && !isFigure(c.type)) fault([...here, 'calc'], '只有数值和金额可以计算')
    if (c.unique !== undefined && c.type !== 'text') fault([...here, 'unique'], '只有单行文本可以查重')
  })
  const rests = new Map(columns.map((c) => [c.key, columns.filter((x) => c.calc?.includes(`[${x.key}]`)).map((x) => x.key)]))
  const circle = circleIn(rests)
  if (circle) fault([...at, 'columns', columns.findIndex((c) => c.key === circle[0]), 'calc'], '列的计算形成循环')
}

function ruleFaults(rule: ShowRule | undefined, at: (string | number)[], fields: readonly FormField[], fault: Fault): void {
  if (!rule) return
  const found = new Map(fields.map((f) => [f.key, f]))
  const faults = rule.when.map((c) => conditionFault(c, found.get(c.field)))
  faults.forEach((message, n) => message && fault([...at, 'when', n], message))
  if (faults.some(Boolean)) return
  const never = contradiction(rule, (k) => found.get(k)!.label)
  if (never) fault(at, never)
}

/** Refuses a formula that cannot be parsed or that reads non-numeric fields. */
function formulaFaults(
  text: string,
  at: (string | number)[],
  figures: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>,
  fault: Fault,
): void {
  try {
    for (const read of readsOf(parseFormula(text))) {
      if (read.column !== null && read.by !== 'sum') throw new FormulaFault('表格的列须在“求和”中使用')
      if (
        read.column !== null
          ? !tables.get(read.key)?.has(read.column)
          : read.by === 'count'
            ? !tables.has(read.key)
            : !figures.has(read.key)
      )
        throw new FormulaFault(`算式中的“[${read.column === null ? read.key : `${read.key}.${read.column}`}]”不是可以计算的字段`)
    }
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    fault(at, error.message)
  }
}
