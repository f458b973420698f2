/** Invitations by the policy of an activity, and the effect of the activity (domains/training.md D.1, D.4). All ours (ADR 0764). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, idList, query, wireInt } from '../fields.ts'

export const inviteVerdicts = ['match', 'near'] as const
/** Figures of fewer companies would reveal single ones. */
export const FEWEST = 5
/** 0: only companies that have not declared for the policy */
const declared = wireInt(0, 0).optional()
const narrowed = {
  declared,
  /** only companies with at least one of these tags */
  tagIds: idList.optional(),
}
const counts = z.object({ match: z.number(), near: z.number(), unknown: z.number(), nomatch: z.number() })
const Group = z.object({
  companies: z.number(),
  /** null below five companies */
  was: counts.nullable(),
  now: counts.nullable(),
  /** near before the activity, met today */
  turned: z.number().nullable(),
  /** companies that have sent a declaration for the policy since then */
  declared: z.number().nullable(),
  /** companies that have received money under the policy since then, and how much, in 万元 */
  paid: z.number().nullable(),
  paidAmount: z.number().nullable(),
})
export type EffectGroup = z.output<typeof Group>

export const effect = {
  inviteCount: get('/train/activity/inviteCount', {
    access: can('train:manage'),
    query: query({ id, ...narrowed }),
    returns: z.object({
      policyTitle: z.string(),
      match: z.number(),
      near: z.number(),
      /** those of them in which nobody has an account that is in service: nothing reaches them */
      unreached: z.object({ match: z.number(), near: z.number() }),
      invited: z.number(),
    }),
    summary: '按政策结论可以邀请的企业数',
  }),
  invite: post('/train/activity/invite', {
    access: can('train:manage'),
    body: z.strictObject({ id, verdicts: z.array(z.enum(inviteVerdicts)).min(1, '请选择邀请哪些企业').max(2), ...narrowed }),
    returns: z.object({ taskId: z.string() }),
    summary: '邀请符合或差一点符合政策的企业',
  }),
  effect: get('/train/activity/effect', {
    access: can('train:read'),
    query: query({ id }),
    returns: z.object({
      policyTitle: z.string(),
      /** when the earlier verdicts were stored; null: enrolment is still open */
      since: z.string().nullable(),
      attended: Group,
      /** invited, but nobody attended */
      absent: Group,
    }),
    summary: '活动前后参加企业的政策结论',
  }),
}
