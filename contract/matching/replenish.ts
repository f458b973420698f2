/** A company fills in the archive fields that the match form of a policy asks for (spec §4 去完善信息). */
import { z } from 'zod'
import { company, factValue } from '../company.ts'
import { post, types } from '../endpoint.ts'
import { id, wireInt } from '../fields.ts'

export const replenish = {
  /** like saving the archive; an unanswered required question of the policy’s enabled form is refused at its field */
  save: post('/policy/doc/replenish', {
    access: types('QY'),
    body: z.strictObject({
      policyId: id,
      version: wireInt(0, Number.MAX_SAFE_INTEGER),
      values: z.record(z.string().max(64), factValue).refine((v) => Object.keys(v).length <= 200, '一次最多保存 200 项'),
    }),
    returns: company.saveArchive.returns,
    summary: '按政策的匹配表单补充企业档案',
  }),
}
