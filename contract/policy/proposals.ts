/** Repeal and revision of published policies, reviewed like every publication (ADR 0059). */
import { z } from 'zod'
import { can, post } from '../endpoint.ts'
import { id, isoDate, text, wireInt } from '../fields.ts'
import { proposalKinds, proposalMoves } from './proposal-codes.ts'

const version = wireInt(1, 2_000_000_000)

/** Where a proposal stands, and what the caller may do with it. */
export const Proposal = z.object({
  id: z.number(),
  kind: z.enum(proposalKinds),
  state: z.number(),
  stateName: z.string(),
  version: z.number(),
  /** repeal: from which day · revision: when the new version begins; null = with the approval */
  effectiveOn: z.string().nullable(),
  authorName: z.string().nullable(),
  submitterName: z.string().nullable(),
  submitTime: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  /** a repeal as it was written */
  repeal: z.object({ by: z.object({ id: z.number(), policyTitle: z.string() }).nullable(), basis: z.string().nullable() }).nullable(),
  allowed: z.array(z.enum(proposalMoves)),
})
export type Proposal = z.output<typeof Proposal>

export const SaveRepeal = z.strictObject({
  policyId: id,
  /** of the draft that is changed; absent = there is none yet */
  version: version.optional(),
  repealedOn: isoDate,
  /** the policy of this platform that repeals it */
  repealedById: id.nullish(),
  /** the document or decision, where it is no policy of this platform */
  basis: text(300).nullish(),
})
export type SaveRepeal = z.input<typeof SaveRepeal>

export const Moved = z.object({ id: z.number(), state: z.number(), version: z.number() })

export const proposals = {
  /** writes it and sends it to review; where the installation asks for none, a publisher's repeal is recorded at once */
  repeal: post('/pol/repeal/save', { access: can('policy:edit'), body: SaveRepeal, returns: Moved, summary: '登记废止' }),
  move: post('/pol/proposal/move', {
    access: can('policy:read'),
    body: z.strictObject({
      id,
      version: version.optional(),
      action: z.enum(proposalMoves, { error: '不支持的操作' }),
      /** why it is sent back or undone */
      opinion: text(300).nullish(),
    }),
    returns: Moved,
    summary: '废止与修订的送审、撤回、审核、放弃、撤销',
  }),
}
