import { Button, Input, Select } from 'antd'
import { useRef, type ComponentRef } from 'react'
import type { FieldChoice } from '../../kit/condition.ts'
import { ConditionValue } from '../../kit/condition-value.tsx'
import { withKey, type Benefit } from './kinds.ts'
import styles from '../rule-editor.module.css'

/** 按算式: the formula, the fields it may use, and what counts where a company has not said something. */
export function ExprFields({
  benefit,
  fields,
  onChange,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: Benefit): void
}) {
  const box = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const expr = benefit.expr ?? ''
  const defaults = benefit.defaults ?? {}
  const usable = [...fields.values()].filter((f) => f.type !== 'score')
  const options = usable.map((f) => ({ value: f.key, label: `${f.label}（${f.key}${f.unit ? `，${f.unit}` : ''}）` }))
  const insert = (key: string) => {
    const area = box.current?.resizableTextArea?.textArea
    const at = area?.selectionStart ?? expr.length
    onChange(withKey(benefit, { expr: `${expr.slice(0, at)}${key}${expr.slice(area?.selectionEnd ?? at)}` }))
    requestAnimationFrame(() => area?.focus())
  }
  const setDefault = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = defaults
    const next = value === undefined ? rest : { ...defaults, [key]: value as string | number | boolean }
    onChange(withKey(benefit, { defaults: Object.keys(next).length > 0 ? next : undefined }))
  }
  return (
    <div className={styles.whole}>
      <Input.TextArea
        ref={box}
        aria-label="算式"
        placeholder="例如 min(equipmentInvestment * 0.08, 300)"
        value={expr}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(e) => onChange(withKey(benefit, { expr: e.target.value }))}
      />
      <p className="meta">
        结果为万元。可用 + - * /、比较、&amp;&amp; ||、条件 ? 甲 : 乙，以及 min、max、floor、pow、isIn(字段,
        "选项")、count；选项值写在双引号里。
      </p>
      <div className={styles.leaf}>
        <Select
          style={{ width: 320, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="插入企业信息"
          placeholder="插入企业信息"
          value={null}
          options={options}
          onChange={(key: string | null) => key && insert(key)}
        />
        <Select
          style={{ width: 320, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="添加缺省值"
          placeholder="企业没填时按缺省值算"
          value={null}
          options={options.filter((o) => !(o.value in defaults))}
          onChange={(key: string | null) => {
            const field = key ? fields.get(key) : undefined
            if (field) setDefault(field.key, field.type === 'boolean' ? false : (field.options?.[0]?.value ?? 0))
          }}
        />
      </div>
      {Object.entries(defaults).map(([key, value]) => (
        <div key={key} className={styles.leaf}>
          <span>{fields.get(key)?.label ?? key} 没填时按</span>
          <ConditionValue field={fields.get(key)} op="eq" value={value} onChange={(v) => setDefault(key, v ?? '')} />
          <Button danger type="text" size="small" onClick={() => setDefault(key, undefined)}>
            删除缺省值
          </Button>
        </div>
      ))}
    </div>
  )
}
