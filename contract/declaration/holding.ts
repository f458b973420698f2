/** Which reviewer has taken a declaration: take, pass to a colleague, put back. */
import { z } from 'zod'
import { BatchResult, batchItems } from '../batch.ts'
import { can, get, post } from '../endpoint.ts'
import { id, query } from '../fields.ts'

export const holding = {
  assign: post('/dec/declare/assign', {
    access: can('declaration:read'),
    /** `userId`: the reader takes it, a colleague gets it, null puts it back */
    body: z.strictObject({ items: batchItems, userId: id.nullable() }),
    returns: BatchResult,
    summary: '领取、指派或放回申报（逐条结果）',
  }),
  reviewers: get('/dec/declare/reviewers', {
    access: can('declaration:read'),
    query: query({ id }),
    returns: z.array(z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable(), holds: z.number() })),
    summary: '现在可以办理这件申报的人员及其手头件数（只计本人看得到的）',
  }),
}
