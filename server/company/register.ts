import type { FactSource, FactValue } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalid, invalidField, notFound, refused, type FieldIssue } from '../kernel/errors.ts'
import { publish } from '../kernel/jobs/events.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { reveal } from '../kernel/access/reveals.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { companiesOf, requireCompany } from './access.ts'
import { archiveFieldOf, factLabel, type PersonalKey, tidyFact } from './catalogue.ts'
import { choiceCode, choicesOf, departmentIssues } from './official.ts'
import { givenReason, tellCompany } from './tell-company.ts'
import { isOpenToOthers } from './persons.ts'
import { COMPANIES_CHANGED } from './totals.ts'
import { writeFacts, type FactWrite } from './write-facts.ts'

interface Register {
  id?: number | undefined
  version?: number | undefined
  companyName: string
  code: string
  source: string
  asOf?: string | undefined
  reason?: string
  values: Record<string, FactValue>
}

/** Adds a company or changes its register data. The credit code of a company never changes. */
export async function saveCompany(k: Kernel, call: Call, actor: Actor, input: Register): Promise<{ id: number }> {
  const source = input.source as FactSource
  const pathOf = (key: string) => `values.${key}`
  const issues = departmentIssues(source, input.values, pathOf, today(k.clock))
  if (issues.length) throw invalid(issues)
  const reason = input.id === undefined ? null : givenReason(input.reason)
  if (input.id !== undefined) await requireCompany(k.db, actor, input.id)
  return k.db.transaction().execute(async (db) => {
    const wrong = await choiceIssues(db, input.values, pathOf)
    if (wrong.length) throw invalid(wrong)
    const id = input.id === undefined ? await addCompany(db, input) : await lockCompany(db, input)
    const asOf = input.asOf ?? today(k.clock)
    const names: FactWrite[] =
      input.id === undefined || source === '市场监管' ? [{ key: 'companyName', value: input.companyName, source: '市场监管', asOf }] : []
    if (input.id === undefined) names.push({ key: 'creditCode', value: input.code, source: '市场监管', asOf })
    const facts = Object.entries(input.values).map(([key, value]) => ({ key, value: tidyFact(key, value), source, asOf }))
    await writeFacts(k, db, id, [...names, ...facts], actor.userId)
    await publish(db, COMPANIES_CHANGED)
    await send(db, 'company.changed', `company.register:${id}:${call.requestId}`, { companyId: id })
    await audit(db, call, {
      action: input.id === undefined ? 'company.add' : 'company.save',
      objectType: 'company',
      objectId: id,
      detail: { source, fields: Object.keys(input.values), ...(reason === null ? {} : { reason }) },
    })
    if (reason !== null) {
      const labels = [...names, ...facts].map(({ key }) => factLabel(key))
      await tellCompany(db, k, { companyId: id, what: labels.join('、') || '登记信息', source, reason })
    }
    return { id }
  })
}

async function addCompany(db: Db, { code, companyName }: Register): Promise<number> {
  const made = await db
    .insertInto('company')
    .values({ credit_code: code, name: companyName })
    .onConflict((c) => c.column('credit_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw invalidField('code', '该企业已有档案')
  return made.id
}

async function lockCompany(db: Db, { id, version, code, companyName, source }: Register): Promise<number> {
  const row = await db.selectFrom('company').select(['version', 'credit_code', 'name']).where('id', '=', id!).forUpdate().executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  if (row.version !== version) throw conflict()
  if (row.credit_code !== code) throw invalidField('code', '统一社会信用代码不能更改')
  if (row.name !== companyName && source !== '市场监管') throw invalidField('companyName', '企业名称只能由市场监管部门更改')
  return id!
}

export async function choiceIssues(
  db: Db,
  values: Readonly<Record<string, FactValue>>,
  pathOf: (key: string) => string,
): Promise<FieldIssue[]> {
  const asked = Object.entries(values).filter(([key, v]) => archiveFieldOf(key)?.dict && typeof v === 'string' && v !== '')
  if (asked.length === 0) return []
  const choices = await choicesOf(db)
  return asked.flatMap(([key, v]) =>
    choices.get(archiveFieldOf(key)!.dict!)?.has(choiceCode(key, v as string)) ? [] : [{ path: pathOf(key), message: '请从选项中选择' }],
  )
}

/** Reasons why a company cannot be deleted, in the order in which they are reported. */
const USES = {
  bound: '已绑定账号',
  declared: '已有申报',
  supported: '已有补贴',
  answered: '已有授权记录',
  filled: '已有拓展表数据',
  related: '已登记关联企业',
  offering: '已登记供需信息',
} as const
/** Deletes archives that were created by mistake, all or none. Throws when other data refers to a company (foreign keys prevent it too). */
export async function removeCompanies(k: Kernel, call: Call, actor: Actor, ids: readonly number[]): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('company as c')
      .select((e) => [
        'c.id',
        'c.name',
        e.exists(e.selectFrom('sys_user as u').select('u.id').whereRef('u.company_id', '=', 'c.id')).as('bound'),
        e.exists(e.selectFrom('company_authorization as a').select('a.id').whereRef('a.company_id', '=', 'c.id')).as('answered'),
        e.exists(e.selectFrom('declaration as d').select('d.id').whereRef('d.company_id', '=', 'c.id')).as('declared'),
        e.exists(e.selectFrom('allowance as l').select('l.id').whereRef('l.company_id', '=', 'c.id')).as('supported'),
        e.exists(e.selectFrom('market_item as m').select('m.id').whereRef('m.company_id', '=', 'c.id')).as('offering'),
        e.exists(e.selectFrom('expansion_row as r').select('r.id').whereRef('r.company_id', '=', 'c.id')).as('filled'),
        e.exists(e.selectFrom('company_relation as g').select('g.id').whereRef('g.company_id', '=', 'c.id')).as('related'),
      ])
      .where('c.id', 'in', [...ids])
      .where(companiesOf(actor))
      .execute()
    if (rows.length !== new Set(ids).size) throw notFound('部分企业不存在，请刷新后重试')
    for (const row of rows) {
      const why = Object.entries(USES).find(([use]) => row[use as keyof typeof USES])?.[1]
      if (why) throw refused(`“${row.name}”${why}，不能删除`, 'IN_USE')
    }
    await db
      .deleteFrom('company')
      .where('id', 'in', [...ids])
      .execute()
    await publish(db, COMPANIES_CHANGED)
    for (const { id, name } of rows)
      await audit(db, call, { action: 'company.delete', objectType: 'company', objectId: id, detail: { name } })
    return true as const
  })
}

const columns = {
  legalPerson: 'legal_person',
  legalPersonPhone: 'legal_person_phone',
  contactPerson: 'contact_person',
  contactPhone: 'contact_phone',
} as const

/** Shows a person or phone of the register in clear; the reason is recorded (P-02). */
export async function revealPerson(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { id: number; field: PersonalKey; reason: string },
): Promise<{ value: string }> {
  await requireCompany(k.db, actor, input.id)
  const row = await k.db
    .selectFrom('company')
    .select([columns[input.field], 'auth_status', 'person_origins'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  const sealed = (row as unknown as Record<string, string | null>)[columns[input.field]]
  if (!sealed) throw notFound('没有可查看的内容')
  if (!isOpenToOthers(input.field, row)) throw refused('该企业已撤回或拒绝授权，不能查看企业填报的信息', 'NO_CONSENT')
  const detail = { field: input.field, reason: input.reason }
  return reveal(k, call, { domain: 'company', objectType: 'company', objectId: input.id, detail }, { sealed })
}
