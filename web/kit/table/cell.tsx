import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DATE_FORMAT_1, DATE_FORMAT_2, DATE_FORMAT_4 } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { showDate } from '../date/date-format.ts'
import { valueOf, type Field } from '../form/fields.ts'
import css from '../marks.module.css'
import { labelOf, type Option } from '../choose/options.ts'
import { OverflowText } from './overflow-text.tsx'
import { StatusTag, Tag } from '../status-tag.tsx'
import { FileLink, StoredPicture } from '../upload/stored-file-view.tsx'
import type { Uploaded } from '../upload/upload-state.ts'
import { isNone, show, showNumber } from '../form/values.ts'

export const isNumeric = (f: Pick<Field<never>, 'kind'>): boolean => f.kind === 'number' || f.kind === 'money'

/** One value of a row for display: 无 for empty values, labels for codes, links for titles and files. */
export function Cell<Row extends object>({ field, row, options }: { field: Field<Row>; row: Row; options: readonly Option[] }): ReactNode {
  if (field.show) return field.show(row)
  const value = valueOf(row, field.key)
  const inner = valueNode(field, value, options)
  const { onOpen } = field
  if (field.to) return <Link to={field.to(row)}>{inner}</Link>
  if (onOpen)
    return (
      <button type="button" className={css.linkButton} onClick={() => onOpen(row)}>
        {inner}
      </button>
    )
  return inner
}

function valueNode(field: Field<never>, value: unknown, options: readonly Option[]): ReactNode {
  if (isNone(value)) return messages.none
  switch (field.kind) {
    case 'number':
      return showNumber(value as number)
    case 'money':
      return showNumber(value as number, 2)
    case 'date':
      return showDate(String(value), field.format ?? DATE_FORMAT_1)
    case 'dateTime':
      return showDate(String(value), field.format ?? DATE_FORMAT_2)
    case 'month':
      return showDate(String(value), DATE_FORMAT_4)
    case 'switch':
      return value === true || value === 1 || value === '1' ? '是' : '否'
    case 'status': {
      const status = field.statuses?.[String(value)]
      return <StatusTag tone={status?.tone ?? 'off'}>{status?.label ?? show(value)}</StatusTag>
    }
    case 'tags':
      return (
        <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4 }}>
          {(Array.isArray(value) ? value : String(value).split(',')).map((t) => (
            <Tag key={String(t)}>{labelOf(options, t)}</Tag>
          ))}
        </span>
      )
    case 'select':
    case 'multiSelect':
    case 'radio':
    case 'tree':
      return <OverflowText>{labelOf(options, value)}</OverflowText>
    case 'picture':
    case 'pictures':
      return pictures(value, field.label)
    case 'file':
    case 'documents':
      return files(value)
    default:
      return <OverflowText>{show(value)}</OverflowText>
  }
}

const asFiles = (value: unknown): Pick<Uploaded, 'filePath' | 'fileName' | 'exName'>[] =>
  (Array.isArray(value) ? value : [value]).map((v) =>
    typeof v === 'string' ? { filePath: v, fileName: v.slice(v.lastIndexOf('/') + 1), exName: '' } : (v as Uploaded),
  )

const pictures = (value: unknown, label: string) =>
  asFiles(value)
    .slice(0, 1)
    .map((f) => <StoredPicture key={f.filePath} filePath={f.filePath} alt={`${label}：${f.exName || f.fileName}`} width={64} height={40} />)

const files = (value: unknown) =>
  asFiles(value).map((f) => <FileLink key={f.filePath} filePath={f.filePath} name={f.exName || f.fileName} />)
