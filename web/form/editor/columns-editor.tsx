import { Button, Checkbox, Input, Select } from 'antd'
import {
  columnTypes,
  formFieldTypes,
  uniqueKinds,
  type FormColumn,
  type FormField,
  type UniqueKind,
} from '../../../contract/form/template.ts'
import { choicesOf, choicesText, freeKey, isNumber, move, replaced, without } from '../definition.ts'
import { ItemButtons } from './item-buttons.tsx'
import { FormulaInput } from './formula-input.tsx'
import { Labelled } from './labelled.tsx'
import laid from '../../kit/form/labelled-grid.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const types = columnTypes.map((value) => ({ value, label: formFieldTypes[value] }))
export const uniques = Object.entries(uniqueKinds).map(([value, label]) => ({ value: value as UniqueKind, label }))

/** The columns of a table, and its limit of rows. */
export function ColumnsEditor({ path, field: f, onChange }: { path: string; field: FormField; onChange: (f: FormField) => void }) {
  const columns = f.columns ?? []
  const set = (next: FormColumn[]) => onChange({ ...f, columns: next })
  const rows = (key: 'minRows' | 'maxRows', value: number | null) => {
    const { [key]: _, ...rest } = f
    onChange(value === null ? (rest as FormField) : { ...rest, [key]: value })
  }
  return (
    <div className={laid.wide}>
      <div className={laid.grid}>
        <Labelled path={`${path}.minRows`} label="最少行数">
          {(at) => (
            <NumberInput
              {...at}
              what="最少行数"
              value={f.minRows ?? null}
              min={0}
              max={200}
              decimals={0}
              onChange={(v) => rows('minRows', v)}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
        <Labelled path={`${path}.maxRows`} label="最多行数" hint="不填为 50 行">
          {(at) => (
            <NumberInput
              {...at}
              what="最多行数"
              value={f.maxRows ?? null}
              min={1}
              max={200}
              decimals={0}
              onChange={(v) => rows('maxRows', v)}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
      </div>
      <ol className={laid.items} aria-label={`${f.label || '表格'}的列`}>
        {columns.map((c, n) => (
          <ColumnItem
            key={c.key}
            at={`${path}.columns.${n}`}
            column={c}
            others={columns.filter((x) => x.key !== c.key)}
            onChange={(change) => set(replaced(columns, n, { ...c, ...change }))}
            onMove={(by) => set(move(columns, n, by))}
            onRemove={columns.length > 1 ? () => set(without(columns, n)) : null}
          />
        ))}
      </ol>
      <Labelled path={`${path}.columns`} label="">
        {({ id }) => (
          <Button
            id={id}
            disabled={columns.length >= 20}
            onClick={() =>
              set([
                ...columns,
                {
                  key: freeKey(
                    'column',
                    columns.map((c) => c.key),
                  ),
                  label: '',
                  type: 'text',
                  required: false,
                },
              ])
            }
          >
            添加列
          </Button>
        )}
      </Labelled>
    </div>
  )
}

interface ColumnProps {
  at: string
  column: FormColumn
  /** columns that its formula may use */
  others: readonly FormColumn[]
  onChange(change: Partial<FormColumn>): void
  onMove(by: -1 | 1): void
  /** null: the last column cannot be removed */
  onRemove: (() => void) | null
}
/** One column: name, type, and the settings of the type. */
function ColumnItem({ at, column: c, others, onChange, onMove, onRemove }: ColumnProps) {
  return (
    <li className={laid.item}>
      <div className={laid.grid}>
        <Labelled path={`${at}.label`} label="列名称" required>
          {(x) => <Input {...x} value={c.label} maxLength={60} onChange={(e) => onChange({ label: e.target.value })} />}
        </Labelled>
        <Labelled path={`${at}.type`} label="列类型" required>
          {(x) => <Select {...x} value={c.type} options={types} onChange={(type) => onChange({ type })} style={{ width: '100%' }} />}
        </Labelled>
        {c.type === 'text' && (
          <Labelled path={`${at}.unique`} label="查重">
            {(x) => (
              <Select
                {...x}
                value={c.unique}
                allowClear
                placeholder="不查重"
                options={uniques}
                style={{ width: '100%' }}
                onChange={(unique?: UniqueKind) => onChange({ unique })}
              />
            )}
          </Labelled>
        )}
        {c.type === 'enum' && (
          <Labelled path={`${at}.options`} label="选项" required wide hint="每行一个">
            {(x) => (
              <Input.TextArea
                {...x}
                defaultValue={choicesText(c.options)}
                autoSize={{ minRows: 2, maxRows: 6 }}
                onChange={(e) => onChange({ options: choicesOf(e.target.value, c.options) })}
              />
            )}
          </Labelled>
        )}
        {isNumber(c.type) && <FormulaInput path={`${at}.calc`} value={c.calc} fields={others} onChange={(calc) => onChange({ calc })} />}
      </div>
      <div className={laid.itemBar}>
        <Checkbox checked={c.required} disabled={c.calc !== undefined} onChange={(e) => onChange({ required: e.target.checked })}>
          必填
        </Checkbox>
        <ItemButtons name={`列 ${c.label || '未命名列'}`} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  )
}
