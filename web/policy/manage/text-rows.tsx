import type { ControlProps } from '../../kit/form/fields.ts'
import { OrderedRows, type RowColumn } from '../../kit/form/ordered-rows.tsx'

interface Material {
  name: string
  required: boolean
  note: string | null
}
interface Step {
  title: string
  text: string
}
const materialColumns: RowColumn<Material>[] = [
  { key: 'name', label: '材料名称', required: '请输入材料名称' },
  { key: 'required', label: '必须提交', kind: 'yesNo', width: 96 },
  { key: 'note', label: '说明', kind: 'longText', placeholder: '份数、格式、何处取得（可空）' },
]
const stepColumns: RowColumn<Step>[] = [
  { key: 'title', label: '环节名称', maxLength: 60, required: '请输入环节名称', width: 200 },
  { key: 'text', label: '怎么办', kind: 'longText', maxLength: 500 },
]
const sourceColumns: RowColumn<{ text: string }>[] = [
  { key: 'text', label: '来源', maxLength: 500, placeholder: 'https:// 开头的地址，或文件名称' },
]
const listOf = <Row,>(value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

export const MaterialRows = ({ id, value, onChange, ...props }: ControlProps) => (
  <OrderedRows<Material>
    id={id}
    label="申报材料"
    addText="添加材料"
    max={60}
    rows={listOf<Material>(value)}
    columns={materialColumns}
    fresh={{ name: '', required: true, note: null }}
    invalid={props['aria-invalid'] === true}
    onChange={(rows) => onChange?.(rows)}
  />
)

export const ProcessRows = ({ id, value, onChange, ...props }: ControlProps) => (
  <OrderedRows<Step>
    id={id}
    label="办理流程"
    addText="添加环节"
    max={20}
    rows={listOf<Step>(value)}
    columns={stepColumns}
    fresh={{ title: '', text: '' }}
    invalid={props['aria-invalid'] === true}
    onChange={(rows) => onChange?.(rows)}
  />
)

/** Addresses or names of the rule's sources, one per row. */
export const SourceRows = ({ id, value, onChange, ...props }: ControlProps) => (
  <OrderedRows<{ text: string }>
    id={id}
    label="来源"
    addText="添加来源"
    max={20}
    rows={listOf<string>(value).map((text) => ({ text }))}
    columns={sourceColumns}
    fresh={{ text: '' }}
    invalid={props['aria-invalid'] === true}
    onChange={(rows) => onChange?.(rows.map((r) => r.text))}
  />
)
