import type { Parsed } from '../../../contract/endpoint.ts'
import type { whitelist as endpoints } from '../../../contract/matching/whitelist.ts'
import { policyById, requirePolicy } from '../../policy/index.ts'
import { chosenCompanies, companiesSeen } from '../../company/index.ts'
import { handled, notify } from '../../system/index.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

/** The key of the notice to a listed company, which is closed when the company is removed from the list. */
const listedWait = (policyId: number, code: string): string => `whitelist:${policyId}:${code}`

interface Listed {
  code: string
  companyName: string
  /** null: the company is not on the platform and cannot be notified */
  companyId: number | null
}
/** Adds companies that are not listed yet and notifies them. Returns the number of new ones. */
export async function listThem(k: Kernel, db: Db, actor: Actor, policyId: number, companies: readonly Listed[]): Promise<number> {
  const fresh = await db
    .insertInto('whitelist_company')
    .values(
      companies.map((c) => ({
        policy_id: policyId,
        credit_code: c.code,
        company_name: c.companyName,
        added_at: k.clock.now(),
        added_by: actor.userId,
      })),
    )
    .onConflict((c) => c.doNothing())
    .returning('credit_code')
    .execute()
  const codes = new Set(fresh.map((r) => r.credit_code))
  const policy = await policyById(db, policyId)
  for (const { code, companyId } of companies)
    if (companyId !== null && policy && codes.has(code))
      await notify(db, k, {
        to: { companyId },
        kind: 'policy',
        title: `贵企业已列入“${policy.title}”的企业名单`,
        body: '请查看申报条件，符合的可以申报。',
        link: `/page/policyserverdetail?id=${policy.code}`,
        key: `whitelist:${policyId}:${code}`,
        waitsFor: listedWait(policyId, code),
      })
  return fresh.length
}

/** Adds chosen companies; one unknown company refuses all of them. */
export const addToWhitelist = (k: Kernel, call: Call, actor: Actor, { policyId, companyIds }: Parsed<typeof endpoints.add>['body']) =>
  k.db.transaction().execute(async (db) => {
    if (!(await policyById(db, policyId))) throw notFound('该政策不存在或已被删除')
    await requirePolicy(db, actor, policyId)
    const companies = await chosenCompanies(db, actor, companyIds, () => notFound('部分企业不存在，请刷新后重试'))
    const rows = companies.map((c) => ({ code: c.credit_code, companyName: c.name, companyId: c.id }))
    const added = await listThem(k, db, actor, policyId, rows)
    await audit(db, call, {
      action: 'whitelist.add',
      objectType: 'policy',
      objectId: policyId,
      detail: { codes: rows.map((r) => r.code), added },
    })
    return { added, already: rows.length - added }
  })

export async function listWhitelist(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  await requirePolicy(k.db, actor, q.policyId)
  let rows = k.db.selectFrom('whitelist_company as w').where('w.policy_id', '=', q.policyId)
  if (q.keyword) {
    const like = likeText(q.keyword)
    rows = rows.where((e) => e.or([e('w.company_name', 'like', like), e('w.credit_code', 'like', like.toUpperCase())]))
  }
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('w.added_at', 'desc').orderBy('w.credit_code'),
    (page) =>
      page
        .leftJoin('company as c', 'c.credit_code', 'w.credit_code')
        .leftJoin('sys_user as u', 'u.id', 'w.added_by')
        .select(['w.credit_code', 'w.company_name', 'c.id', 'w.added_at', 'u.name']),
  )
  return {
    total: found.total,
    list: found.rows.map((r) => ({
      code: r.credit_code,
      companyName: r.company_name,
      companyId: r.id,
      addTime: r.added_at,
      addBy: r.name,
    })),
  }
}

export const removeWhitelist = (k: Kernel, call: Call, { policyId, codes }: Parsed<typeof endpoints.remove>['body']) =>
  k.db.transaction().execute(async (db) => {
    await requirePolicy(db, call.actor, policyId)
    // Whoever could not put them back does not take them off (ADR 1036). A code that is not listed says nothing about its company.
    const known = await db
      .selectFrom('whitelist_company as w')
      .innerJoin('company as c', 'c.credit_code', 'w.credit_code')
      .select('c.id')
      .where('w.policy_id', '=', policyId)
      .where('w.credit_code', 'in', codes)
      .execute()
    const seen = await companiesSeen(
      db,
      signedIn(call.actor),
      known.map((c) => c.id),
    )
    if (seen.size < known.length) throw refused('其中有企业不在您的数据范围内，不能移出', 'OUT_OF_RANGE')
    const gone = await db
      .deleteFrom('whitelist_company')
      .where('policy_id', '=', policyId)
      .where('credit_code', 'in', codes)
      .returning('credit_code')
      .execute()
    await handled(db, k, ...gone.map((g) => listedWait(policyId, g.credit_code)))
    await audit(db, call, {
      action: 'whitelist.remove',
      objectType: 'policy',
      objectId: policyId,
      detail: { codes: gone.map((g) => g.credit_code) },
    })
    return { removed: gone.length }
  })

/** Whether a company is on the list of a policy; null when the policy has no list. */
export async function isListed(db: Db, policyId: number, companyId: number): Promise<boolean | null> {
  const any = await db.selectFrom('whitelist_company').select('policy_id').where('policy_id', '=', policyId).limit(1).executeTakeFirst()
  if (!any) return null
  const row = await db
    .selectFrom('whitelist_company as w')
    .innerJoin('company as c', 'c.credit_code', 'w.credit_code')
    .select('w.policy_id')
    .where('w.policy_id', '=', policyId)
    .where('c.id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}
