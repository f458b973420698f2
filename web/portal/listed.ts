import type { PolicyListItem } from '../../contract/policy.ts'

/** What the home page shows of a policy: the rest would travel in the page twice, unread. */
export const listed = (p: PolicyListItem) => ({
  id: p.id,
  policyTitle: p.policyTitle,
  policyDepName: p.policyDepName,
  policyCreateTime: p.policyCreateTime,
  status: p.status,
  statusName: p.statusName,
  applyFrom: p.applyFrom,
  applyTo: p.applyTo,
  daysLeft: p.daysLeft,
  maxAmount: p.maxAmount,
  viewNum: p.viewNum,
})
export type Listed = ReturnType<typeof listed>
