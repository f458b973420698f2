import type { ProjectTemplate, ReviewStepConfig } from '../../../contract/declaration.ts'
import { reviewSteps, stepModes, stepName } from '../../../contract/declaration/states.ts'
import { labelOf } from '../../kit/choose/options.ts'
import { useOptions } from '../../kit/choose/use-options.ts'
import { offices } from './option-sources.ts'
import css from './project.module.css'

/** The steps of a project that can no longer be changed. */
export function StepsView({ template: t }: { template: ProjectTemplate }) {
  const { options } = useOptions(offices)
  const officesOf = (s: ReviewStepConfig) =>
    s.officeIds
      ? s.officeIds.map((id) => labelOf(options, id)).join(s.mode === 'ordered' ? ' → ' : '、')
      : s.officeId === null
        ? '任何有权限的部门'
        : labelOf(options, s.officeId)
  return (
    <section className={css.part}>
      <h2>审核环节</h2>
      <ol className={css.lines}>
        {t.steps.map((s) => (
          <li key={s.step}>
            {stepName(s)}
            {s.name ? `（${reviewSteps[s.step].label}）` : ''}：{officesOf(s)}，{stepModes[s.mode]}
            {s.workdays !== undefined && `，${s.workdays} 个工作日`}
          </li>
        ))}
      </ol>
      {t.limitDays !== undefined && <p>承诺办结时限：{t.limitDays} 个工作日</p>}
    </section>
  )
}
