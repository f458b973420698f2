import { businessTypeOptions } from '../../contract/company/business-type.ts'
import type { SmsAudience } from '../../contract/sms/sends.ts'
import { companiesSeen } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { domainTypes } from '../../contract/domain-tree.ts'
import type { Db } from '../kernel/db/index.ts'

/** Names listed in full; of more, only the number is told. */
const LISTED = 5
const listed = (names: readonly string[], unit: string, most: number): string =>
  names.length > most ? `${names.slice(0, most).join('、')} 等 ${names.length} ${unit}` : names.join('、')

/** The ways by which an audience chooses companies, in words: names instead of numbers (`most` of each kind), and each condition. */
export async function chosenWords(db: Db, a: Omit<SmsAudience, 'persons'>, most = LISTED, reader: Actor | null = null): Promise<string[]> {
  const said: string[] = []
  const tell = async (what: string, unit: string, ids: readonly number[], read: () => Promise<{ name: string }[]>) => {
    if (ids.length === 0) return
    const names = (await read()).map(({ name }) => name)
    said.push(`${what}：${listed(names, unit, most)}`)
  }
  const { companyIds, tagIds, policyIds } = a
  // To a reader, only companies inside the reader's rule are named; of the others the number is told.
  const named = reader === null ? companyIds : [...(await companiesSeen(db, reader, companyIds))]
  await tell('指定企业', '家', named, () => db.selectFrom('company').select('name').where('id', 'in', named).orderBy('id').execute())
  const hidden = new Set(companyIds).size - new Set(named).size
  if (hidden > 0) said.push(`指定企业：另有 ${hidden} 家不在您的范围内`)
  await tell('企业标签', '个', tagIds, () => db.selectFrom('tag').select('name').where('id', 'in', tagIds).orderBy('id').execute())
  await tell('符合政策条件', '项', policyIds, () =>
    db.selectFrom('policy').select('title as name').where('id', 'in', policyIds).orderBy('id').execute(),
  )
  const f = a.filter
  if (!f) return said
  const labels = await labelsOf(db, { [domainTypes.region]: f.streetId, [domainTypes.industry]: f.industry })
  const parts = [
    f.companyName && `名称含“${f.companyName}”`,
    f.streetId && `镇街 ${labels.get(domainTypes.region) ?? f.streetId}`,
    f.industry && `行业 ${labels.get(domainTypes.industry) ?? f.industry}`,
    f.businessType && `类型 ${businessTypeOptions.find(({ value }) => value === f.businessType)?.label ?? f.businessType}`,
  ].filter(Boolean)
  return [...said, parts.length > 0 ? `企业条件：${parts.join('，且')}` : '全部企业']
}

async function labelsOf(db: Db, values: Readonly<Record<string, string | undefined>>): Promise<Map<string, string>> {
  const asked = Object.entries(values).flatMap(([type, value]) => (value === undefined ? [] : [{ type, value }]))
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('dict_value')
    .select(['dict_type', 'label'])
    .where((e) => e.or(asked.map(({ type, value }) => e.and([e('dict_type', '=', type), e('value', '=', value)]))))
    .execute()
  return new Map(rows.map((r) => [r.dict_type, r.label]))
}
