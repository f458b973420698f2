import { riskTypes, type RiskType } from '../../contract/declaration.ts'
import type { Facts } from '../company/index.ts'

export interface RiskRule {
  key: string
  name: string
  blocking: boolean
}

/** Which facts block a declaration and which only warn (docs/decisions: declaration risks). */
export const riskRules: readonly RiskRule[] = [
  { key: 'abnormalList', name: '列入经营异常名录', blocking: true },
  { key: 'seriousDishonest', name: '列入严重违法失信名单', blocking: true },
  { key: 'wageArrears', name: '拖欠工资或欠缴社保', blocking: false },
  { key: 'researchDishonest', name: '科研严重失信', blocking: false },
  { key: 'majorAccident1y', name: '近一年发生重大安全、质量事故或严重环境违法', blocking: false },
]

export interface Risk {
  riskName: string
  riskCount: number
  blocking: boolean
}

export const risksOf = (facts: Facts): Risk[] =>
  riskRules.filter((rule) => facts[rule.key] === true).map((rule) => ({ riskName: rule.name, riskCount: 1, blocking: rule.blocking }))

export function riskTypeOf(risks: readonly Risk[]): RiskType {
  if (risks.some((r) => r.blocking)) return riskTypes.blocking
  return risks.length > 0 ? riskTypes.warning : riskTypes.none
}
