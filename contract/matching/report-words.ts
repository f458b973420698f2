/** Labels for screen and document of the check-up report; no schema library. */
import { NEGOTIATED } from '../rule/priced.ts'
import type { Effort, GapPlan, Total } from './judgement.ts'
import type { ReportItem } from './report.ts'

const money = (wan: number): string => `${wan.toLocaleString('zh-CN', { maximumFractionDigits: 4 })} 万元`

/** Labels of efforts; for their sizes see server/matching/engine/gaps.ts. */
export const efforts: Record<Effort, string> = {
  time: '只需等待',
  easy: '差距小',
  some: '需要努力',
  hard: '差距大',
  shrink: '须缩小规模，一般不可取',
}
export const effortNote =
  '按完成难度从低到高排列：只需等待的在前；其余按差距占企业现有数值的比例估计（不超过 10% 为差距小，不超过 50% 为需要努力，更大为差距大），不代表实际一定做得到。要求规模不超过某数而企业已超过的，列在最后。'

/** 万元 of a total: a range when facts are open, 至少 when the search ran out of time. */
export function totalText({ min, max, proved, openEnded }: Total): string {
  if (!proved) return `至少 ${money(min)}（不超过 ${money(max)}）`
  return `${min === max ? money(max) : `${money(min)} – ${money(max)}`}${openEnded ? ' 起' : ''}`
}

export function itemMoney(
  item: Pick<ReportItem, 'min' | 'max' | 'upperBound' | 'openEnded' | 'verdict' | 'negotiated'> & { missing: readonly unknown[] },
): string {
  const { negotiated } = item
  if (item.max === null) return item.verdict === 'match' ? withoutAmount(item.missing.length > 0, negotiated) : '暂不测算'
  if (item.max === 0) return negotiated ? NEGOTIATED : '无直接资金'
  const range = item.min === item.max ? money(item.max) : `${money(item.min ?? 0)} – ${money(item.max)}`
  return `${item.upperBound ? '最高 ' : ''}${range}${item.openEnded ? ' 起' : ''}${negotiated ? BESIDE : ''}`
}

/** Added to an amount when another part is decided case by case. */
export const BESIDE = '，另有一事一议'
/** The text for a policy that is met but has no amount. */
export const withoutAmount = (lacking: boolean, negotiated: boolean | undefined): string =>
  lacking ? `需补充后测算${negotiated ? BESIDE : ''}` : negotiated ? NEGOTIATED : '资质荣誉类，无直接资金'

/** The remaining steps, one line each. */
export const planSteps = (plan: GapPlan): string[] =>
  plan.steps.map((step) =>
    step.metAt
      ? `${step.sentence}：现为 ${step.actualText}，${step.metAt} 自然满足`
      : `${step.sentence}：现为 ${step.actualText}${step.gapText ? `，${step.gapText}` : ''}`,
  )
export const planDay = (plan: GapPlan): string =>
  plan.metAt ? `保持现状，${plan.metAt} 起满足全部条件` : plan.notBefore ? `还有条件最早 ${plan.notBefore} 才满足` : ''

/** “建科〔2026〕1 号 第 2 版（2026-01-01 起）”. */
export const originText = ({ policyNo, version, effectiveFrom }: ReportItem['origin']): string =>
  `${policyNo ? `${policyNo} ` : ''}规则第 ${version} 版${effectiveFrom ? `（${effectiveFrom} 起）` : ''}`
