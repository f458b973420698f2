import { Button, Select } from 'antd'
import type { RuleResource } from '../../../contract/identity/data-rules.ts'
import type { RowLine } from '../../../contract/row-rules.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import css from './rules.module.css'

type Field = RuleResource['fields'][number]
const lineOf = ({ key, kind }: Field): RowLine =>
  kind === 'amount' ? { field: key, op: 'between', from: null, to: null } : { field: key, op: 'in', values: [] }
export const newLine = (resource: RuleResource): RowLine => lineOf(resource.fields[0]!)

interface Props {
  resource: RuleResource
  line: RowLine
  fault: string | undefined
  onChange(next: RowLine): void
  onRemove(): void
}

/** One condition of a rule: 字段、比较、取值. The field's type decides the input for the value. */
export function RuleLine({ resource, line, fault, onChange, onRemove }: Props) {
  const field = resource.fields.find(({ key }) => key === line.field)
  return (
    <div className={css.line}>
      <Select
        aria-label="字段"
        value={line.field}
        options={resource.fields.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(key) => onChange(lineOf(resource.fields.find((one) => one.key === key)!))}
        style={{ width: 128 }}
      />
      {line.op === 'between' ? (
        <span className={css.bounds}>
          <NumberInput
            aria-label="不少于"
            what="下限"
            unit="万元"
            min={0}
            value={line.from}
            onChange={(from) => onChange({ ...line, from })}
          />
          <span>至</span>
          <NumberInput aria-label="不超过" what="上限" unit="万元" min={0} value={line.to} onChange={(to) => onChange({ ...line, to })} />
        </span>
      ) : (
        <>
          <Select
            aria-label="比较"
            value={line.op}
            options={[
              { value: 'in' as const, label: '是' },
              { value: 'notIn' as const, label: '不是' },
            ]}
            onChange={(op) => onChange({ ...line, op })}
            style={{ width: 84 }}
          />
          <Select
            aria-label="取值"
            mode="multiple"
            className={css.values}
            value={line.values}
            options={field?.options ?? []}
            onChange={(values) => onChange({ ...line, values })}
            placeholder="请选择"
            optionFilterProp="label"
            status={fault ? 'error' : ''}
          />
        </>
      )}
      <Button type="text" aria-label="去掉这一条" onClick={onRemove}>
        去掉
      </Button>
      {fault && <p className={css.fault}>{fault}</p>}
    </div>
  )
}
