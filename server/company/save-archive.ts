import { authStatuses, type FactSource, type FactValue } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, invalid, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { readerOf } from './access.ts'
import { factLabel, isPersonal, tidyFact } from './catalogue.ts'
import { manages } from './expansion/index.ts'
import { departmentIssues } from './official.ts'
import { choiceIssues } from './register.ts'
import { refuseWrongFacts, reportFacts } from './report.ts'
import { givenReason, tellCompany } from './tell-company.ts'
import { writeFacts } from './write-facts.ts'

interface ArchiveSave {
  companyId?: number | undefined
  source?: FactSource | undefined
  reason?: string
  version: number
  values: Record<string, FactValue>
}
type PathOf = (key: string) => string

/**
 * Saves the changed values as reported by the enterprise today, or by staff who keep archives, with a department or their own finding as
 * source and a reason of which the company is notified. Throws at the path of unknown keys, wrong types and values that another party must
 * report. Staff may only change an archive that they may read, with consent (P-01).
 */
export async function saveArchive(k: Kernel, call: Call, actor: Actor, input: ArchiveSave) {
  if (actor.type !== 'QY' && !manages(actor)) throw forbidden()
  const { companyId, own } = await readerOf(k.db, actor, input.companyId)
  const path: PathOf = (key) => `values.${key}`
  if (own) refuseWrongFacts(input.values, path, today(k.clock))
  const staff = own ? null : staffWord(input, path, today(k.clock))
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
    const detail = { fields: keys, ...(staff ? { ...staff, before: await standing(db, companyId, keys) } : {}) }
    const { percent, whole } = staff
      ? await writeStaffWord(k, db, companyId, staff.source, input.values, actor.userId, path)
      : await reportFacts(k, db, companyId, input.values, actor.userId, path)
    await send(db, 'company.changed', `company.archive:${companyId}:${locked.version}`, { companyId })
    await audit(db, call, { action: 'company.archive.save', objectType: 'company', objectId: companyId, detail })
    if (staff) await tellCompany(db, k, { companyId, what: keys.map(factLabel).join('、'), ...staff })
    return { version: locked.version + 1, changed: keys.length, completeness: percent, wholeInfo: whole }
  })
}

function staffWord({ source, reason, values }: ArchiveSave, path: PathOf, day: string): { source: FactSource; reason: string } {
  if (!source) throw invalidField('source', '请选择数据来源')
  const issues = departmentIssues(source, values, path, day)
  if (issues.length) throw invalid(issues)
  return { source, reason: givenReason(reason) }
}

/** The earlier values for the audit log, without persons and phones. */
async function standing(db: Db, companyId: number, keys: readonly string[]): Promise<Record<string, FactValue>> {
  const open = keys.filter((key) => !isPersonal(key))
  if (open.length === 0) return {}
  const rows = await db
    .selectFrom('company_fact')
    .select(['field_key', 'value'])
    .where('company_id', '=', companyId)
    .where('field_key', 'in', open)
    .execute()
  return Object.fromEntries(rows.map((r) => [r.field_key, r.value]))
}

async function writeStaffWord(
  k: Kernel,
  db: Db,
  companyId: number,
  source: FactSource,
  values: Readonly<Record<string, FactValue>>,
  by: number,
  path: PathOf,
): Promise<{ percent: number; whole: boolean }> {
  const wrong = await choiceIssues(db, values, path)
  if (wrong.length) throw invalid(wrong)
  const asOf = today(k.clock)
  const writes = Object.entries(values).map(([key, value]) => ({ key, value: tidyFact(key, value), source, asOf }))
  return writeFacts(k, db, companyId, writes, by)
}
