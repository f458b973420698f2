import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { Comparison } from '../../contract/policy/compare.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { authStatusOf } from '../company/index.ts'
import { authStatuses } from '../../contract/company.ts'
import { head, policyById, sectionsOf, sideOf, versionRows, type PolicyBrief } from '../policy/index.ts'
import { effectOnCompany } from './effect.ts'

interface Pair {
  id: number
  from: number
  to: number
}

/** Throws for policies that are not published, except for users with policy:read. */
async function readable(k: Kernel, call: Call, id: number): Promise<PolicyBrief> {
  const policy = await policyById(k.db, id)
  if (!policy || (policy.state !== POLICY_STATE.published && !call.actor?.permissions.has('policy:read')))
    throw notFound('该政策不存在或已下架')
  return policy
}

export async function compareVersions(k: Kernel, call: Call, { id, from, to }: Pair): Promise<Comparison> {
  const policy = await readable(k, call, id)
  if (from === to) throw invalidField('to', '请选择两个不同的版本')
  const [before, after] = [await sideOf(k, id, from), await sideOf(k, id, to)]
  return {
    id: policy.id,
    code: policy.code,
    policyTitle: policy.title,
    repealedOn: policy.repealedOn,
    versions: (await versionRows(k, id)).map(head),
    from: head(before),
    to: head(after),
    sections: await sectionsOf(k, before, after, call.actor?.permissions.has('policy:read') ? 'staff' : 'public'),
  }
}

export async function versionEffect(k: Kernel, call: Call, actor: Actor, { id, from, to }: Pair) {
  await readable(k, call, id)
  const companyId = companyOf(actor)
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted) return { consent: false, effect: null }
  const effect = await effectOnCompany(k, companyId, id, from, to)
  if (!effect) throw notFound('该版本不存在')
  return { consent: true, effect }
}
