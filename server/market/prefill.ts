import { authStatuses } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { companyOf } from '../kernel/actor.ts'
import { siteArea } from '../kernel/config.ts'
import { refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { authStatusOf, provenanceOf } from '../company/index.ts'
import { namesFor, streetsOf } from './names.ts'

/**
 * Initial values for a new demand of a company: street, industry and size from its archive. Throws without consent (domains/market.md B).
 */
export async function prefillOf(k: Kernel, actor: Actor): Promise<{ streetIds: string[]; industry: string | null; purpose: string }> {
  const companyId = companyOf(actor)
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted)
    throw refused('尚未授权平台读取企业档案，请先完成企业用户授权，或直接填写', 'NO_CONSENT')
  const [company, archive, streets, names] = await Promise.all([
    k.db.selectFrom('company').select('street_id').where('id', '=', companyId).executeTakeFirst(),
    provenanceOf(k.db, companyId, ['industryCode', 'employees']),
    streetsOf(k.db, siteArea(k.config)),
    namesFor(k.db, ['landDemand']),
  ])
  const street = company?.street_id ?? ''
  const code = archive.industryCode?.value
  // The options are two-digit divisions; the code may start with the letter of a section.
  const division = typeof code === 'string' ? code.replace(/^[A-T]/, '').slice(0, 2) : ''
  const trade = names.get('industry')?.get(division)
  const people = archive.employees?.value
  return {
    streetIds: streets.some(({ value }) => value === street) ? [street] : [],
    industry: trade === undefined ? null : division,
    purpose: [trade, typeof people === 'number' ? `现有职工 ${people} 人` : ''].filter(Boolean).join('，'),
  }
}
