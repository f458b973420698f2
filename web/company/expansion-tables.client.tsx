import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { expansion, type ArchiveTable, type ExpansionField, type ExpansionRow, type RowValue } from '../../contract/company/expansion.ts'
import { messages } from '../../contract/messages.ts'
import { ApiError, call } from '../api.ts'
import { RecordForm, type FormField } from '../kit/record-form.tsx'
import { toast } from '../toast.ts'
import css from './enterprise-archive.module.css'
import { valueText } from './expansion-values.ts'
import { RevealButton } from './reveal-dialog.tsx'

interface Props {
  companyId: number
  tables: readonly ArchiveTable[]
  /** the company itself reads its persons in clear */
  own: boolean
  refresh: () => Promise<unknown>
}

/** The expansion tables of one company: rows with their sources, filled in by those who may. */
export function ExpansionTables({ tables, ...props }: Props) {
  return tables.map((one) => <OneTable key={one.table.id} shown={one} {...props} />)
}

function OneTable({ shown, companyId, own, refresh }: { shown: ArchiveTable } & Omit<Props, 'tables'>) {
  const { modal } = App.useApp()
  const [open, setOpen] = useState<ExpansionRow | 'new' | null>(null)
  const { table, rows, total, editable } = shown
  const first = table.fields[0]
  const remove = (row: ExpansionRow) =>
    modal.confirm({
      title: `删除${first ? `“${valueText(first, row.values[first.fieldKey], row.files)}”` : '这一行'}？`,
      content: '删除后不能恢复。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: messages.cancel,
      onOk: async () => {
        await call(expansion.removeRow, { body: { id: row.id, version: row.version } }).catch(() => {})
        await refresh()
      },
    })
  const mayAdd = editable && (table.multiRow === 1 || rows.length === 0)
  return (
    <section className={css.panel} aria-labelledby={`table-${table.id}`}>
      <header className={css.head}>
        <h2 id={`table-${table.id}`}>{table.tableName}</h2>
        <span className="meta num">{table.multiRow === 1 ? `共 ${total} 行` : total > 0 ? '已填' : '未填'}</span>
        {mayAdd && (
          <Button onClick={() => setOpen('new')} aria-label={`${table.multiRow === 1 ? '新增一行' : '填写'}：${table.tableName}`}>
            {table.multiRow === 1 ? '新增一行' : '填写'}
          </Button>
        )}
      </header>
      {table.note && <p className={css.note}>{table.note}</p>}
      {rows.length === 0 ? (
        <p className={css.note}>{editable ? '还没有数据。' : '主管部门尚未填报。'}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reached by keyboard
        <div className={css.scroll} tabIndex={0} role="region" aria-label={`${table.tableName}数据`}>
          <table className={css.rows}>
            <thead>
              <tr>
                {table.fields.map((f) => (
                  <th scope="col" key={f.id}>
                    {f.unit ? `${f.fieldName}（${f.unit}）` : f.fieldName}
                  </th>
                ))}
                <th scope="col">来源</th>
                {editable && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {table.fields.map((f) => (
                    <td key={f.id} title={originText(row, f)}>
                      {valueText(f, row.values[f.fieldKey], row.files)}
                      {!own && f.personalFlag === 1 && row.values[f.fieldKey] && (
                        <RevealButton
                          label={f.fieldName}
                          load={(reason) =>
                            call(expansion.reveal, { body: { id: row.id, fieldKey: f.fieldKey, reason } }, { silent: true })
                          }
                        />
                      )}
                    </td>
                  ))}
                  <td>
                    <span className="tag">{row.source}</span> <span className="num">{row.updatedAt.slice(0, 10)}</span>
                  </td>
                  {editable && (
                    <td>
                      <Button type="link" size="small" onClick={() => setOpen(row)}>
                        修改
                      </Button>
                      <Button type="link" size="small" danger onClick={() => remove(row)}>
                        删除
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > rows.length && (
        <p className={css.note}>
          只显示最近的 {rows.length} 行，共 {total} 行。
        </p>
      )}
      {open && (
        <RowDialog
          shown={shown}
          row={open === 'new' ? null : open}
          companyId={companyId}
          own={own}
          onClose={() => setOpen(null)}
          onSaved={refresh}
        />
      )}
    </section>
  )
}

const originText = (row: ExpansionRow, f: ExpansionField) => {
  const origin = row.origins[f.fieldKey]
  return origin ? `${origin.source} ${origin.asOf}` : ''
}

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

/** What can be said before asking the server; it checks again. */
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
        return z.string({ error: ask }).regex(/^1\d{10}$/, messages.phoneFormat)
      default:
        return z.string({ error: ask }).min(f.required ? 1 : 0, ask)
    }
  })()
  return f.required ? rule : rule.nullable().optional()
}

function RowDialog({
  shown: { table },
  row,
  companyId,
  own,
  onClose,
  onSaved,
}: {
  shown: ArchiveTable
  row: ExpansionRow | null
  companyId: number
  own: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  // What a member of staff sees masked is not put into a form: typed anew it replaces, left blank it stays.
  const hidden = (f: ExpansionField) => !own && row !== null && f.personalFlag === 1
  const schema = z.object(Object.fromEntries(table.fields.map((f) => [f.fieldKey, ruleOf(hidden(f) ? { ...f, required: 0 } : f)])))
  const start = Object.fromEntries(
    table.fields.flatMap((f): [string, unknown][] => {
      const value = row?.values[f.fieldKey] ?? null
      if (value === null || hidden(f)) return []
      if (f.fieldType === 'file')
        return [[f.fieldKey, (value as string[]).flatMap((path) => row?.files.filter((x) => x.filePath === path) ?? [])]]
      return [[f.fieldKey, typeof value === 'boolean' ? String(value) : value]]
    }),
  )
  const toValue = (f: ExpansionField, v: unknown): RowValue => {
    if (v === undefined || v === null || v === '') return null
    if (f.fieldType === 'boolean') return v === 'true'
    if (f.fieldType === 'file') return (v as { filePath: string }[]).map((one) => one.filePath)
    return v as RowValue
  }
  return (
    <Modal title={`${row ? '修改' : '填写'}${table.tableName}`} open onCancel={onClose} footer={null} width={720} destroyOnHidden>
      <RecordForm
        schema={schema}
        fields={table.fields.map((f) => ({ ...formField(f), ...(hidden(f) ? { hint: '不填写则保持原值' } : {}) }))}
        initial={start}
        onCancel={onClose}
        onSubmit={async (after) => {
          const given = after as Record<string, unknown>
          const values = Object.fromEntries(
            table.fields.flatMap((f) => {
              const value = toValue(f, given[f.fieldKey])
              return hidden(f) && value === null ? [] : [[f.fieldKey, value]]
            }),
          )
          try {
            await call(
              expansion.saveRow,
              { body: { companyId, tableId: table.id, values, ...(row ? { id: row.id, version: row.version } : {}) } },
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
    </Modal>
  )
}
