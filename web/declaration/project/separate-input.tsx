import { Alert, Button, Checkbox } from 'antd'
import type { ReviewStepConfig } from '../../../contract/declaration.ts'
import { isExamining } from '../../../contract/declaration/states.ts'
import { idOfPath } from '../../form/editor/index.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './project.module.css'

interface Props {
  steps: readonly ReviewStepConfig[]
  value: boolean
  /** offered for an existing project that does not have the setting */
  offered: boolean
  fault: string | undefined
  onChange: (on: boolean) => void
}

/** 决定与审核不得同一人: only when both steps exist; the server tells which people are missing. */
export function SeparateInput({ steps, value, offered, fault, onChange }: Props) {
  if (!steps.some((s) => isExamining(s.step)) || !steps.some((s) => s.step === 'decide')) return null
  return (
    <section className={css.part}>
      {offered && !value && (
        <Alert
          type="info"
          style={{ marginBottom: 12 }}
          title="本项目还没有要求决定与审核由不同的人办理，建议启用。"
          action={
            <Button size="small" onClick={() => onChange(true)}>
              启用
            </Button>
          }
        />
      )}
      <Checkbox id={idOfPath('separateDecision')} checked={value} onChange={(e) => onChange(e.target.checked)}>
        决定与审核不得同一人
      </Checkbox>
      <p className={laid.note}>在受理之后、决定之前的环节签过的人（包括由他人代签的）不能再决定。</p>
      {fault && (
        <p role="alert" className={laid.wrong}>
          {fault}
        </p>
      )}
    </section>
  )
}
