/**
 * The public calls for outside programs, described with examples on /page/openapi (ADR 0207). The complete OpenAPI document is only on
 * ADMIN_PORT (B-01).
 */
import { z } from 'zod'
import { get } from './endpoint.ts'

const PublicCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  name: z.string(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), kind: z.string() })),
  /** address with query; the body of a POST */
  example: z.object({ url: z.string(), body: z.record(z.string(), z.unknown()).nullable() }),
})
export type PublicCall = z.output<typeof PublicCall>

export const publicCalls = {
  list: get('/sys/openapi/publicCalls', {
    access: 'public',
    query: z.strictObject({}),
    returns: z.array(PublicCall),
    summary: '对外开放的只读接口',
  }),
}
