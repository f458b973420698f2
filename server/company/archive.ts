import { authStatuses, type Archive, type ArchiveField, type FactValue } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dictionaryChoices, type DictionaryChoice } from '../kernel/offers/dictionary-choices.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { readerOf } from './access.ts'
import {
  archiveFieldOf,
  archiveFields,
  archiveGroups,
  completenessOf,
  coreKeys,
  factLabel,
  isPersonal,
  officialSourceOf,
  type CatalogueField,
  type PersonalKey,
} from './catalogue.ts'
import { archiveTables, manages } from './expansion/index.ts'
import { NAMING_KEYS } from './official.ts'

/** The archive in the groups of the catalogue. Others than the company itself read it only while the company's consent is valid. */
export async function readArchive(k: Kernel, actor: Actor, asked: number | undefined): Promise<Archive> {
  const { companyId, own } = await readerOf(k.db, actor, asked)
  const row = await k.db.selectFrom('company').selectAll().where('id', '=', companyId).executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  if (!own && row.auth_status !== authStatuses.granted) throw refused('该企业尚未授权，不能查看企业档案', 'NO_CONSENT')
  const changers = [...new Set(Object.values(row.person_origins).flatMap((o) => (o.updatedBy === null ? [] : [o.updatedBy])))]
  const people = new Map(
    changers.length === 0
      ? []
      : (await k.db.selectFrom('sys_user').select(['id', 'name', 'type']).where('id', 'in', changers).execute()).map((u) => [u.id, u]),
  )
  /** The source of a sealed value, in the shape of a row of company_fact. */
  const originOf = (key: PersonalKey) => {
    const origin = row.person_origins[key]
    if (!origin) return undefined
    const by = people.get(origin.updatedBy ?? 0)
    return {
      value: null,
      source: origin.source,
      as_of: origin.asOf,
      updated_at: origin.updatedAt,
      by_name: by?.name ?? null,
      by_type: by?.type ?? null,
    }
  }
  const facts = new Map(
    (
      await k.db
        .selectFrom('company_fact as f')
        .leftJoin('sys_user as u', 'u.id', 'f.updated_by')
        .select(['f.field_key', 'f.value', 'f.source', 'f.as_of', 'f.updated_at', 'u.name as by_name', 'u.type as by_type'])
        .where('f.company_id', '=', companyId)
        .execute()
    ).map((f) => [f.field_key, f]),
  )
  const personal = (key: PersonalKey): string | null => {
    const sealed = {
      legalPerson: row.legal_person,
      legalPersonPhone: row.legal_person_phone,
      contactPerson: row.contact_person,
      contactPhone: row.contact_phone,
    }[key]
    if (sealed === null) return null
    const text = openPii(k, sealed)
    if (own) return text
    return key.endsWith('Phone') ? maskPhone(text) : maskName(text)
  }
  const keeps = manages(actor)
  const show = (f: CatalogueField): ArchiveField => {
    const fact = isPersonal(f.key) ? originOf(f.key) : facts.get(f.key)
    const value: FactValue = isPersonal(f.key) ? personal(f.key) : (fact?.value ?? null)
    return {
      key: f.key,
      label: f.label,
      type: f.type,
      unit: f.unit,
      options: f.options,
      dict: f.dict ?? null,
      question: f.question,
      min: f.min ?? null,
      max: f.max ?? null,
      value,
      source: fact?.source ?? (isPersonal(f.key) && value !== null ? (officialSourceOf(f.key) ?? '企业填报') : null),
      asOf: fact?.as_of ?? null,
      updatedAt: fact?.updated_at ?? null,
      // A company sees the source of a fact, not the official who entered it.
      updatedBy: own && fact?.by_type === 'YYF' ? null : (fact?.by_name ?? null),
      editable: own ? officialSourceOf(f.key) === null : keeps && !NAMING_KEYS.has(f.key),
      masked: !own && isPersonal(f.key) && value !== null,
      official: officialSourceOf(f.key),
      core: coreKeys.includes(f.key),
    }
  }
  const groups = archiveGroups().map((group) => {
    const fields = archiveFields.filter((f) => f.group === group && !(own && f.staffOnly)).map(show)
    return { group, filled: fields.filter((f) => f.value !== null).length, total: fields.length, fields }
  })
  const values = new Map(groups.flatMap((g) => g.fields).map((f) => [f.key, f.value]))
  const { percent, missing } = completenessOf((key) => values.get(key))
  return {
    companyId,
    companyName: row.name,
    version: row.version,
    authStatus: row.auth_status,
    completeness: percent,
    wholeInfo: missing.length === 0,
    groups,
    tables: await archiveTables(k, actor, companyId, row.business_type),
    missing: missing.map((key) => ({ key, label: factLabel(key), group: archiveFieldOf(key)!.group })),
  }
}

/** Every dictionary that the archive refers to, as a flat list in its order, with disabled values. */
export async function archiveDictionaries(k: Kernel): Promise<Record<string, DictionaryChoice[]>> {
  return Object.fromEntries(await dictionaryChoices(k.db, [...new Set(archiveFields.flatMap((f) => (f.dict ? [f.dict] : [])))]))
}
