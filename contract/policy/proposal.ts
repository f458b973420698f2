import { z } from 'zod'
import { PROPOSAL_STATE, proposalKinds, proposalMoves } from './proposal-codes.ts'

/** The state of a proposal, and what the caller may do with it. */
export const Proposal = z.object({
  id: z.number(),
  kind: z.enum(proposalKinds),
  state: z.literal(Object.values(PROPOSAL_STATE)),
  stateName: z.string(),
  version: z.number(),
  /** repeal: first day of the repeal · revision: first day of the new version; null = on approval */
  effectiveOn: z.string().nullable(),
  authorName: z.string().nullable(),
  submitterName: z.string().nullable(),
  submitTime: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  /** the details of a repeal */
  repeal: z.object({ by: z.object({ id: z.number(), policyTitle: z.string() }).nullable(), basis: z.string().nullable() }).nullable(),
  allowed: z.array(z.enum(proposalMoves)),
})
export type Proposal = z.output<typeof Proposal>
