/** Repeal and revision of published policies, reviewed like every publication (ADR 0059). */
import { z } from 'zod'
import { ContactUnit, IssuingUnit } from '../units.ts'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, text, wireInt } from '../fields.ts'
import { Checked } from './compare.ts'
import { SavePolicy } from './managed-policies.ts'
import { Proposal } from './proposal.ts'
import { policyOrigins } from './codes.ts'
import { PolicyRule } from './market.ts'
import { proposalMoves } from './proposal-codes.ts'

const version = wireInt(1, 2_000_000_000)

export const SaveRepeal = z.strictObject({
  policyId: id,
  /** version of the changed draft; missing = there is none yet */
  version: version.optional(),
  repealedOn: isoDate,
  /** the policy of this platform that repeals it */
  repealedById: id.nullish(),
  /** the document or decision, if it is not a policy of this platform */
  basis: text(300).nullish(),
})
export type SaveRepeal = z.input<typeof SaveRepeal>

/** `id` and `version` are those of the policy; `revisionVersion` that of the changed revision, missing = there is none yet. */
export const SaveRevision = SavePolicy.safeExtend({ revisionVersion: version.optional() })
export type SaveRevision = z.input<typeof SaveRevision>

/** A revision for further editing: the values of its form. */
export const Revision = z.object({
  proposal: Proposal,
  policyTitle: z.string(),
  policyNo: z.string().nullable(),
  issuingUnits: z.array(IssuingUnit),
  contactUnits: z.array(ContactUnit),
  level: z.string(),
  areaCode: z.string().nullable(),
  supportModes: z.array(z.string()),
  industries: z.array(z.string()),
  summary: z.string(),
  content: z.string(),
  applyFrom: z.string().nullable(),
  applyTo: z.string().nullable(),
  period: z.string().nullable(),
  urlType: z.number(),
  applyUrl: z.string().nullable(),
  materials: z.array(z.object({ name: z.string(), required: z.boolean(), note: z.string().nullable() })),
  process: z.array(z.object({ title: z.string(), text: z.string() })),
  attachments: z.array(z.object({ fileId: z.string(), fileName: z.string(), size: z.number() })),
  origin: z.enum(policyOrigins),
  sources: z.array(z.string()),
  sourceNote: z.string().nullable(),
  supersededByCode: z.string().nullable(),
  labelIds: z.array(z.number()),
  rule: PolicyRule,
  maxAmount: z.number().nullable().optional(),
  effectiveFrom: z.string().nullable(),
  versionNote: z.string().nullable(),
})
export type Revision = z.output<typeof Revision>

export const Moved = z.object({ id: z.number(), state: z.number(), version: z.number() })

export const proposals = {
  /** writes a repeal and submits it for review; without review a publisher’s repeal is recorded at once */
  repeal: post('/pol/repeal/save', { access: can('policy:edit'), body: SaveRepeal, returns: Moved, summary: '登记废止' }),
  move: post('/pol/proposal/move', {
    access: can('policy:read'),
    body: z.strictObject({
      id,
      version,
      action: z.enum(proposalMoves, { error: '不支持的操作' }),
      /** why it is returned or undone */
      opinion: text(300).nullish(),
      /** required to approve a revision (ADR 0194) */
      checked: Checked.optional(),
    }),
    returns: Moved,
    summary: '废止与修订的送审、撤回、审核、放弃、撤销',
  }),
  /** for a published policy, with review: the public version stays in force */
  revise: post('/pol/revision/save', {
    access: can('policy:edit'),
    body: SaveRevision,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '保存已上架政策的修订',
  }),
  /** the open one; `id`: of the policy */
  revision: get('/pol/revision/findById', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: Revision,
    summary: '政策的修订',
  }),
}
