import { authStatuses, type Archive, type ArchiveField, type FactSource, type FactValue } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { conflict, forbidden, invalid, invalidField, notFound, refused } from '../kernel/errors.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/outbox.ts'
import { maskName, maskPhone, openPii } from '../kernel/pii.ts'
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
import { departmentIssues } from './official.ts'
import { choiceIssues } from './register.ts'
import { writeFacts } from './write-facts.ts'
import { refuseWrongFacts, reportFacts } from './report.ts'

/** The archive in the groups of the catalogue. Others than the company itself read it only while the company's consent stands. */
export async function readArchive(k: Kernel, actor: Actor, asked: number | undefined): Promise<Archive> {
  const { companyId, own } = readerOf(actor, asked)
  const row = await k.db.selectFrom('company').selectAll().where('id', '=', companyId).executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  if (!own && row.auth_status !== authStatuses.granted) throw refused('该企业尚未授权，不能查看企业档案', 'NO_CONSENT')
  const facts = new Map(
    (
      await k.db
        .selectFrom('company_fact as f')
        .leftJoin('sys_user as u', 'u.id', 'f.updated_by')
        .select(['f.field_key', 'f.value', 'f.source', 'f.as_of', 'f.updated_at', 'u.name as by_name'])
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
  const show = (f: CatalogueField): ArchiveField => {
    const fact = facts.get(f.key)
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
      updatedBy: fact?.by_name ?? null,
      editable: own && officialSourceOf(f.key) === null,
      core: coreKeys.includes(f.key),
    }
  }
  const groups = archiveGroups.map((group) => {
    const fields = archiveFields.filter((f) => f.group === group).map(show)
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

interface ArchiveSave {
  companyId?: number | undefined
  source?: string | undefined
  version: number
  values: Record<string, FactValue>
}

/**
 * Saves the changed values: as reported by the enterprise today, or, by staff who keep archives, as the word of a department. Refuses unknown keys,
 * wrong types and values that somebody else must say, each at its place. Staff change what they may read: an archive with consent (P-01).
 */
export async function saveArchive(k: Kernel, call: Call, actor: Actor, input: ArchiveSave) {
  if (actor.type !== 'QY' && !manages(actor)) throw forbidden()
  const { companyId, own } = readerOf(actor, input.companyId)
  const path = (key: string) => `values.${key}`
  if (own) refuseWrongFacts(input.values, path)
  else refuseStaff(input, path)
  return k.db.transaction().execute(async (db) => {
    const locked = await db
      .selectFrom('company')
      .select(['version', 'completeness', 'whole_info', 'auth_status'])
      .where('id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!locked) throw notFound('企业不存在')
    if (!own && locked.auth_status !== authStatuses.granted) throw refused('该企业尚未授权，不能查看企业档案', 'NO_CONSENT')
    if (locked.version !== input.version) throw conflict()
    const keys = Object.keys(input.values)
    if (keys.length === 0) return { version: locked.version, changed: 0, completeness: locked.completeness, wholeInfo: locked.whole_info }
    const { percent, whole } = own
      ? await reportFacts(k, db, companyId, input.values, actor.userId, path)
      : await departmentFacts(k, db, companyId, input, actor.userId, path)
    await send(db, 'company.changed', `company.archive:${companyId}:${locked.version}`, { companyId })
    await audit(db, call, {
      action: 'company.archive.save',
      objectType: 'company',
      objectId: companyId,
      detail: { fields: keys, ...(own ? {} : { source: input.source }) },
    })
    return { version: locked.version + 1, changed: keys.length, completeness: percent, wholeInfo: whole }
  })
}

function refuseStaff({ source, values }: ArchiveSave, path: (key: string) => string): void {
  if (!source) throw invalidField('source', '请选择数据来源部门')
  const issues = departmentIssues(source as FactSource, values, path)
  if (issues.length) throw invalid(issues)
}

async function departmentFacts(
  k: Kernel,
  db: Db,
  companyId: number,
  { source, values }: ArchiveSave,
  by: number,
  path: (key: string) => string,
): Promise<{ percent: number; whole: boolean }> {
  const wrong = await choiceIssues(db, values, path)
  if (wrong.length) throw invalid(wrong)
  const asOf = dateOf(k.clock.now())
  const tidy = (v: FactValue): FactValue => (typeof v === 'string' ? v.trim() || null : Array.isArray(v) && v.length === 0 ? null : v)
  const writes = Object.entries(values).map(([key, value]) => ({ key, value: tidy(value), source: source as FactSource, asOf }))
  return writeFacts(k, db, companyId, writes, by)
}

/** Every dictionary that the archive refers to, flat, in its order. */
export async function archiveDictionaries(k: Kernel): Promise<Record<string, { label: string; value: string }[]>> {
  const types = [...new Set(archiveFields.flatMap((f) => (f.dict ? [f.dict] : [])))]
  const rows = await k.db
    .selectFrom('dict_value')
    .select(['dict_type', 'label', 'value'])
    .where('dict_type', 'in', types)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('value')
    .execute()
  return Object.fromEntries(
    types.map((type) => [type, rows.filter((r) => r.dict_type === type).map(({ label, value }) => ({ label, value }))]),
  )
}
