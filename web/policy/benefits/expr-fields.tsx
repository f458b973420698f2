import { Button } from 'antd'
import { type FieldChoice, ConditionValue, fieldGroups, FieldSelect, FormulaText } from '../../rule/index.ts'
import { withKey, type Benefit } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

/** 按算式: the formula, its fields, and the default for a fact that a company has not given. */
export function ExprFields({
  benefit,
  fields,
  onChange,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: Benefit): void
}) {
  const defaults = benefit.defaults ?? {}
  const usable = [...fields.values()].filter((f) => f.type !== 'score')
  const setDefault = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = defaults
    const next = value === undefined ? rest : { ...defaults, [key]: value as string | number | boolean }
    onChange(withKey(benefit, { defaults: Object.keys(next).length > 0 ? next : undefined }))
  }
  return (
    <div className={styles.whole}>
      <FormulaText
        label="算式"
        placeholder="例如 最小([项目设备投资额] × 0.08, 300)"
        value={benefit.expr ?? ''}
        maxLength={2000}
        fields={fields}
        onChange={(expr) => onChange(withKey(benefit, { expr }))}
      />
      <p className="meta">
        结果为万元。可用 + - × ÷、比较、&amp;&amp; ||、条件 ? 甲 : 乙，以及 最小、最大、取整、乘方、属于(企业信息,
        "选项")、项数；选项值写在双引号里。
      </p>
      <div className={styles.leaf}>
        <FieldSelect
          width={320}
          label="添加缺省值"
          placeholder="企业没填时按缺省值算"
          value={undefined}
          groups={fieldGroups(usable.filter(({ key }) => !(key in defaults)))}
          onChange={(key) => {
            const field = fields.get(key)
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
