import { Input, Select } from 'antd'
import { formulaFunctions } from '../../../contract/form/formula.ts'
import { asKept, asRead, referencesOf, type Named } from './formula-text.ts'
import { Labelled } from './labelled.tsx'
import css from './editor.module.css'

const HELP = `可用 + − × ÷ 百分数和括号；${Object.values(formulaFunctions)
  .map((f) => f.help)
  .join('；')}`

interface Props {
  path: string
  value: string | undefined
  /** fields that the formula may use */
  fields: readonly Named[]
  onChange: (text: string | undefined) => void
}

/** A formula with field labels; empty means that the value is typed by the applicant. */
export function FormulaInput({ path, value, fields, onChange }: Props) {
  const references = referencesOf(fields)
  const put = (text: string) => onChange(text.trim() === '' ? undefined : asKept(text, references))
  const shown = value === undefined ? '' : asRead(value, references)
  return (
    <Labelled path={path} label="自动计算" wide hint={value === undefined ? '留空为手工填写' : HELP}>
      {(at) => (
        <div className={css.formula}>
          <Input {...at} value={shown} maxLength={300} placeholder="如：最小([贷款本金] × 20%, 20)" onChange={(e) => put(e.target.value)} />
          <Select
            aria-label="插入字段"
            placeholder="插入字段"
            value={null}
            options={references.map((r) => ({ value: r.kept, label: r.read }))}
            notFoundContent="没有数值或金额字段"
            onChange={(kept: string | null) => {
              const r = references.find((x) => x.kept === kept)
              if (r) put(`${shown}${r.sum ? `求和([${r.read}])` : `[${r.read}]`}`)
            }}
          />
        </div>
      )}
    </Labelled>
  )
}
