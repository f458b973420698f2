import { Checkbox, Input, Select } from 'antd'
import {
  reviewStepKeys,
  reviewSteps,
  stepModes,
  type ProjectTemplate,
  type ReviewStepConfig,
  type StepMode,
} from '../../../contract/declaration.ts'
import { OptionSelect } from '../../kit/form/controls.tsx'
import { useOptions } from '../../kit/choose/use-options.ts'
import { signedByOffices, switchStep } from './draft.ts'
import { idOfPath, Labelled } from '../../form/editor/index.ts'
import { offices } from './option-sources.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './project.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const modes = Object.entries(stepModes).map(([value, label]) => ({ value: value as StepMode, label }))
interface Props {
  template: ProjectTemplate
  examineDep: number | null
  onChange: (template: ProjectTemplate) => void
}

/** The steps of a declaration: who signs at each, and the time limits. */
export function StepsEditor({ template: t, examineDep, onChange }: Props) {
  const { options } = useOptions(offices)
  const change = (step: ReviewStepConfig['step'], next: ReviewStepConfig) =>
    onChange({ ...t, steps: t.steps.map((s) => (s.step === step ? next : s)) })
  const { limitDays, ...rest } = t
  return (
    <section className={css.part}>
      <h2>审核环节</h2>
      <Labelled path="template.steps" label="依次经过" required>
        {() => (
          <ul className={laid.items}>
            {reviewStepKeys.map((step) => {
              const at = t.steps.findIndex((s) => s.step === step)
              const config = t.steps[at]
              const label = reviewSteps[step].label
              return (
                <li key={step} className={css.step}>
                  <Checkbox
                    checked={config !== undefined}
                    onChange={(e) => onChange({ ...t, steps: switchStep(t.steps, step, e.target.checked, examineDep) })}
                  >
                    {label}
                  </Checkbox>
                  {config && (
                    <>
                      <Input
                        id={idOfPath(`template.steps.${at}.name`)}
                        aria-label={`${label}：本项目的叫法`}
                        value={config.name ?? ''}
                        maxLength={12}
                        placeholder="本项目的叫法"
                        onChange={({ target: { value } }) => {
                          const { name: _, ...others } = config
                          change(step, value ? { ...others, name: value } : others)
                        }}
                      />
                      <Select
                        aria-label={`${label}：方式`}
                        value={config.mode}
                        options={modes}
                        onChange={(mode) => change(step, withMode(config, mode))}
                      />
                      {signedByOffices(config.mode) ? (
                        <Labelled
                          path={`template.steps.${at}.officeIds`}
                          label={config.mode === 'ordered' ? '签署部门（按先后）' : '签署部门'}
                          required
                        >
                          {(x) => (
                            <Select
                              {...x}
                              mode="multiple"
                              value={config.officeIds ?? []}
                              options={options.map((o) => ({ value: Number(o.value), label: o.label }))}
                              placeholder="至少两个部门"
                              optionFilterProp="label"
                              onChange={(ids: number[]) => change(step, { ...config, officeIds: ids })}
                              style={{ width: '100%' }}
                            />
                          )}
                        </Labelled>
                      ) : (
                        <OptionSelect
                          field={{ label: '部门', kind: 'select', options: offices, placeholder: '任何有权限的部门' }}
                          aria-label={`${label}：部门`}
                          value={config.officeId}
                          onChange={(v) => change(step, { ...config, officeId: (v as number | undefined) ?? null })}
                        />
                      )}
                      <NumberInput
                        id={idOfPath(`template.steps.${at}.workdays`)}
                        aria-label={`${label}：办理期限（工作日）`}
                        what="办理期限"
                        value={config.workdays ?? null}
                        min={1}
                        max={250}
                        decimals={0}
                        placeholder="不限"
                        unit="工作日"
                        onChange={(v) => {
                          const { workdays: _, ...others } = config
                          change(step, v === null ? others : { ...others, workdays: v })
                        }}
                      />
                    </>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Labelled>
      <Labelled
        path="template.limitDays"
        label="承诺办结时限（工作日）"
        hint="自首次提交次日起算，企业补正期间暂停；到期前一天提醒，超期提醒部门负责人。"
      >
        {(x) => (
          <NumberInput
            {...x}
            what="承诺办结时限"
            value={limitDays ?? null}
            min={1}
            max={250}
            decimals={0}
            placeholder="不设"
            onChange={(v) => onChange(v === null ? rest : { ...rest, limitDays: v })}
          />
        )}
      </Labelled>
    </section>
  )
}

function withMode({ officeIds, ...rest }: ReviewStepConfig, mode: StepMode): ReviewStepConfig {
  if (!signedByOffices(mode)) return { ...rest, mode }
  return { ...rest, mode, officeId: null, officeIds: officeIds ?? (rest.officeId === null ? [] : [rest.officeId]) }
}
