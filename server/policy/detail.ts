import type { PolicyDetail, PolicyRule } from '../../contract/policy/market.ts'
import { issuersOf } from '../../contract/units.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { cleanStored } from '../kernel/http/sanitize.ts'
import { publishedDetail, type DetailRow } from './queries.ts'
import { industryNames, listItem } from './list-item.ts'
import { saidRule } from './rule/said-rule.ts'

export function detailOf(row: DetailRow, day: string, here: string | undefined): Omit<PolicyDetail, 'rule'> & { rule: PolicyRule } {
  return {
    ...listItem(row, day, here),
    supportModeCodes: row.support_modes,
    industryNames: industryNames(row.industries),
    content: cleanStored(row.content),
    materials: row.materials,
    process: row.process,
    issuingUnits: row.issuing_units.length > 0 ? row.issuing_units : issuersOf(row.dep_name),
    contactUnits: row.contact_units,
    attachments: row.attachments,
    sources: row.sources,
    sourceNote: row.source_note,
    versionNumber: row.version_number,
    rule: row.rule,
    versions: row.versions.map((v) => ({ ...v, createTime: new Date(v.createTime).toISOString() })),
    supersededBy: row.superseded_by_ref,
    supersedes: row.supersedes,
    repealedBy: row.repealed_by_ref,
    repealBasis: row.repeal_basis,
    repeals: row.repeals,
    labels: row.labels,
    documents: row.documents,
    updateTime: row.updated_at,
  }
}

/** Only published policies; a draft is reported as absent. */
export async function policyDetail(k: Kernel, { id, code }: { id?: number | undefined; code?: string | undefined }): Promise<PolicyDetail> {
  const day = today(k.clock)
  const row = await publishedDetail(k, id !== undefined ? { id } : { code: code! }, day)
  if (!row) throw notFound('该政策不存在或已下架')
  const detail = detailOf(row, day, siteArea(k.config))
  return { ...detail, rule: await saidRule(k, detail.rule, 'public') }
}
