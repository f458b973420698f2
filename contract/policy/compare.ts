/** Two versions of a policy side by side, and the chain of policies that replaced one another (ADR 0047). */
import { z } from 'zod'
import { can, get, types } from '../endpoint.ts'
import { id, wireInt } from '../fields.ts'

const number = wireInt(1, 10_000)
const pair = z.strictObject({ id, from: number, to: number })

/** A piece of text; `mark`: the other side does not contain it. */
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
  /** the policy is repealed from this day on */
  repealedOn: z.string().nullable(),
  versions: z.array(Head),
  from: Head,
  to: Head,
  sections: z.array(z.object({ key: z.string(), name: z.string(), changes: z.number(), rows: z.array(Row) })),
})
export type Comparison = z.output<typeof Comparison>

/** What a reviewer passes or returns: the published version beside the new one. */
export const ReviewPair = Comparison.omit({ versions: true }).extend({
  /** null: nothing of this policy was published yet, so everything is new */
  from: Head.nullable(),
  /** hash of both sides; a pass names it, so that nobody passes what was changed after reading */
  hash: z.string(),
})
export type ReviewPair = z.output<typeof ReviewPair>

/** What a reviewer has read: keys of the changed sections, each ticked, of the pair with this hash. */
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
  /** whether that day has come */
  repealed: z.boolean(),
  /** steps before (negative) or after the requested policy */
  step: z.number(),
})

export const compare = {
  /** published policies for everybody, others for users who manage policies */
  versions: get('/pol/info/compareVersions', {
    access: 'public',
    perMinute: 120,
    query: pair,
    returns: Comparison,
    summary: '逐条比较两个版本',
  }),
  /** the version in force beside the open revision; `id`: of the policy */
  revision: get('/pol/revision/compare', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: ReviewPair,
    summary: '逐条比较现行版本与修订',
  }),
  /** what waits for a review of the policy `id`: its open revision, or the unpublished policy itself */
  review: get('/pol/info/reviewPair', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: ReviewPair,
    summary: '送审内容与上架内容的逐条比较',
  }),
  /** the effect of the difference on my company; null without consent */
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
