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
    returns: Comparison,
    summary: '逐条比较现行版本与修订',
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
