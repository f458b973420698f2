/** Two versions of a policy beside each other, and the chain of policies that replaced one another (ADR 0047). */
import { z } from 'zod'
import { can, get, types } from '../endpoint.ts'
import { id, wireInt } from '../fields.ts'

const number = wireInt(1, 10_000)
const pair = z.strictObject({ id, from: number, to: number })

/** A stretch of text; `mark`: this is what the other side has not. */
const Piece = z.object({ text: z.string(), mark: z.boolean() })
const Row = z.object({
  kind: z.enum(['same', 'changed', 'added', 'removed']),
  before: z.array(Piece).nullable(),
  after: z.array(Piece).nullable(),
})
export type CompareRow = z.output<typeof Row>
const Head = z.object({
  number: z.number(),
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  note: z.string().nullable(),
  createTime: z.string(),
})
export const Comparison = z.object({
  id: z.number(),
  code: z.string(),
  policyTitle: z.string(),
  /** from this day on the policy does not hold any more */
  repealedOn: z.string().nullable(),
  versions: z.array(Head),
  from: Head,
  to: Head,
  sections: z.array(z.object({ key: z.string(), name: z.string(), changes: z.number(), rows: z.array(Row) })),
})
export type Comparison = z.output<typeof Comparison>

/** What a reviewer passes or sends back: what was on the shelf beside what is to stand there. */
export const ReviewPair = Comparison.omit({ versions: true }).extend({
  /** null: nothing of this policy has been on the shelf yet, everything is new */
  from: Head.nullable(),
  /** of both sides as they are; a pass names it, so that nobody passes what was changed after he read it */
  hash: z.string(),
})
export type ReviewPair = z.output<typeof ReviewPair>

/** What a reviewer says to have read: keys of the changed sections, each ticked, of the pair with this hash. */
export const Checked = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/, '核对的内容不正确，请刷新后重试'),
  sections: z.array(z.string().max(20)).max(20),
})

const Standing = z.object({ verdict: z.string().nullable(), min: z.number().nullable(), max: z.number().nullable() })
const Link = z.object({
  id: z.number(),
  policyTitle: z.string(),
  policyNo: z.string().nullable(),
  publishTime: z.string().nullable(),
  repealedOn: z.string().nullable(),
  /** that day has come */
  repealed: z.boolean(),
  /** how many steps before (negative) or after the policy asked about */
  step: z.number(),
})

export const compare = {
  /** published policies for everybody, others for those who manage policies */
  versions: get('/pol/info/compareVersions', {
    access: 'public',
    perMinute: 120,
    query: pair,
    returns: Comparison,
    summary: '逐条比较两个版本',
  }),
  /** what is in force beside the revision that is not over yet; `id` is the policy's */
  revision: get('/pol/revision/compare', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: ReviewPair,
    summary: '逐条比较现行版本与修订',
  }),
  /** what waits for a review of the policy `id`: its open revision, or the policy itself before it is on the shelf */
  review: get('/pol/info/reviewPair', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: ReviewPair,
    summary: '送审内容与上架内容的逐条比较',
  }),
  /** what the difference means for my company; null without consent */
  effect: get('/pol/my/versionEffect', {
    access: types('QY'),
    query: pair,
    returns: z.object({
      consent: z.boolean(),
      effect: z
        .object({ before: Standing, after: Standing, words: z.string(), lost: z.array(z.string()), won: z.array(z.string()) })
        .nullable(),
    }),
    summary: '两个版本对本企业的影响',
  }),
  chain: get('/pol/info/chain', {
    access: 'public',
    query: z.strictObject({ id }),
    returns: z.array(Link),
    summary: '替代关系：从最早到最新',
  }),
}
