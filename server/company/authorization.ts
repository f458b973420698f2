import { authorizationText, authStatuses, type AuthStatus } from '../../contract/company.ts'
import { companyOf, ownCompanyOf, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { dateOf } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { staffWhoSee } from '../identity/index.ts'
import { notify } from '../system/index.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { seesCompany } from './access.ts'
import { endConsent } from './endings.ts'
import { copyGroups, lockGroups } from './relation/group.ts'

/** 00 when the company never answered. The server trusts only this row, never what a browser stored (P-01). */
export async function authStatusOf(db: Db, companyId: number): Promise<AuthStatus> {
  const row = await db.selectFrom('company').select('auth_status').where('id', '=', companyId).executeTakeFirst()
  return row?.auth_status ?? authStatuses.unset
}

export async function readAuthorization(k: Kernel, actor: Actor, asked: { page: number; pageSize: number }) {
  const companyId = companyOf(actor)
  const authStatus = await authStatusOf(k.db, companyId)
  const answers = k.db.selectFrom('company_authorization').where('company_id', '=', companyId)
  const { total, rows } = await pageOf(
    answers,
    asked,
    (page) => page.orderBy('id', 'desc'),
    (page) => page.select(['auth_status', 'at', 'text_version', 'account', 'channel']),
  )
  const last = asked.page === 1 ? rows[0] : await answers.select(['at', 'text_version']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    authStatus,
    authTime: last?.at ?? null,
    textVersion: last?.text_version ?? null,
    total,
    log: rows.map((r) => ({
      authStatus: r.auth_status,
      authTime: r.at,
      textVersion: r.text_version,
      account: r.account,
      channel: r.channel,
    })),
  }
}

/**
 * Grants (02) or declines and withdraws (01); the answer, its ledger row and its audit row commit together and take effect at once. A
 * repeated answer changes nothing.
 */
export async function setAuthorization(
  k: Kernel,
  call: Call,
  actor: Actor,
  authStatus: Exclude<AuthStatus, typeof authStatuses.unset>,
): Promise<true> {
  const companyId = ownCompanyOf(actor, '授权与撤回只能由企业自己的账号办理')
  return k.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('company').select(['auth_status', 'name']).where('id', '=', companyId).forUpdate().executeTakeFirst()
    if (!row) throw notFound('企业不存在')
    if (row.auth_status === authStatus) return true as const
    const account = await db.selectFrom('sys_user').select('user_name').where('id', '=', actor.userId).executeTakeFirst()
    const group = await lockGroups(db, [companyId])
    await db.updateTable('company').set({ auth_status: authStatus }).where('id', '=', companyId).execute()
    await db
      .updateTable('company_facts')
      .set({ authorized: authStatus === authStatuses.granted })
      .where('company_id', '=', companyId)
      .execute()
    await copyGroups(db, group, k.clock.now().toISOString())
    const { id: answer } = await db
      .insertInto('company_authorization')
      .values({
        company_id: companyId,
        auth_status: authStatus,
        text_version: authorizationText.version,
        at: k.clock.now().toISOString(),
        user_id: actor.userId,
        account: account?.user_name ?? String(actor.userId),
        channel: channelOf(call),
        ip: call.ip || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, call, {
      action: authStatus === authStatuses.granted ? 'company.authorize' : 'company.unauthorize',
      objectType: 'company',
      objectId: companyId,
      detail: { textVersion: authorizationText.version },
    })
    // Data computed from the archive follows the answer (smart tags, company code); until then, readers check the consent itself.
    const reason = authStatus === authStatuses.granted ? '' : '企业撤回授权'
    await send(db, 'company.changed', `company.consent:${answer}`, { companyId, reason })
    await tellCompanyOfAnswer(db, k, companyId, authStatus)
    if (row.auth_status === authStatuses.granted) {
      await endConsent(k, db, companyId)
      await tellOfWithdrawal(db, k, companyId, row.name)
    }
    return true as const
  })
}

/** Notifies the company, including the user who answered, so that an unauthorised answer is noticed. */
const tellCompanyOfAnswer = (db: Db, k: Kernel, companyId: number, authStatus: AuthStatus) =>
  notify(db, k, {
    to: { companyId },
    kind: 'company',
    title: authStatus === authStatuses.granted ? '贵企业已授权平台使用企业档案' : '贵企业已撤回企业档案授权',
    body:
      authStatus === authStatuses.granted
        ? '平台会用档案匹配政策、预填申报并做申报前核查。可随时在企业档案页撤回。'
        : '平台即时起不再读取和匹配贵企业档案，以贵企业名义生成的模拟分享链接已失效。',
    link: '/work/enterpriseArchive',
  })

/** Notifies staff who maintain archives and may see this company that it can no longer be read. */
async function tellOfWithdrawal(db: Db, k: Kernel, companyId: number, name: string): Promise<void> {
  const userIds = await staffWhoSee(db, { permission: 'company:manage', resource: 'company' }, (reader) =>
    seesCompany(db, reader, companyId),
  )
  await notify(db, k, {
    to: { userIds },
    kind: 'company',
    title: `“${name}”已撤回企业授权`,
    body: '即时起不能查看和修改该企业档案，政策匹配和智能标签不再使用其数据；登记信息和部门填报的数据不受影响。',
    link: `/work/EnterprisesList/look?id=${companyId}`,
    // A company may change its mind as often as it likes; its archive keepers hear of it once a day.
    key: `consent:${companyId}:${dateOf(k.clock.now())}`,
  })
}

const channelOf = (call: Call) => (/Mobile|Android|iPhone/.test(call.userAgent) ? '手机网页' : '电脑网页')
