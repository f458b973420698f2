import { PROTOCOL_AUTHORIZED, RISK_BLOCKING, RISK_NONE, RISK_WARNING, URL_TYPE_DIRECT } from '../../contract/constants.ts'

export interface RiskAnswer {
  riskType: string
  wholeInfo: boolean
  riskList: { riskName: string; riskCount: number }[]
}

/** What a click on 立即申报 leads to (spec §4 Declaring a policy; states.tsv machine "declare policy", S045–S061). */
export type Step = { do: 'askEnterpriseLogin' } | { do: 'declare' } | { do: 'checkRisk' }

/** Before any call: a QY user follows the protocol; anyone else only gets on where the policy is declared at its own address. */
export function firstStep(user: { type: string } | undefined, urlType: number, protocol: string): Step {
  if (user?.type !== 'QY') return urlType === URL_TYPE_DIRECT ? { do: 'declare' } : { do: 'askEnterpriseLogin' }
  return protocol === PROTOCOL_AUTHORIZED ? { do: 'checkRisk' } : { do: 'declare' }
}

export type AfterRisk = 'declare' | 'promptInfo' | 'blocked' | 'warned' | 'refused'
/** A risk type that is none of the three falls on the safe side (S060). */
export function afterRisk({ riskType, wholeInfo }: RiskAnswer): AfterRisk {
  if (riskType === RISK_NONE) return wholeInfo ? 'declare' : 'promptInfo'
  if (riskType === RISK_BLOCKING) return 'blocked'
  return riskType === RISK_WARNING ? 'warned' : 'refused'
}
/** Closing the warning goes on as 00 does (S054, S055). */
export const afterWarning = (wholeInfo: boolean): AfterRisk => (wholeInfo ? 'declare' : 'promptInfo')
