import { Button, Select } from 'antd'
import type { Choose, Fields } from './choose.ts'
import { StepPartField } from './step-part-field.tsx'
import { freshPart, type Step, type StepSign } from './steps-shape.ts'
import styles from './condition-editor.module.css'

const signs: { value: StepSign; label: string }[] = [
  { value: '+', label: '加' },
  { value: '-', label: '减' },
  { value: '*', label: '乘' },
  { value: '/', label: '除以' },
]
/** A calculation in steps, from top to bottom; each part can have limits. */
export function StepsField({
  steps,
  fields,
  choose,
  onChange,
}: {
  steps: readonly Step[]
  fields: Fields
  choose: Choose
  onChange(next: readonly Step[]): void
}) {
  return (
    <div className={styles.steps} role="group" aria-label="逐步计算">
      {steps.map((step, i) => (
        <div key={i} className={styles.leaf} role="group" aria-label={`第 ${i + 1} 步`}>
          {i === 0 ? (
            <span style={{ width: 90 }}>先取</span>
          ) : (
            <Select
              style={{ width: 90 }}
              aria-label="怎样算"
              value={step.sign}
              options={signs}
              onChange={(sign: StepSign) => onChange(steps.with(i, { ...step, sign }))}
            />
          )}
          <StepPartField
            first={i === 0}
            part={step.part}
            fields={fields}
            choose={choose}
            onChange={(part) => onChange(steps.with(i, { ...step, part }))}
          />
          {steps.length > 1 && (
            <Button danger type="text" size="small" onClick={() => onChange(steps.toSpliced(i, 1))}>
              去掉
            </Button>
          )}
        </div>
      ))}
      <Button size="small" disabled={steps.length >= 12} onClick={() => onChange([...steps, { sign: '*', part: freshPart }])}>
        加一步
      </Button>
    </div>
  )
}
