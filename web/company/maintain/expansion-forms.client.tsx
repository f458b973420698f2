import { useRef } from 'react'
import { z } from 'zod'
import { EVERY_BUSINESS_TYPE, EVERY_BUSINESS_TYPE_LABEL, businessTypeOptions } from '../../../contract/company/business-type.ts'
import { expansion, filledByLabels, type ExpansionField, type ExpansionTable } from '../../../contract/company/expansion.ts'
import { fieldTypeOptions, isChoice, type FieldType } from '../../../contract/company/field-types.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const yesNo = z.boolean().optional()
const tableSchema = z.object({
  tableName: z.string({ error: '请填写表名称' }).min(1, '请填写表名称').max(40, '最多 40 个字'),
  businessType: z.string({ error: '请选择适用的企业类型' }),
  filledBy: z.enum(['company', 'staff'], { error: '请选择填报方' }),
  multiRow: yesNo,
  note: z.string().max(500, '最多 500 个字').optional(),
})
const tableFields = formFields(
  tableSchema,
  { key: 'tableName', label: '表名称', kind: 'text', half: true, maxLength: 40 },
  {
    key: 'businessType',
    label: '适用的企业类型',
    kind: 'select',
    half: true,
    options: [{ label: EVERY_BUSINESS_TYPE_LABEL, value: EVERY_BUSINESS_TYPE }, ...businessTypeOptions],
  },
  {
    key: 'filledBy',
    label: '填报方',
    kind: 'radio',
    half: true,
    options: Object.entries(filledByLabels).map(([value, label]) => ({ value, label })),
    hint: '部门填报的表企业只能查看',
  },
  { key: 'multiRow', label: '每家企业可填多行', kind: 'switch', half: true },
  { key: 'note', label: '填写说明', kind: 'longText', maxLength: 500 },
)

/** The version and whether the table is in use are not shown: they are sent as they were read last. */
const headOf = ({ version, enableFlag, tableName, businessType, filledBy, multiRow, note }: ExpansionTable) => ({
  version,
  enableFlag,
  tableName,
  businessType,
  filledBy,
  multiRow: multiRow === 1,
  note,
})

/** The form for the head of a table; after a new table is saved, its fields can be edited. */
export function TableHeadForm({
  table,
  onSaved,
  onCancel,
}: {
  table: ExpansionTable | null
  onSaved: (id: number) => unknown
  onCancel?: () => void
}) {
  return (
    <RecordForm
      key={table?.version ?? 0}
      schema={tableSchema}
      draft={{ key: `expansionTable:${table?.id ?? 'new'}` }}
      fields={tableFields}
      initial={table ? headOf(table) : { businessType: EVERY_BUSINESS_TYPE, filledBy: 'company', multiRow: true }}
      latest={table ? () => call(expansion.findById, { query: { id: table.id } }, { silent: true }).then(headOf) : undefined}
      onSubmit={async ({ multiRow, note, ...values }, { version, enableFlag }) => {
        const body = { ...values, note: note ?? '', multiRow: multiRow ? 1 : 0, enableFlag: table ? Number(enableFlag) : 1 }
        const saved = await call(
          expansion.save,
          { body: { ...body, businessType: body.businessType as 'all', ...(table ? { id: table.id, version: Number(version) } : {}) } },
          { silent: true },
        )
        toast.success('已保存')
        await onSaved(saved.id)
      }}
      {...(onCancel ? { onCancel } : {})}
    />
  )
}

