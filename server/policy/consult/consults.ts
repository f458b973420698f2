import type { z } from 'zod'
import { POLICY_STATE, CONSULT_ANSWERED } from '../../../contract/policy/codes.ts'
import type { ConsultFilter, PolicyConsult } from '../../../contract/policy/consult.ts'
import { quoted } from '../../../contract/quoted.ts'
import type { Actor } from '../../kernel/actor.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { staffWhoSee } from '../../identity/index.ts'
import { handled, notify } from '../../system/index.ts'
import { consultFlow } from './consult-flow.ts'
import { consultPage, consultRow, forReader, lockConsult, seesConsult, type ConsultRow } from './consult-queries.ts'

/** spec §4, §6: needs a token. When the same person asks the same open question again, it is stored once (K-02). */
export async function askAboutPolicy(
  k: Kernel,
  call: Call,
  { polInfoId: policyId, consultContent }: { polInfoId: number; consultContent: string },
): Promise<true> {
  const actor = signedIn(call.actor)
  await k.db.transaction().execute(async (db) => {
    const policy = await db
      .selectFrom('policy')
      .select('title')
      .where('id', '=', policyId)
      .where('state', '=', POLICY_STATE.published)
      .where('deleted', '=', false)
      .executeTakeFirst()
    if (!policy) throw notFound('该政策不存在或已下架')
    const asked = await db
      .insertInto('policy_consult')
      .values({
        policy_id: policyId,
        user_id: actor.userId,
        user_name: actor.name,
        company_id: actor.companyId,
        content: consultContent,
        created_at: k.clock.now().toISOString(),
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) return
    await audit(db, call, { action: 'consult.ask', objectType: 'policy_consult', objectId: asked.id, detail: { policyId } })
    await notify(db, k, {
      // The notice contains the text of the question, so it goes only to people whose row rules show the question.
      to: {
        userIds: await staffWhoSee(db, { permission: 'consult:answer', resource: 'consult' }, (reader) =>
          seesConsult(db, reader, asked.id),
        ),
      },
      kind: 'work',
      title: `新的政策咨询：${policy.title}`,
      body: consultContent,
      link: `/work/policyconsult?replyState=0&id=${asked.id}`,
      waitsFor: `consult:${asked.id}`,
    })
  })
  return true
}

export async function consultList(
  k: Kernel,
  actor: Actor,
  filter: z.output<typeof ConsultFilter>,
): Promise<{ total: number; list: PolicyConsult[] }> {
  const { total, rows } = await consultPage(k.db, forReader(actor, filter))
  return { total, list: rows.map(forStaff) }
}

export async function myConsults(
  k: Kernel,
  actor: Actor,
  { replyState, page, pageSize }: { replyState?: number | undefined; page: number; pageSize: number },
): Promise<{ total: number; list: PolicyConsult[] }> {
  const { total, rows } = await consultPage(k.db, { author: actor, replyState, page, pageSize, sort: '-consultTime' })
  return { total, list: rows.map(asConsult) }
}

/** Whether the actor asked the question; one asked for a company is open only to users who still act for it. */
export const askedBy = (row: { user_id: number; company_id: number | null }, actor: Actor): boolean =>
  row.user_id === actor.userId && row.company_id === actor.companyId

/** A consultation for its author, or for staff whose roles show it; for others it is absent. */
export async function findConsult(k: Kernel, actor: Actor, id: number): Promise<PolicyConsult> {
  const row = await consultRow(k.db, id)
  if (row && actor.permissions.has('consult:read') && (await seesConsult(k.db, actor, id))) return forStaff(row)
  if (!row || !askedBy(row, actor)) throw notFound('该咨询不存在')
  return asConsult(row)
}

/** The author and policy of a question, for a member of staff who may see it. */
export async function consultSeenBy(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ companyId: number | null; policyCode: string } | undefined> {
  const row = (await seesConsult(db, actor, id)) ? await consultRow(db, id) : undefined
  return row && { companyId: row.company_id, policyCode: row.code }
}

/** S242: one answer; of two concurrent answers one wins. */
export async function replyToConsult(k: Kernel, call: Call, { id, replyContent }: { id: number; replyContent: string }): Promise<true> {
  const actor = signedIn(call.actor)
  await k.db.transaction().execute(async (db) => {
    const row = await lockConsult(db, actor, id)
    if (!row) throw notFound('该咨询不存在')
    await move(db, call, consultFlow, row, {
      move: 'reply',
      version: row.version,
      set: { reply: replyContent, reply_user_id: actor.userId, reply_user_name: actor.name, reply_at: k.clock.now().toISOString() },
      detail: { policyId: row.policy_id },
    })
    await handled(db, k, `consult:${id}`)
    const { title } = await db.selectFrom('policy').select('title').where('id', '=', row.policy_id).executeTakeFirstOrThrow()
    await notify(db, k, {
      to: { userId: row.user_id },
      kind: 'consult',
      title: `您对${quoted(title)}的咨询已回复`,
      body: replyContent,
      link: '/work/myconsult?replyState=1',
    })
  })
  return true
}

/** Adds the colleague to whom the question is assigned and the note; the author does not see these. */
export const forStaff = (r: ConsultRow): PolicyConsult => ({
  ...asConsult(r),
  passedOn: r.passed_to === null ? null : { to: r.passed_to_name ?? '', by: r.passed_by_name ?? '', note: r.pass_note },
})

export const replyStateName = (state: number): string => (state === CONSULT_ANSWERED ? '已回复' : '待回复')

const asConsult = (r: ConsultRow): PolicyConsult => ({
  id: r.id,
  polInfoId: r.policy_id,
  policyTitle: r.title,
  policyCode: r.code,
  consultContent: r.content,
  consultTime: r.created_at,
  userName: r.user_name,
  companyId: r.company_id,
  replyState: r.state,
  replyStateName: replyStateName(r.state),
  replyContent: r.reply,
  replyUserName: r.reply_user_name,
  replyTime: r.reply_at,
})
