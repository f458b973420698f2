import type { z } from 'zod'
import { policyStateLabels } from '../../contract/policy/codes.ts'
import type { ManagedFilter, ManagedPolicy, ManagedPolicyDetail, PolicyVersion } from '../../contract/policy/manage.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { today } from '../kernel/clock.ts'
import { AppError, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { cleanHtml } from '../kernel/sanitize.ts'
import { changing, move, type Moved } from './change.ts'
import { allowedMoves } from './flow.ts'
import { detailOf } from './market.ts'
import { managedDetail, managedPage, titleRows, versionRow, versionRows } from './queries.ts'
import { listItem } from './rows.ts'

type Filter = z.output<typeof ManagedFilter>
interface One {
  id: number
  version?: number | undefined
}

export async function managedList(k: Kernel, actor: Actor, filter: Filter): Promise<{ total: number; list: ManagedPolicy[] }> {
  const day = today(k.clock)
  const { total, rows } = await managedPage(k, filter)
  return {
    total,
    list: rows.map((row) => ({
      ...listItem(row, day),
      state: row.state,
      stateName: policyStateLabels[row.state],
      version: row.version,
      versionNumber: row.version_number,
      createTime: row.created_at,
      updateTime: row.updated_at,
      allowed: allowedMoves(row.state, actor),
    })),
  }
}

export async function managedPolicy(k: Kernel, actor: Actor, id: number): Promise<ManagedPolicyDetail> {
  const day = today(k.clock)
  const row = await managedDetail(k, id, day)
  if (!row) throw notFound('该政策不存在或已被删除')
  return {
    ...detailOf(row, day),
    state: row.state,
    stateName: policyStateLabels[row.state],
    version: row.version,
    createTime: row.created_at,
    reviewOpinion: row.review_opinion,
    depIds: row.dep_ids,
    allowed: allowedMoves(row.state, actor),
  }
}

/** A publisher's policy goes on the shelf; another editor's goes to review. */
export const publishPolicy = (k: Kernel, call: Call, one: One): Promise<Moved> =>
  changing(k, (db) => move(db, k, call, signedIn(call.actor).permissions.has('policy:publish') ? 'publish' : 'submit', one))

export async function reviewPolicy(
  k: Kernel,
  call: Call,
  { reviewState, reviewOpinion, ...one }: One & { reviewState: 'pass' | 'reject'; reviewOpinion?: string | null | undefined },
): Promise<Moved> {
  if (reviewState === 'reject' && !reviewOpinion) throw invalidField('reviewOpinion', '请填写审核意见')
  return changing(k, (db) => move(db, k, call, reviewState === 'pass' ? 'approve' : 'reject', one, { opinion: reviewOpinion ?? null }))
}

export const takeUp = (k: Kernel, call: Call, one: One): Promise<Moved> => changing(k, (db) => move(db, k, call, 'takeUp', one))
export const takeDown = (k: Kernel, call: Call, one: One): Promise<Moved> => changing(k, (db) => move(db, k, call, 'takeDown', one))

export async function removePolicy(k: Kernel, call: Call, one: One): Promise<true> {
  await changing(k, (db) => move(db, k, call, 'delete', one))
  return true
}

/** Each row stands for itself: what cannot be deleted is named, the rest is deleted. */
export const removePolicies = (k: Kernel, call: Call, ids: readonly number[]) =>
  changing(k, async (db) => {
    const refused: { id: number; message: string }[] = []
    for (const id of ids) {
      try {
        await move(db, k, call, 'delete', { id })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ id, message: error.message })
      }
    }
    return { deleted: ids.length - refused.length, refused }
  })

export const setTop = (k: Kernel, call: Call, { id, topFlag }: { id: number; topFlag: number }) =>
  changing<true>(k, async (db) => {
    const done = await db
      .updateTable('policy')
      .set({ top: topFlag === 1 })
      .where('id', '=', id)
      .where('deleted', '=', false)
      .returning('code')
      .executeTakeFirst()
    if (!done) throw notFound('该政策不存在或已被删除')
    await audit(db, call, { action: 'policy.setTop', objectType: 'policy', objectId: id, detail: { code: done.code, topFlag } })
    return true
  })

export async function policyTitles(k: Kernel, { policyTitle, page, pageSize }: { policyTitle: string; page: number; pageSize: number }) {
  const { total, rows } = await titleRows(k, policyTitle, { offset: (page - 1) * pageSize, limit: pageSize })
  return { total, list: rows.map((r) => ({ id: r.id, code: r.code, policyTitle: r.title })) }
}

export async function policyVersions(k: Kernel, id: number) {
  const rows = await versionRows(k, id)
  if (rows.length === 0) throw notFound('该政策不存在或已被删除')
  return rows.map(versionHead)
}

export async function policyVersion(k: Kernel, id: number, number: number): Promise<z.output<typeof PolicyVersion>> {
  const row = await versionRow(k, id, number)
  if (!row) throw notFound('该版本不存在')
  return {
    ...versionHead(row),
    rule: row.rule,
    policyTitle: row.title,
    summary: row.summary,
    content: cleanHtml(row.content),
    period: row.period,
  }
}

type Head = Awaited<ReturnType<typeof versionRows>>[number]
const versionHead = (v: Head) => ({
  policyId: v.policy_id,
  number: v.number,
  effectiveFrom: v.effective_from,
  effectiveTo: v.effective_to,
  note: v.note,
  authorName: v.author_name,
  createTime: v.created_at,
})
