import type { Judgement } from '../../contract/matching.ts'

/** The columns of a judged policy in every list; `min` and `max` in 万元, null when nothing is paid or a fact is missing. */
export const policyRow = (j: Judgement) => ({
  code: j.code,
  policyId: j.policyId,
  policyTitle: j.title,
  policyDepName: j.issuer,
  applyTo: j.applyTo,
  verdict: j.verdict,
  min: j.amount?.min ?? null,
  max: j.amount?.max ?? null,
  negotiated: j.negotiated ?? false,
})
