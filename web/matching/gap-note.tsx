import type { GapPlan } from '../../contract/matching/judgement.ts'
import { efforts } from '../../contract/matching/report-words.ts'

/** The steps that are still needed, and their effort. */
export function GapNote({ plan }: { plan: GapPlan }) {
  return (
    <p className="meta">
      <strong>{efforts[plan.effort]}</strong>：
      {plan.steps
        .map(
          (step) =>
            `${step.sentence}${step.metAt ? `（${step.metAt} 自然满足）` : /^还差|^超出/.test(step.gapText) ? `（${step.gapText}）` : ''}`,
        )
        .join('；')}
      {plan.metAt && `，预计 ${plan.metAt} 满足全部条件`}
      {plan.notBefore && `，且最早 ${plan.notBefore}`}
    </p>
  )
}
