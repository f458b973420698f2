import { relationConsent } from '../../../contract/company/relation-words.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { notify } from '../../system/index.ts'
import type { RelationMove } from './flow.ts'

const SCREEN = '/work/enterpriseArchive#relations'
/** The key by which the notices of a relation are settled. */
export const relationWait = (id: number): string => `companyRelation:${id}`

/**
 * Asks for the confirmation of a new relation: the other company if it is on the platform, and also the company itself if staff entered it.
 * If neither applies, staff who keep archives are asked.
 */
export async function tellEntered(
  db: Db,
  k: Kernel,
  actor: Actor,
  company: { id: number; name: string },
  other: { id: number; name: string } | undefined,
  id: number,
): Promise<void> {
  const staff = actor.type === 'YYF'
  const common = { kind: 'company', body: relationConsent, link: SCREEN, waitsFor: relationWait(id), except: actor.userId } as const
  const entered = staff ? `工作人员登记了“${company.name}”与贵企业的关联关系，请确认` : `“${company.name}”登记了与贵企业的关联关系，请确认`
  if (other) await notify(db, k, { ...common, to: { companyId: other.id }, title: entered })
  if (staff) {
    await notify(db, k, {
      ...common,
      to: { companyId: company.id },
      title: `工作人员登记了贵企业与“${other?.name ?? '一家企业'}”的关联关系，请确认`,
    })
    return
  }
  if (other) return
  await notify(db, k, {
    to: { permission: 'company:manage' },
    kind: 'work',
    title: `“${company.name}”登记的关联企业未入驻平台，请核对证明材料后确认`,
    link: `/work/EnterprisesList/look?id=${company.id}#relations`,
    waitsFor: relationWait(id),
  })
}

interface Moved {
  company_id: number
  other_id: number | null
  name: string
  other_known: string | null
  other_name: string
}

/** Notifies both companies of a decision, except the user who made it. */
export async function tellMoved(db: Db, k: Kernel, actor: Actor, row: Moved, move: RelationMove, text: string): Promise<void> {
  if (move === 'withdraw') return
  const other = row.other_known ?? row.other_name
  const said = { confirm: '已确认', refuse: '被说明不属实', stop: '已结束' }[move]
  const reason = text ? `${move === 'confirm' ? '依据' : '原因'}：${text}。` : ''
  const effect = { confirm: relationConsent, refuse: '不计入集团合并口径。', stop: '即时起双方的数据不再计入对方的集团合并口径。' }[move]
  const sides = [[row.company_id, other] as const, ...(row.other_id === null ? [] : [[row.other_id, row.name] as const])]
  for (const [companyId, name] of sides)
    await notify(db, k, {
      to: { companyId },
      kind: 'company',
      title: `贵企业与“${name}”的关联关系${said}`,
      body: `${reason}${effect}`,
      link: SCREEN,
      except: actor.userId,
    })
}
