/** The verdict of a consultation’s policy for the company that asks: for the staff who answer, with the company’s consent. */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { id } from '../fields.ts'
import { verdicts, type Verdict } from './verdicts.ts'

const judged = z.object({
  verdict: z.enum(Object.keys(verdicts) as [Verdict, ...Verdict[]]),
  /** 万元; null when unknown */
  min: z.number().nullable(),
  max: z.number().nullable(),
  conditions: z.array(
    z.object({
      sentence: z.string(),
      /** depth in groups such as 满足以下任一条件 */
      depth: z.number(),
      result: z.enum(['true', 'false', 'unknown']),
      /** the value of the archive, or what is missing */
      facts: z.string(),
    }),
  ),
})
export type ConsultVerdict = z.output<typeof judged>

export const consultVerdict = {
  verdict: get('/pol/consult/verdict', {
    access: can('consult:answer'),
    query: z.strictObject({ id }),
    /** person: asked without a company · withheld: no consent, so nothing was read · judged: null when the policy has no rule in force */
    returns: z.object({ of: z.enum(['person', 'withheld', 'judged']), judgement: judged.nullable() }),
    summary: '咨询企业对所问政策的核对结论',
  }),
}
