import { PROTOCOL_AUTHORIZED, RISK_BLOCKING, RISK_NONE, RISK_WARNING, URL_TYPE_DIRECT } from '../../contract/constants.ts'

export interface RiskAnswer {
  riskType: string
  wholeInfo: boolean
  riskList: { riskName: string; riskCount: number }[]
}

/** The first step after a click on 立即申报 (spec §4 Declaring a policy; states.tsv machine "declare policy", S045–S061). */
export type Step = { do: 'askEnterpriseLogin' } | { do: 'declare' } | { do: 'checkRisk' }

/**
 * Decides before any call: an enterprise follows its protocol status; other users can continue only when the policy is declared at its own
 * address.
 */
export function firstStep(user: { type: string } | undefined, urlType: number, protocol: string): Step {
  if (user?.type !== 'QY') return urlType === URL_TYPE_DIRECT ? { do: 'declare' } : { do: 'askEnterpriseLogin' }
  return protocol === PROTOCOL_AUTHORIZED ? { do: 'checkRisk' } : { do: 'declare' }
}

export type AfterRisk = 'declare' | 'promptInfo' | 'blocked' | 'warned' | 'refused'
/** Any other risk type is refused, to be safe (S060). */
export function afterRisk({ riskType, wholeInfo }: RiskAnswer): AfterRisk {
  if (riskType === RISK_NONE) return wholeInfo ? 'declare' : 'promptInfo'
  if (riskType === RISK_BLOCKING) return 'blocked'
  return riskType === RISK_WARNING ? 'warned' : 'refused'
}
/** Closing the warning continues as risk type 00 does (S054, S055). */
export const afterWarning = (wholeInfo: boolean): AfterRisk => (wholeInfo ? 'declare' : 'promptInfo')
