import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { maskName } from '../../kernel/access/pii.ts'
import { staffWhoSee } from '../../identity/index.ts'
import { notify } from '../../system/index.ts'
import { seesCompany } from '../access.ts'
import { companyCardOf } from '../card.ts'

const SCREEN = '/work/personalCompany'
const personOf = async (db: Db, userId: number): Promise<string> =>
  maskName((await db.selectFrom('sys_user').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '')

/** The key by which the notices of a request are settled. */
export const bindingWait = (id: number): string => `binding:${id}`

/** Notifies the company's own account and the staff who examine bindings and may see the company of a request. */
export async function tellAsked(db: Db, k: Kernel, actor: Actor, company: { id: number; name: string }, id: number): Promise<void> {
  const waitsFor = bindingWait(id)
  const title = `${await personOf(db, actor.userId)}申请绑定“${company.name}”`
  const body = '请核对证明材料后审核。'
  await notify(db, k, { to: { companyId: company.id }, kind: 'company', title, body, link: SCREEN, waitsFor, except: actor.userId })
  const userIds = await staffWhoSee(db, { permission: 'binding:examine', resource: 'company' }, (reader) =>
    seesCompany(db, reader, company.id),
  )
  await notify(db, k, { to: { userIds }, kind: 'work', title, body, link: SCREEN, waitsFor, except: actor.userId })
}

/**
 * Notifies the person of a decision, and the company of an approval or an end, except the user who made it. The official's name is not
 * told.
 */
export async function tellMoved(
  db: Db,
  k: Kernel,
  actor: Actor,
  binding: { user_id: number; company_id: number },
  move: 'approve' | 'refuse' | 'unbind',
  opinion: string | null,
): Promise<void> {
  const company = (await companyCardOf(db, binding.company_id))?.name ?? ''
  const told = {
    approve: { title: `您对“${company}”的绑定申请已通过`, body: '现在可以切换到该企业办理业务。' },
    refuse: { title: `您对“${company}”的绑定申请未通过`, body: `审核意见：${opinion ?? '未填写'}。补充材料后可以重新申请。` },
    unbind: { title: `您与“${company}”的绑定已解除`, body: '不能再以该企业办理业务。' },
  }[move]
  await notify(db, k, { to: { userId: binding.user_id }, kind: 'company', ...told, link: SCREEN, except: actor.userId })
  if (move === 'refuse') return
  const person = await personOf(db, binding.user_id)
  const heard =
    move === 'approve'
      ? {
          title: `${person}已绑定贵企业，可以贵企业的身份办事`,
          body: '该人员可以代贵企业查看档案、咨询和申报；授权、收款账户和他人的绑定仍只能由贵企业自己的账号办理。如非贵企业安排，请立即解除绑定。',
        }
      : { title: `${person}与贵企业的绑定已解除`, body: '该人员不能再以贵企业办理业务，其以贵企业名义生成的分享链接已失效。' }
  await notify(db, k, {
    to: { companyId: binding.company_id },
    kind: 'company',
    ...heard,
    link: SCREEN,
    except: actor.userId,
  })
}
