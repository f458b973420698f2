import { AGENDA_MAX } from '../../contract/training/states.ts'
import { QUESTIONS_MAX, questionTypeOptions } from '../../contract/training/questions.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { OrderedRows } from '../kit/form/ordered-rows.tsx'

interface Row {
  key?: string
  label: string
  type: string
  required: boolean
  /** one option per line */
  options: string
}
const fresh: Row = { label: '', type: 'text', required: false, options: '' }
const columns = [
  { key: 'label', label: '问题', maxLength: 60, required: '请输入问题', placeholder: '如：是否需要午餐', width: 220 },
  { key: 'type', label: '回答方式', kind: 'select', options: questionTypeOptions, width: 130 },
  { key: 'options', label: '选项', kind: 'longText', maxLength: 1200, placeholder: '单选、多选填写，每行一个' },
  { key: 'required', label: '必答', kind: 'yesNo', width: 70 },
] as const

/** Edits the questions for those who enrol, in the order in which they are asked. */
export function QuestionsInput({ id, value, onChange, 'aria-invalid': invalid = false }: ControlProps) {
  const rows = (Array.isArray(value) ? (value as (Omit<Row, 'options'> & { options?: readonly string[] })[]) : []).map((one) => ({
    ...one,
    options: (one.options ?? []).join('\n'),
  }))
  return (
    <OrderedRows<Row>
      id={id}
      rows={rows}
      columns={columns}
      fresh={fresh}
      label="报名问题"
      addText="加一个问题"
      max={QUESTIONS_MAX}
      invalid={invalid}
      onChange={(next) => onChange?.(next.map((one) => ({ ...one, options: one.options === '' ? [] : one.options.split('\n') })))}
    />
  )
}

interface Part {
  time: string
  topic: string
  speaker: string
}
const part: Part = { time: '', topic: '', speaker: '' }
const agendaColumns = [
  { key: 'time', label: '时间', maxLength: 30, placeholder: '如：9:00—9:40', width: 170 },
  { key: 'topic', label: '内容', maxLength: 100, required: '请输入内容' },
  { key: 'speaker', label: '主讲', maxLength: 60, width: 200 },
] as const

/** Edits the programme of an activity. */
export const AgendaInput = ({ id, value, onChange, 'aria-invalid': invalid = false }: ControlProps) => (
  <OrderedRows<Part>
    id={id}
    rows={Array.isArray(value) ? (value as Part[]) : []}
    columns={agendaColumns}
    fresh={part}
    label="议程"
    addText="加一项议程"
    max={AGENDA_MAX}
    invalid={invalid}
    onChange={(next) => onChange?.(next)}
  />
)
