import type { Actor } from '../kernel/actor.ts'
import { companyOf } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'

/** What staff do with one company's archive, by the action of the audit row. */
const purposes = {
  'company.archive.read': '查看企业档案',
  'company.portrait.read': '查看企业画像',
  'company.pii.reveal': '查看完整的个人信息',
  'company.save': '修改登记信息',
  'company.archive.save': '修改企业档案',
  'company.businessType': '修改企业类型',
  'expansion.row.add': '新增拓展表数据',
  'expansion.row.save': '修改拓展表数据',
  'expansion.row.delete': '删除拓展表数据',
} as const

export const noteUse = (
  k: Kernel,
  call: Call,
  companyId: number,
  action: 'company.archive.read' | 'company.portrait.read',
): Promise<void> => audit(k.db, call, { action, objectType: 'company', objectId: companyId })

/** Who used the company's archive: the office and the purpose, not the official's name. What the company did itself is not a use. */
export async function archiveUses(k: Kernel, actor: Actor, { page, pageSize }: { page: number; pageSize: number }) {
  const base = k.db
    .selectFrom('audit_log as a')
    .innerJoin('sys_user as u', 'u.id', 'a.actor_id')
    .where('u.type', '=', 'YYF')
    .where('a.object_type', '=', 'company')
    .where('a.object_id', '=', String(companyOf(actor)))
    .where('a.action', 'in', Object.keys(purposes))
    .where('a.result', '=', 'ok')
  const { total } = await base.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await base
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .select(['a.at', 'a.action', 'o.name as office'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { total, list: rows.map((r) => ({ at: r.at, office: r.office ?? '平台', purpose: purposes[r.action as keyof typeof purposes] })) }
}
