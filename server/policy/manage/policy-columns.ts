import { inFen } from '../../../contract/money.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { PolicyOrigin, PolicyState } from '../../../contract/policy/codes.ts'
import type { PolicyRule } from '../../../contract/policy/market.ts'
import type { ContactUnit, IssuingUnit } from '../../../contract/units.ts'
import { provinces } from '../../../contract/place.ts'
import { cleanHtml } from '../../kernel/http/sanitize.ts'
import { areaName } from '../../system/index.ts'
import { amountCeiling } from '../../../contract/rule/ceiling.ts'
import { policyWords } from '../search/search.ts'
import { writeSearch } from '../search/search-upkeep.ts'
import { learnWords } from '../../search/index.ts'

type Tx = Transaction<Database>

export interface PolicyText {
  title: string
  docNo: string | null
  depName: string
  departments: readonly string[]
  level: string
  /** where it applies; null = the whole country, absent = unchanged */
  areaCode?: string | null | undefined
  /** taken from the region tree when absent */
  areaName?: string | undefined
  supportModes: string[]
  industries: string[]
  summary: string
  content: string
  period: string | null
  applyFrom: string | null
  applyTo: string | null
  urlType: number
  applyUrl: string | null
  origin: PolicyOrigin
  sources: readonly string[]
  sourceNote: string | null
  materials: readonly { name: string; required: boolean; note: string | null }[]
  process: readonly { title: string; text: string }[]
  /** absent = unchanged */
  issuingUnits?: readonly IssuingUnit[] | undefined
  contactUnits?: readonly ContactUnit[] | undefined
  supersededBy: string | null
  rule: PolicyRule
  /** 万元; computed from the rule when absent */
  maxAmount?: number | null | undefined
}
export interface Author {
  id: number
  name: string
}
interface NewPolicy extends PolicyText {
  code: string
  state: PolicyState
  publishTime: Date | null
  effectiveFrom: string | null
  effectiveTo: string | null
  versionNote: string | null
  author: Author | null
  at: Date
}

/** Splits an issuer's text into departments: 科技部、财政部（省级认定机构组织） → 科技部, 财政部. */
export const departmentNames = (issuer: string): string[] => [
  ...new Set(
    issuer
      .replace(/（[^（）]*）|\([^()]*\)/g, '')
      .split(/[、，,；;]/)
      .map((s) => s.trim())
      .filter(Boolean),
  ),
]

/** Ids of departments by name, in the given order; unknown ones are created. */
async function departmentIds(db: Tx, names: readonly string[]): Promise<number[]> {
  const unique = [...new Set(names)]
  const known = () => db.selectFrom('policy_department').select(['id', 'name']).where('name', 'in', unique).execute()
  let rows = await known()
  const missing = unique.filter((name) => !rows.some((r) => r.name === name))
  if (missing.length > 0) {
    await db
      .insertInto('policy_department')
      .values(missing.map((name) => ({ name })))
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    rows = await known()
  }
  return unique.map((name) => rows.find((r) => r.name === name)!.id)
}

async function nameOf(db: Tx, { areaCode, areaName: given }: PolicyText): Promise<string | null> {
  if (!areaCode) return null
  return (
    given ?? (await areaName(db, areaCode)) ?? `${provinces[areaCode.slice(0, 2)] ?? ''}${areaCode.length > 2 ? `（${areaCode}）` : ''}`
  )
}

/** Columns of a policy row. The body is cleaned here, the only place through which a body reaches the table. */
export async function columnsOf(db: Tx, p: PolicyText) {
  const content = cleanHtml(p.content)
  await learnWords(db, policyWords(p))
  return {
    title: p.title,
    doc_no: p.docNo,
    dep_name: p.depName,
    dep_ids: await departmentIds(db, p.departments),
    level: p.level,
    ...(p.areaCode === undefined ? {} : { area_code: p.areaCode, area_name: await nameOf(db, p) }),
    support_modes: p.supportModes,
    industries: p.industries,
    summary: p.summary,
    content,
    period: p.period,
    apply_from: p.applyFrom,
    apply_to: p.applyTo,
    url_type: p.urlType,
    apply_url: p.applyUrl,
    origin: p.origin,
    sources: JSON.stringify(p.sources),
    source_note: p.sourceNote,
    process: JSON.stringify(p.process),
    ...(p.issuingUnits ? { issuing_units: JSON.stringify(p.issuingUnits) } : {}),
    ...(p.contactUnits ? { contact_units: JSON.stringify(p.contactUnits) } : {}),
    superseded_by: p.supersededBy,
    max_amount: inFen(p.maxAmount !== undefined ? p.maxAmount : amountCeiling(p.rule)),
  }
}

export async function writeMaterials(db: Tx, policyId: number, materials: PolicyText['materials']): Promise<void> {
  await db.deleteFrom('policy_material').where('policy_id', '=', policyId).execute()
  if (materials.length > 0)
    await db
      .insertInto('policy_material')
      .values(materials.map((m, sort) => ({ policy_id: policyId, sort, ...m })))
      .execute()
}

/** A new policy with its first version; returns its id. */
export async function savePolicyRow(db: Tx, p: NewPolicy): Promise<number> {
  const columns = await columnsOf(db, p)
  const { id } = await db
    .insertInto('policy')
    .values({
      ...columns,
      search: '',
      code: p.code,
      state: p.state,
      publish_time: p.publishTime,
      created_at: p.at,
      updated_at: p.at,
      created_by: p.author?.id ?? null,
      updated_by: p.author?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('policy_version')
    .values({
      policy_id: id,
      number: 1,
      effective_from: p.effectiveFrom,
      effective_to: p.effectiveTo,
      rule: JSON.stringify(p.rule),
      title: p.title,
      summary: p.summary,
      content: columns.content,
      period: p.period,
      author_id: p.author?.id ?? null,
      author_name: p.author?.name ?? null,
      note: p.versionNote,
      created_at: p.at,
    })
    .execute()
  await writeMaterials(db, id, p.materials)
  await db.insertInto('policy_counter').values({ policy_id: id }).execute()
  await writeSearch(db, [id])
  return id
}