const fieldSchema = z.object({
  fieldName: z.string({ error: '请填写字段名称' }).min(1, '请填写字段名称').max(40, '最多 40 个字'),
  fieldType: z.string({ error: '请选择字段类型' }),
  required: yesNo,
  keyFlag: yesNo,
  personalFlag: yesNo,
  options: z.string().max(4000).optional(),
  dictTypeCode: z.string().max(64).optional(),
  unit: z.string().max(20).optional(),
  min: z.number().nullable().optional(),
  max: z.number().nullable().optional(),
  maxLength: z.number().int('应为整数').min(1, '不能小于 1').max(5000, '不能大于 5000').nullable().optional(),
  hint: z.string().max(200).optional(),
  /** of the table that was read */
  version: z.number().optional(),
})
const fieldFields = formFields(
  fieldSchema,
  { key: 'fieldName', label: '字段名称', kind: 'text', half: true, maxLength: 40 },
  { key: 'fieldType', label: '字段类型', kind: 'select', half: true, options: fieldTypeOptions },
  { key: 'required', label: '必填', kind: 'switch', half: true },
  { key: 'keyFlag', label: '唯一标识', kind: 'switch', half: true, hint: '同一企业内用它区分各行，重复导入时按它更新' },
  { key: 'personalFlag', label: '个人信息', kind: 'switch', half: true, hint: '加密保存，工作人员看到的是脱敏值' },
  { key: 'unit', label: '单位', kind: 'text', half: true, maxLength: 20 },
  { key: 'options', label: '选项', kind: 'longText', hint: '单选、多选填写，每行一个' },
  { key: 'dictTypeCode', label: '字典编码', kind: 'text', half: true, hint: '选填，填写后使用该字典的选项' },
  { key: 'maxLength', label: '最多字数', kind: 'number', half: true },
  { key: 'min', label: '最小值', kind: 'number', half: true },
  { key: 'max', label: '最大值', kind: 'number', half: true },
  { key: 'hint', label: '填写提示', kind: 'text', maxLength: 200 },
)

/** Options from lines of text. An existing label keeps its code; for a new one the label is the code. */
const optionsOf = (text: string | undefined, before: ExpansionField['options']) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((label) => ({ label, value: before?.find((o) => o.label === label)?.value ?? label }))

const shownOf = (table: ExpansionTable, field: ExpansionField) => ({
  version: table.version,
  fieldName: field.fieldName,
  fieldType: field.fieldType,
  required: field.required === 1,
  keyFlag: field.keyFlag === 1,
  personalFlag: field.personalFlag === 1,
  options: field.dictTypeCode ? '' : (field.options ?? []).map((o) => o.label).join('\n'),
  dictTypeCode: field.dictTypeCode ?? '',
  unit: field.unit ?? '',
  min: field.min,
  max: field.max,
  maxLength: field.maxLength,
  hint: field.hint,
})
const fieldIn = (table: ExpansionTable, id: number): ExpansionField => table.fields.find((one) => one.id === id)!

export function FieldDialog({
  table,
  field,
  onClose,
  onSaved,
}: {
  table: ExpansionTable
  field: ExpansionField | null
  onClose: () => void
  onSaved: () => unknown
}) {
  // As it was read last: what somebody else changed meanwhile is not set back with what is typed.
  const known = useRef(field && fieldIn(table, field.id))
  const latest = async (id: number) => {
    const now = await call(expansion.findById, { query: { id: table.id } }, { silent: true })
    known.current = fieldIn(now, id)
    return shownOf(now, known.current)
  }
  return (
    <FormModal title={field ? `修改字段“${field.fieldName}”` : '新增字段'} open onClose={onClose} width={720}>
      <RecordForm
        schema={fieldSchema}
        draft={{ key: `expansionField:${table.id}:${field?.id ?? 'new'}` }}
        fields={fieldFields}
        initial={field ? shownOf(table, fieldIn(table, field.id)) : { fieldType: 'text' }}
        latest={field ? () => latest(field.id) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          const type = values.fieldType as FieldType
          const choices = optionsOf(values.options, known.current?.options ?? null)
          await call(
            expansion.saveField,
            {
              body: {
                ...(field ? { id: field.id, version: values.version } : {}),
                tableId: table.id,
                fieldName: values.fieldName,
                fieldType: type,
                required: values.required ? 1 : 0,
                keyFlag: values.keyFlag ? 1 : 0,
                personalFlag: values.personalFlag ? 1 : 0,
                dictTypeCode: values.dictTypeCode || null,
                options: isChoice(type) && !values.dictTypeCode && choices.length > 0 ? choices : null,
                unit: values.unit || null,
                min: values.min ?? null,
                max: values.max ?? null,
                maxLength: values.maxLength ?? null,
                hint: values.hint ?? '',
                enableFlag: known.current?.enableFlag ?? 1,
              },
            },
            { silent: true },
          )
          toast.success('已保存')
          await onSaved()
          onClose()
        }}
      />
    </FormModal>
  )
}
