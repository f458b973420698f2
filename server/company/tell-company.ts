import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

/** The reason that staff give for changing data of a company; it goes to the audit log and to the company. Throws when it is missing. */
export function givenReason(reason: string | undefined): string {
  const given = reason?.trim()
  if (!given) throw invalidField('reason', '请填写修改原因')
  return given
}

/** Notifies the users of a company that staff changed its archive: what (labels, never values), by which source and why. */
export const tellCompany = (
  db: Db,
  k: Kernel,
  { companyId, what, source, reason }: { companyId: number; what: string; source: string; reason: string },
): Promise<number> =>
  notify(db, k, {
    to: { companyId },
    kind: 'company',
    title: '贵企业的档案已由工作人员更新',
    body: `更新内容：${what}。数据来源：${source}。原因：${reason}。请核对，如有出入可自行更正或联系企业服务中心。`,
    link: '/work/enterpriseArchive',
  })
