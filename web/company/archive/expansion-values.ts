import type { ExpansionField, ExpansionRow, RowValue } from '../../../contract/company/expansion.ts'
import { messages } from '../../../contract/messages.ts'
import { isNone, showNumber } from '../../kit/form/values.ts'

/** A value as text: labels of the options, names of the files, 无 for an empty value (V038). */
export function valueText(f: ExpansionField, value: RowValue | undefined, files: ExpansionRow['files']): string {
  if (value === undefined || isNone(value)) return messages.none
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return showNumber(value)
  const label = (code: string) => f.options?.find((o) => o.value === code)?.label ?? code
  if (Array.isArray(value))
    return value
      .map((one) => (f.fieldType === 'file' ? (files.find((x) => x.filePath === one)?.fileName ?? '附件') : label(one)))
      .join('、')
  return f.fieldType === 'select' ? label(String(value)) : String(value)
}
