import { randomBytes } from 'node:crypto'
import { codeLevels, codePage, type companyCode as endpoints, type CodeLevel, type CompanyCodeRow } from '../../../contract/company-code.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { dateOf } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { chosenCompanies, companiesOf, requireCompany } from '../access.ts'
import { noteListed, noteSitting } from '../uses.ts'
import { codeRows, countByLevel, selectCodes, type CodeRecord } from './queries.ts'

/** 128 random bits, so that a code cannot be guessed. */
const newToken = () => randomBytes(16).toString('hex')

const shown = (r: CodeRecord): CompanyCodeRow => ({
  id: r.id,
  companyId: r.company_id,
  companyName: r.name,
  code: r.credit_code,
  level: r.level,
  enabled: r.enabled,
  issueTime: r.issued_at,
  updateTime: r.refreshed_at,
})

/** The company of a code: an enterprise's own, or for staff with the permission one that they may see. Others are reported as absent. */
async function codeOwnerOf(k: Kernel, actor: Actor, asked: number | undefined, right: string): Promise<number> {
  if (actor.type === 'QY') {
    if (actor.companyId === null) throw forbidden('当前账号尚未绑定企业，请联系系统管理员')
    if (asked !== undefined && asked !== actor.companyId) throw notFound()
    return actor.companyId
  }
  if (!actor.permissions.has(right)) throw forbidden()
  if (asked === undefined) throw notFound()
  await requireCompany(k.db, actor, asked)
  return asked
}

export async function listCodes(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  const { total, rows } = await selectCodes(k.db, actor, q)
  await noteListed(
    k,
    k.db,
    actor,
    '查看企业码颜色',
    rows.filter((r) => r.level !== null).map((r) => r.company_id),
  )
  return { total, list: rows.map(shown) }
}

export async function findCode(k: Kernel, call: Call, actor: Actor, asked: number | undefined) {
  const companyId = await codeOwnerOf(k, actor, asked, 'companyCode:read')
  const row = await codeRows(k.db).where('q.company_id', '=', companyId).executeTakeFirst()
  if (actor.type === 'YYF' && row && row.level !== null) await noteSitting(k, call, actor, companyId, 'company.code.read')
  return row ? { ...shown(row), codeContent: `${codePage}?c=${row.token}` } : null
}

/** Issues missing codes and enables or disables the others. */
export const issueCodes = (k: Kernel, call: Call, actor: Actor, { companyIds, enabled }: Parsed<typeof endpoints.saveOrUpdate>['body']) =>
  k.db.transaction().execute(async (db) => {
    const wanted = [...new Set(companyIds)]
    await chosenCompanies(db, actor, wanted)
    const changed = await db
      .updateTable('company_code')
      .set((e) => ({ enabled, version: e('version', '+', 1) }))
      .where('company_id', 'in', wanted)
      .where('enabled', '<>', enabled)
      .returning('id')
      .execute()
    const issued = enabled ? await issue(db, wanted, k.clock.now()) : 0
    await audit(db, call, {
      action: enabled ? 'companyCode.issue' : 'companyCode.disable',
      objectType: 'company',
      objectId: wanted.length === 1 ? wanted[0]! : null,
      detail: { companies: wanted.length, issued },
    })
    return { issued, changed: changed.length }
  })

async function issue(db: Db, companyIds: readonly number[], now: Date): Promise<number> {
  const made = await db
    .insertInto('company_code')
    .values(companyIds.map((company_id) => ({ company_id, token: newToken(), issued_at: now, refreshed_at: now })))
    .onConflict((c) => c.column('company_id').doNothing())
    .returning('id')
    .execute()
  return made.length
}

export const refreshCode = async (k: Kernel, call: Call, actor: Actor, asked: number | undefined): Promise<true> => {
  const companyId = await codeOwnerOf(k, actor, asked, 'companyCode:manage')
  return k.db.transaction().execute(async (db) => {
    const renewed = await db
      .updateTable('company_code')
      .set((e) => ({ token: newToken(), refreshed_at: k.clock.now(), version: e('version', '+', 1) }))
      .where('company_id', '=', companyId)
      .returning('id')
      .executeTakeFirst()
    if (!renewed) {
      if (actor.type !== 'QY') throw notFound('该企业尚未发放企业码')
      await issue(db, [companyId], k.clock.now())
    }
    await audit(db, call, { action: renewed ? 'companyCode.refresh' : 'companyCode.issue', objectType: 'company', objectId: companyId })
    return true as const
  })
}

export async function codeStatistics(
  k: Kernel,
  actor: Actor,
  { startTime, endTime }: { startTime?: string | undefined; endTime?: string | undefined },
) {
  const counts = await countByLevel(k.db, actor, startTime, endTime)
  const { companies } = await k.db
    .selectFrom('company as c')
    .where(companiesOf(actor))
    .select((e) => e.fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow()
  const levels = Object.keys(codeLevels) as CodeLevel[]
  const values = [...levels.map((l) => counts.get(l) ?? 0), counts.get('none') ?? 0]
  return {
    names: [...levels.map((l) => codeLevels[l]), '未评定'],
    series: [{ name: '企业数', values }],
    issued: values.reduce((sum, n) => sum + n, 0),
    companies,
  }
}

/** Unknown, replaced and disabled codes get the same answer. */
export async function verifyCode(k: Kernel, token: string) {
  const row = /^[0-9a-f]{32}$/.test(token)
    ? await codeRows(k.db).where('q.token', '=', token).where('q.enabled', '=', true).executeTakeFirst()
    : undefined
  return {
    valid: row !== undefined,
    companyName: row?.name ?? null,
    code: row?.credit_code ?? null,
    issueDate: row ? dateOf(new Date(row.issued_at)) : null,
    refreshDate: row ? dateOf(new Date(row.refreshed_at)) : null,
  }
}
