import { Button, Input, Segmented, Select } from 'antd'
import { use } from 'react'
import type { FormField, ShowRule } from '../../../contract/form/template.ts'
import { operatorsOf, showOperators, type ShowOperator } from '../../../contract/form/show.ts'
import { isNumber, replaced, without } from '../definition.ts'
import { FaultsContext, idOfPath } from './labelled.tsx'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './editor.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

type Condition = ShowRule['when'][number]
interface Props {
  path: string
  /** the subject, for the names of the controls */
  name: string
  rule: ShowRule | undefined
  /** questions that the rule may use */
  fields: readonly FormField[]
  onChange: (rule: ShowRule | undefined) => void
}
const valueless: readonly ShowOperator[] = ['filled', 'blank']

/** The condition under which a question, group or material is asked for; none means always. */
export function RuleEditor({ path, name, rule, fields, onChange }: Props) {
  const faults = use(FaultsContext).filter((f) => f.path === path || f.path.startsWith(`${path}.`))
  const set = (when: Condition[]) => onChange(when.length ? { match: rule?.match ?? 'all', when } : undefined)
  const first = fields[0]
  if (!rule)
    return (
      <Button
        type="link"
        size="small"
        id={idOfPath(path)}
        disabled={!first}
        aria-label={`设置显示条件：${name}`}
        onClick={() => set([{ field: first!.key, op: operatorsOf(first!)[0]! }])}
      >
        设置显示条件
      </Button>
    )
  return (
    <div className={css.rule} role="group" aria-label={`${name}的显示条件`} id={idOfPath(path)} tabIndex={-1}>
      <p className={css.ruleHead}>
        <span>显示条件</span>
        {rule.when.length > 1 && (
          <Segmented
            size="small"
            value={rule.match}
            options={[
              { value: 'all' as const, label: '全部满足' },
              { value: 'any' as const, label: '满足任一' },
            ]}
            onChange={(match) => onChange({ ...rule, match })}
          />
        )}
        <Button
          size="small"
          type="link"
          disabled={rule.when.length >= 10 || !first}
          onClick={() => set([...rule.when, { field: first!.key, op: operatorsOf(first!)[0]! }])}
        >
          添加条件
        </Button>
      </p>
      {rule.when.map((c, n) => {
        const field = fields.find((f) => f.key === c.field)
        const put = (change: Partial<Condition>) => set(replaced(rule.when, n, { ...c, ...change }))
        return (
          // Conditions have no name of their own.
          // eslint-disable-next-line react/no-array-index-key
          <div key={n} className={css.condition}>
            <Select
              aria-label={`条件 ${n + 1}：字段`}
              value={c.field}
              options={fields.map((f) => ({ value: f.key, label: f.label || '未命名字段' }))}
              onChange={(key) => {
                const next = fields.find((f) => f.key === key)!
                set(replaced(rule.when, n, { field: key, op: operatorsOf(next)[0]! }))
              }}
            />
            <Select
              aria-label={`条件 ${n + 1}：比较`}
              value={c.op}
              options={(field ? operatorsOf(field) : [c.op]).map((op) => ({ value: op, label: showOperators[op] }))}
              onChange={(op) => set(replaced(rule.when, n, { field: c.field, op }))}
            />
            {field && !valueless.includes(c.op) && <Value label={`条件 ${n + 1}：值`} field={field} c={c} put={put} />}
            <Button size="small" type="link" danger aria-label={`删除条件 ${n + 1}`} onClick={() => set(without(rule.when, n))}>
              删除
            </Button>
          </div>
        )
      })}
      {faults.map((f) => (
        <p key={f.path} role="alert" className={laid.wrong}>
          {f.message}
        </p>
      ))}
    </div>
  )
}

function Value({ label, field: f, c, put }: { label: string; field: FormField; c: Condition; put: (change: Partial<Condition>) => void }) {
  if (f.type === 'boolean')
    return (
      <Select
        aria-label={label}
        value={typeof c.value === 'boolean' ? String(c.value) : undefined}
        placeholder="请选择"
        options={[
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]}
        onChange={(v) => put({ value: v === 'true' })}
      />
    )
  if (f.type === 'enum' || f.type === 'multiEnum' || f.type === 'dict') {
    const options = (f.options ?? []).map((o) => ({ value: o.value, label: o.label }))
    const placeholder = options.length ? '请选择' : '保存后可选'
    return c.op === 'in' ? (
      <Select
        aria-label={label}
        mode="multiple"
        placeholder={placeholder}
        options={options}
        value={Array.isArray(c.value) ? c.value : []}
        onChange={(v: string[]) => put({ value: v })}
      />
    ) : (
      <Select
        aria-label={label}
        placeholder={placeholder}
        options={options}
        value={typeof c.value === 'string' ? c.value : undefined}
        onChange={(v: string) => put({ value: v })}
      />
    )
  }
  if (isNumber(f.type))
    return (
      <NumberInput
        aria-label={label}
        value={typeof c.value === 'number' ? c.value : null}
        onChange={(v) => put({ value: v ?? undefined })}
      />
    )
  return (
    <Input
      aria-label={label}
      type={f.type === 'date' ? 'date' : 'text'}
      value={typeof c.value === 'string' ? c.value : ''}
      maxLength={200}
      onChange={(e) => put({ value: e.target.value || undefined })}
    />
  )
}
