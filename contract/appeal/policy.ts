/** Appeals and policies: the verdict of the rules when an appeal was filed, and appeals for which senders found no policy (ADR 0442). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, page, paging, query, text, wireInt } from '../fields.ts'
import { verdicts, type Verdict } from '../matching/verdicts.ts'

const trace = z.object({
  policyId: z.number(),
  policyTitle: z.string(),
  /** the version of the rule on that day */
  version: z.number(),
  asOf: z.string(),
  verdict: z.enum(Object.keys(verdicts) as [Verdict, ...Verdict[]]),
  /** conditions that were not met or could not be judged, with the missing facts */
  failed: z.array(z.object({ sentence: z.string(), result: z.enum(['false', 'unknown']), facts: z.string() })),
})
export type AppealTrace = z.output<typeof trace>

/** One row: appeals of a big type, an industry and a street for which no policy was found. */
const gap = z.object({
  typeId: z.number(),
  typeName: z.string(),
  industry: z.string(),
  street: z.string(),
  streetName: z.string(),
  count: z.number(),
  newest: z.string(),
  /** titles of the newest, at most five */
  titles: z.array(z.string()),
  policy: z.object({ id: z.number(), title: z.string(), published: z.boolean() }).nullable(),
  told: z.number(),
})
const place = { typeId: id, industry: text(60).default(''), street: text(12).default('') }
export const TieGap = z.strictObject({ ...place, policyId: id.optional() })

export const appealPolicy = {
  /** withheld: the company has withdrawn its consent since */
  trace: get('/appeal/info/trace', {
    access: can('appeal:read'),
    query: query({ id }),
    returns: z.object({ withheld: z.boolean(), trace: trace.nullable() }),
    summary: '提交时企业对所涉政策的判定',
  }),
  gaps: get('/appeal/gap/list', {
    access: can('appeal:gap'),
    query: query({ typeId: id.optional(), tied: wireInt(0, 1).optional(), ...paging() }),
    returns: page(gap),
    summary: '没有合适政策的诉求：类型、行业、镇街',
  }),
  tie: post('/appeal/gap/tie', {
    access: can('appeal:gap'),
    body: TieGap,
    returns: z.object({ count: z.number() }),
    summary: '把一类没有合适政策的诉求关联到后来的政策（政策公开时告知提出人）',
  }),
}
