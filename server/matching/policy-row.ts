import type { Judgement } from '../../contract/matching.ts'

/** What every list of judged policies says of one; `min` and `max` in 万元, null where nothing is paid or something is lacking. */
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
