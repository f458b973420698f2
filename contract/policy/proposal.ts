import { z } from 'zod'
import { PROPOSAL_STATE, proposalKinds, proposalMoves } from './proposal-codes.ts'

/** Where a proposal stands, and what the caller may do with it. */
export const Proposal = z.object({
  id: z.number(),
  kind: z.enum(proposalKinds),
  state: z.literal(Object.values(PROPOSAL_STATE)),
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
