import { inFen } from '../../../contract/money.ts'
import type { z } from 'zod'
import { policyStateLabels } from '../../../contract/policy/codes.ts'
import type { ManagedFilter, ManagedPolicy, ManagedPolicyDetail, PolicyVersion } from '../../../contract/policy/managed-policies.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { cleanHtml } from '../../kernel/http/sanitize.ts'
import { inStretches, WidePage } from '../../kernel/answers/wide-pages.ts'
import { amountCeiling } from '../../../contract/rule/ceiling.ts'
import { standingOf } from '../policy-moves.ts'
import { readerOf, type Reader } from '../../kernel/flow.ts'
import { allowedMoves, policyFlow } from '../flow.ts'
import { detailOf } from '../detail.ts'
import { managedOf, managedPage, titleRows, versionRow, versionRows, type ManagedRow } from './managed-queries.ts'
import { requirePolicy } from './managed-access.ts'
import { shelfEnds } from './order.ts'
import { openStates, proposalFlow } from '../proposal/flow.ts'
import { proposalOf } from '../proposal/proposal-row.ts'
import { managedDetail } from '../queries.ts'
import { saidRule } from '../rule/said-rule.ts'
import { headItem } from '../list-item.ts'

type Filter = z.output<typeof ManagedFilter>

const offeredOn = (k: Kernel, row: Managed) => ({
  ...row,
  ...standingOf(k, row),
  repealed: row.repealed_on !== null,
  open: row.proposals.filter((r) => openStates.includes(r.state)),
})

export async function managedList(
  k: Kernel,
  actor: Actor,
  filter: Filter,
): Promise<{ total: number; list: ManagedPolicy[] } | WidePage<ManagedPolicy>> {
  const day = today(k.clock)
  const found = await managedPage(k, filter, actor)
  const ends = await shelfEnds(k.db)
  const itemsOf = async (rows: ManagedRow[]) => {
    const reader = await readerOfPolicies(k, actor, rows)
    return rows.map((row) => ({ ...managedItem(k, reader, row, day), ends: ends(row.id) }))
  }
  if ('rows' in found) return { total: found.total, list: await itemsOf(found.rows) }
  return new WidePage(
    found.total,
    inStretches(found.ids, async (ids) => itemsOf(await managedOf(k, ids))),
  )
}

const managedItem = (k: Kernel, actor: Reader, row: ManagedRow, day: string): ManagedPolicy => ({
  ...headItem(row, day, siteArea(k.config)),
  ...managedState(k, actor, row),
  versionNumber: row.version_number,
  updateTime: row.updated_at,
  brokenLinks: row.broken_links,
})

type Managed = Omit<ManagedRow, 'version_number' | 'updated_at' | 'broken_links'>

/** The reader of policies and of their proposals. */
const readerOfPolicies = async (k: Kernel, actor: Actor, rows: readonly Managed[]): Promise<Reader> =>
  readerOf(
    k.db,
    proposalFlow,
    await readerOf(k.db, policyFlow, actor, rows),
    rows.flatMap(({ proposals }) => proposals),
  )

/** The state of a policy before publication, and what this member of staff may do with it. */
const managedState = (k: Kernel, actor: Reader, row: Managed) => ({
  state: row.state,
  stateName: policyStateLabels[row.state],
  version: row.version,
  createTime: row.created_at,
  publishAt: row.publish_at,
  takeDownAt: row.take_down_at,
  submitterName: row.submitted_by_name,
  submitTime: row.submitted_at,
  reviewerName: row.reviewed_by_name,
  reviewOpinion: row.review_opinion,
  proposals: row.proposals.map((r) => proposalOf(k, r, actor)),
  allowed: allowedMoves(offeredOn(k, row), actor),
})

export async function managedPolicy(k: Kernel, actor: Actor, id: number): Promise<ManagedPolicyDetail> {
  await requirePolicy(k.db, actor, id)
  const day = today(k.clock)
  const row = await managedDetail(k, id, day)
  if (!row) throw notFound('该政策不存在或已被删除')
  return {
    ...detailOf(row, day, siteArea(k.config)),
    ...managedState(k, await readerOfPolicies(k, actor, [row]), row),
    depIds: row.dep_ids,
    supersededByCode: row.superseded_by,
    saidRule: await saidRule(k, row.rule, 'staff'),
    maxAmountDerived: row.max_amount === inFen(amountCeiling(row.rule)),
  }
}

type Titles = { policyTitle: string; page: number; pageSize: number }
export async function policyTitles(k: Kernel, actor: Actor, { policyTitle, page, pageSize }: Titles) {
  const { total, rows } = await titleRows(k, actor, policyTitle, { page, pageSize })
  return { total, list: rows.map((r) => ({ id: r.id, code: r.code, policyTitle: r.title })) }
}

export async function policyVersions(k: Kernel, actor: Actor, id: number) {
  await requirePolicy(k.db, actor, id)
  const rows = await versionRows(k, id)
  if (rows.length === 0) throw notFound('该政策不存在或已被删除')
  return rows.map(versionHead)
}

export async function policyVersion(k: Kernel, actor: Actor, id: number, number: number): Promise<z.output<typeof PolicyVersion>> {
  await requirePolicy(k.db, actor, id)
  const row = await versionRow(k, id, number)
  if (!row) throw notFound('该版本不存在')
  return {
    ...versionHead(row),
    rule: await saidRule(k, row.rule, 'staff'),
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
