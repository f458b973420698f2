import { z } from 'zod'
import {
  expansion,
  type ExpansionField,
  type ExpansionRow,
  type ExpansionTable,
  type RowValue,
} from '../../../contract/company/expansion.ts'
import { messages } from '../../../contract/messages.ts'
import { isUsualMobile, usualNumber } from '../../../contract/usual-number.ts'
import { ApiError, call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import type { FormField } from '../../kit/form/fields.ts'
import { RecordForm, type RunTimeSchema } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { reasonField, reasonRule } from '../staff-reason.client.tsx'

const kinds = {
  text: 'text',
  textarea: 'longText',
  number: 'number',
  integer: 'number',
  money: 'money',
  date: 'date',
  select: 'select',
  multiSelect: 'multiSelect',
  boolean: 'select',
  phone: 'text',
  idNumber: 'text',
  file: 'documents',
} as const
const yesNo = [
  { label: '是', value: 'true' },
  { label: '否', value: 'false' },
]

const formField = (f: ExpansionField): FormField => ({
  key: f.fieldKey,
  label: f.fieldName,
  kind: kinds[f.fieldType],
  half: f.fieldType !== 'textarea' && f.fieldType !== 'file',
  ...(f.fieldType === 'boolean' ? { options: yesNo } : f.options ? { options: f.options } : {}),
  ...(f.unit ? { unit: f.unit } : {}),
  ...(f.hint ? { hint: f.hint } : {}),
  ...(f.maxLength ? { maxLength: f.maxLength } : {}),
})

/** Rules that the form can check before the server does; the server checks again. */
function ruleOf(f: ExpansionField): z.ZodType {
  const ask = `请填写${f.fieldName}`
  const rule: z.ZodType = (() => {
    switch (f.fieldType) {
      case 'number':
      case 'integer':
      case 'money': {
        let number = z.number({ error: ask })
        if (f.fieldType === 'integer') number = number.int('应为整数')
        if (f.min !== null) number = number.min(f.min, `不能小于 ${f.min}`)
        if (f.max !== null) number = number.max(f.max, `不能大于 ${f.max}`)
        return number
      }
      case 'multiSelect':
      case 'file':
        return z.array(z.any(), { error: ask }).min(f.required ? 1 : 0, ask)
      case 'phone':
        return z.string({ error: ask }).refine((typed) => isUsualMobile(usualNumber(typed)), messages.phoneFormat)
      default:
        return z.string({ error: ask }).min(f.required ? 1 : 0, ask)
    }
  })()
  return f.required ? rule : rule.nullable().optional()
}

const PAGE = 100
/** A row as it is now. Rows come newest first, so that it is mostly among the first hundred. Throws when it is gone. */
async function rowNow(of: { tableId: number; companyId: number }, id: number, page = 1): Promise<ExpansionRow> {
  const { list, total } = await call(expansion.rows, { query: { ...of, page, pageSize: PAGE } }, { silent: true })
  const found = list.find((row) => row.id === id)
  if (found) return found
  if (page * PAGE >= total) throw new Error('the row is gone')
  return rowNow(of, id, page + 1)
}

/** Adds or edits one row of an expansion table; staff give a reason. */
export function RowDialog({
  table,
  row,
  companyId,
  own,
  onClose,
  onSaved,
}: {
  table: ExpansionTable
  row: ExpansionRow | null
  companyId: number
  own: boolean
  onClose: () => void
  onSaved: () => unknown
}) {
  const fields = table.fields.filter((f) => f.enableFlag === 1)
  // Values masked for staff start blank in the form: new text replaces them, a blank field keeps them.
  const hidden = (f: ExpansionField) => !own && row !== null && f.personalFlag === 1
  const schema: RunTimeSchema = z.object({
    ...Object.fromEntries(fields.map((f) => [f.fieldKey, ruleOf(hidden(f) ? { ...f, required: 0 } : f)])),
    ...(own ? {} : { reason: reasonRule }),
  })
  const shownOf = (now: ExpansionRow) => ({
    version: now.version,
    ...Object.fromEntries(
      fields.flatMap((f): [string, unknown][] => {
        const value = now.values[f.fieldKey] ?? null
        if (value === null || hidden(f)) return []
        if (f.fieldType === 'file')
          return [[f.fieldKey, (value as string[]).flatMap((path) => now.files.filter((x) => x.filePath === path))]]
        return [[f.fieldKey, typeof value === 'boolean' ? String(value) : value]]
      }),
    ),
  })
  const toValue = (f: ExpansionField, v: unknown): RowValue => {
    if (v === undefined || v === null || v === '') return null
    if (f.fieldType === 'boolean') return v === 'true'
    if (f.fieldType === 'file') return (v as { filePath: string }[]).map((one) => one.filePath)
    return v as RowValue
  }
  return (
    <FormModal title={`${row ? '修改' : '填写'}${table.tableName}`} open onClose={onClose} width={720}>
      <RecordForm
        schema={schema}
        draft={{ key: `expansionRow:${table.id}:${companyId}:${row?.id ?? 'new'}` }}
        fields={[
          ...fields.map((f) => ({ ...formField(f), ...(hidden(f) ? { hint: '不填写则保持原值' } : {}) })),
          ...(own ? [] : [reasonField]),
        ]}
        initial={row ? shownOf(row) : {}}
        latest={row ? () => rowNow({ tableId: table.id, companyId }, row.id).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (after, typed) => {
          const given = after as Record<string, unknown>
          const values = Object.fromEntries(
            fields.flatMap((f) => {
              const value = toValue(f, given[f.fieldKey])
              return hidden(f) && value === null ? [] : [[f.fieldKey, value]]
            }),
          )
          try {
            await call(
              expansion.saveRow,
              {
                body: {
                  companyId,
                  tableId: table.id,
                  values,
                  ...(row ? { id: row.id, version: Number(typed['version']) } : {}),
                  ...(own ? {} : { reason: String(given.reason) }),
                },
              },
              { silent: true },
            )
          } catch (error) {
            if (!(error instanceof ApiError) || error.fields.length === 0) throw error
            throw {
              code: error.code,
              message: error.message,
              traceId: error.traceId,
              fields: error.fields.map((x) => ({ ...x, path: x.path.replace(/^values\./, '') })),
            }
          }
          toast.success('已保存')
          await onSaved()
          onClose()
        }}
      />
    </FormModal>
  )
}
