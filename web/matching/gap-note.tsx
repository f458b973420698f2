import type { Effort, GapPlan } from '../../contract/matching/judgement.ts'

/** How an effort is called; the sizes behind it: server/matching/engine/gaps.ts. */
export const efforts: Record<Effort, string> = {
  time: '只需等待',
  easy: '差距小',
  some: '需要努力',
  hard: '差距大',
  shrink: '须缩小规模，一般不可取',
}

/** What is still needed, part by part, and how hard that is. */
export function GapNote({ plan }: { plan: GapPlan }) {
  return (
    <p className="meta">
      <strong>{efforts[plan.effort]}</strong>：
      {plan.steps
        .map((step) => `${step.label}${step.metAt ? `（${step.metAt} 自然满足）` : step.gapText ? `（${step.gapText}）` : ''}`)
        .join('；')}
      {plan.metAt && `，预计 ${plan.metAt} 满足全部条件`}
      {plan.notBefore && `，且最早 ${plan.notBefore}`}
    </p>
  )
}
