import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import { companyOf } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { cancelArchiveExports } from '../kernel/export/exports.ts'
import { dropExportFiles } from '../kernel/export/made-under.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { endsWithCompany } from './endings.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

/** What staff do with one company's archive, by the action of the audit row. */
const purposes = {
  'company.archive.read': '查看企业档案',
  'company.portrait.read': '查看企业画像',
  'company.review.read': '审核申报时核对企业档案',
  'company.appeal.read': '办理诉求时查看提交时的政策判定',
  'company.call.read': '来电受理',
  'company.consult.read': '答复咨询时核对企业档案',
  'company.rule.try': '试算政策规则',
  'company.tag.explain': '核对标签依据',
  'company.tag.read': '查看智能标签',
  'company.code.read': '查看企业码颜色',
  'company.direct.read': '查看免申即享依据',
  'company.score.read': '查看企业评分',
  'company.pii.reveal': '查看完整的个人信息',
  'company.save': '修改登记信息',
  'company.archive.save': '修改企业档案',
  'company.businessType': '修改企业类型',
  'expansion.row.add': '新增拓展表数据',
  'expansion.row.save': '修改拓展表数据',
  'expansion.row.delete': '删除拓展表数据',
} as const
type Reading = Extract<keyof typeof purposes, `company.${string}.read` | 'company.rule.try' | 'company.tag.explain'>

export const noteUse = (k: Kernel, call: Call, companyId: number, action: Reading): Promise<void> =>
  audit(k.db, call, { action, objectType: 'company', objectId: companyId })

/** A screen reads again after each action; within this time it counts as one use. */
const ONE_SITTING_MS = 10 * 60_000
/** As `noteUse`, but at most once per sitting of the same person. */
export async function noteSitting(k: Kernel, call: Call, actor: Actor, companyId: number, action: Reading): Promise<void> {
  const noted = await k.db
    .selectFrom('audit_log')
    .select('id')
    .where('object_type', '=', 'company')
    .where('object_id', '=', String(companyId))
    .where('at', '>', new Date(k.clock.now().getTime() - ONE_SITTING_MS).toISOString())
    .where('action', '=', action)
    .where('actor_id', '=', actor.userId)
    .limit(1)
    .executeTakeFirst()
  if (!noted) await noteUse(k, call, companyId, action)
}

/** Records that facts of these companies (possibly none) were exported in one sheet (of that export) or shown in one list. */
export async function noteExport(
  k: Pick<Kernel, 'clock'>,
  db: Db,
  actor: Pick<Actor, 'userId' | 'officeId'>,
  purpose: string,
  companyIds: readonly number[],
  exportId: string | null = null,
): Promise<void> {
  if (companyIds.length === 0) return
  await db
    .insertInto('archive_export')
    .values({
      at: k.clock.now().toISOString(),
      user_id: actor.userId,
      office_id: actor.officeId,
      purpose,
      task_id: exportId,
      company_ids: sql`${`{${companyIds.join(',')}}`}::bigint[]`,
    })
    .execute()
}

/** As `noteExport`, once per sitting of the same person: companies that were recorded for the same list already are left out. */
export async function noteListed(
  k: Pick<Kernel, 'clock'>,
  db: Db,
  actor: Pick<Actor, 'userId' | 'officeId'>,
  purpose: string,
  companyIds: readonly number[],
): Promise<void> {
  if (companyIds.length === 0) return
  const noted = await db
    .selectFrom('archive_export')
    .select('company_ids')
    .where('user_id', '=', actor.userId)
    .where('purpose', '=', purpose)
    .where('at', '>', new Date(k.clock.now().getTime() - ONE_SITTING_MS).toISOString())
    .execute()
  const known = new Set(noted.flatMap((row) => row.company_ids.map(Number)))
  await noteExport(
    k,
    db,
    actor,
    purpose,
    companyIds.filter((id) => !known.has(id)),
  )
}

/**
 * When a company withdraws its consent, running exports are cancelled, because they may contain it, and files of exports that contain it
 * are removed (G-05).
 */
export const endExportsWithConsent = (k: Kernel): void =>
  endsWithCompany(k, {
    consent: async (db, companyId) => {
      await cancelArchiveExports(k, db, '有企业在导出期间撤回了授权，请重新导出')
      const held = await db
        .selectFrom('archive_export')
        .select('task_id')
        .where(sql<boolean>`company_ids @> ${`{${companyId}}`}::bigint[]`)
        .where('task_id', 'is not', null)
        .execute()
      await dropExportFiles(
        db,
        held.map((row) => row.task_id!),
      )
    },
  })

/** Who used the company's archive: the office and the purpose, not the official's name. Actions of the company itself are not uses. */
export async function archiveUses(k: Kernel, actor: Actor, asked: { page: number; pageSize: number }) {
  const companyId = companyOf(actor)
  const reads = k.db
    .selectFrom('audit_log as a')
    .innerJoin('sys_user as u', 'u.id', 'a.actor_id')
    .where('u.type', '=', 'YYF')
    .where('a.object_type', '=', 'company')
    .where('a.object_id', '=', String(companyId))
    .where('a.action', 'in', Object.keys(purposes))
    .where('a.result', '=', 'ok')
    .select(['a.at', 'a.id', 'a.action as purpose', 'u.office_id', sql<number>`0`.as('sheet')])
  const sheets = k.db
    .selectFrom('archive_export as x')
    .where(sql<boolean>`x.company_ids @> ${`{${companyId}}`}::bigint[]`)
    .select(['x.at', 'x.id', 'x.purpose', 'x.office_id', sql<number>`1`.as('sheet')])
  const uses = k.db.selectFrom(reads.unionAll(sheets).as('use'))
  const { total, rows } = await pageOf(
    uses,
    asked,
    (page) => page.orderBy('use.at', 'desc').orderBy('use.sheet', 'desc').orderBy('use.id', 'desc'),
    (page) => page.leftJoin('office as o', 'o.id', 'use.office_id').select(['use.at', 'use.purpose', 'o.name as office']),
  )
  const words: Readonly<Record<string, string>> = purposes
  return { total, list: rows.map((r) => ({ at: r.at, office: r.office ?? '平台', purpose: words[r.purpose] ?? r.purpose })) }
}
