import { inWan } from '../../../contract/money.ts'
import type { PolicyRule } from '../../../contract/policy/market.ts'
import type { Revision } from '../../../contract/policy/proposals.ts'
import { issuersOf, issuersText } from '../../../contract/units.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { cleanHtml } from '../../kernel/http/sanitize.ts'
import { amountCeiling } from '../../../contract/rule/ceiling.ts'
import type { Side } from '../comparison/compare.ts'
import { factLines } from '../fact-lines.ts'
import { managedDetail } from '../queries.ts'
import { requirePolicy } from '../manage/managed-access.ts'
import { readerOf } from '../../kernel/flow.ts'
import { openStates, proposalFlow } from './flow.ts'
import type { RevisionContent } from './revision-content.ts'
import { revisionFiles } from './revision-files.ts'
import { proposalOf } from './proposal-row.ts'

/** The policy and its open revision. */
async function read(k: Kernel, policyId: number) {
  const policy = await managedDetail(k, policyId, today(k.clock))
  const head = policy?.proposals.find((r) => r.kind === 'revision' && openStates.includes(r.state))
  if (!policy || !head) throw notFound('该政策没有未完成的修订')
  const { content, created_at } = await k.db
    .selectFrom('policy_proposal')
    .select(['content', 'created_at'])
    .where('id', '=', head.id)
    .executeTakeFirstOrThrow()
  const revision = content as RevisionContent
  const files = await revisionFiles(k.db, policyId, head.id)
  const attachments = revision.attachments.flatMap(({ fileId }) => files.get(fileId) ?? [])
  return { policy, head, revision, attachments, createdAt: created_at }
}

/** The rule that waits for review: that of the open revision, else that of the policy. */
export async function proposedRule(k: Kernel, policyId: number): Promise<PolicyRule> {
  const policy = await managedDetail(k, policyId, today(k.clock))
  if (!policy) throw notFound('该政策不存在或已被删除')
  const revised = policy.proposals.some((r) => r.kind === 'revision' && openStates.includes(r.state))
  return revised ? (await read(k, policyId)).revision.rule : policy.rule
}

export async function openRevision(k: Kernel, actor: Actor, policyId: number): Promise<Revision> {
  await requirePolicy(k.db, actor, policyId)
  const { policy, head, revision, attachments } = await read(k, policyId)
  return {
    ...revision,
    proposal: proposalOf(k, head, await readerOf(k.db, proposalFlow, actor, [head])),
    policyNo: revision.policyNo ?? null,
    issuingUnits: revision.issuingUnits ?? issuersOf(revision.policyDepName ?? policy.dep_name),
    contactUnits: revision.contactUnits ?? policy.contact_units,
    areaCode: revision.areaCode === undefined ? policy.area_code : revision.areaCode,
    content: cleanHtml(revision.content),
    applyFrom: revision.applyFrom ?? null,
    applyTo: revision.applyTo ?? null,
    period: revision.period ?? null,
    applyUrl: revision.applyUrl ?? null,
    materials: revision.materials.map((m) => ({ ...m, note: m.note ?? null })),
    attachments,
    sourceNote: revision.sourceNote ?? null,
    supersededByCode: revision.supersededByCode ?? null,
    labelIds: revision.labelIds ?? policy.labels.map((l) => l.id),
    effectiveFrom: revision.effectiveFrom ?? null,
    versionNote: revision.versionNote ?? null,
  }
}

/** Titles of the policies with these codes, in any state, for users who write policies. */
async function titlesOf(
  k: Kernel,
  codes: readonly (string | null | undefined)[],
): Promise<(code: string | null | undefined) => string | null> {
  const rows = await k.db
    .selectFrom('policy')
    .select(['code', 'title'])
    .where('code', 'in', ['', ...codes.filter((c) => typeof c === 'string')])
    .where('deleted', '=', false)
    .execute()
  return (code) => rows.find((r) => r.code === code)?.title ?? null
}

/** The current policy, and the policy as the revision would make it; `version` is that of the revision. */
export async function revisionSides(k: Kernel, policyId: number): Promise<{ before: Side; after: Side; version: number }> {
  const { policy, head, revision, attachments, createdAt } = await read(k, policyId)
  const newest = policy.versions[0]!
  const labels = revision.labelIds
    ? await k.db
        .selectFrom('policy_label')
        .select('name')
        .where('id', 'in', [0, ...revision.labelIds])
        .orderBy('sort')
        .orderBy('id')
        .execute()
    : policy.labels.map((l) => ({ name: l.labelName }))
  const title = await titlesOf(k, [policy.superseded_by, revision.supersededByCode])
  const current = policy.versions.find((v) => v.number === policy.version_number)!
  return {
    version: head.version,
    before: {
      number: policy.version_number,
      effective_from: current.effectiveFrom,
      effective_to: current.effectiveTo,
      note: current.note,
      created_at: new Date(current.createTime).toISOString(),
      title: policy.title,
      summary: policy.summary,
      period: policy.period,
      content: policy.content,
      rule: policy.rule,
      facts: factLines({
        docNo: policy.doc_no,
        depName: policy.dep_name,
        level: policy.level,
        supportModes: policy.support_modes,
        industries: policy.industries,
        applyFrom: policy.apply_from,
        applyTo: policy.apply_to,
        urlType: policy.url_type,
        applyUrl: policy.apply_url,
        maxAmount: inWan(policy.max_amount),
        materials: policy.materials,
        process: policy.process,
        attachments: policy.attachments,
        labels: policy.labels.map((l) => l.labelName),
        contacts: policy.contact_units,
        sources: policy.sources,
        sourceNote: policy.source_note,
        successor: title(policy.superseded_by),
      }),
    },
    after: {
      number: newest.number + 1,
      effective_from: revision.effectiveFrom ?? null,
      effective_to: null,
      note: revision.versionNote || null,
      created_at: createdAt,
      title: revision.policyTitle,
      summary: revision.summary,
      period: revision.period || null,
      content: cleanHtml(revision.content),
      rule: revision.rule,
      facts: factLines({
        docNo: revision.policyNo || null,
        depName: revision.issuingUnits ? issuersText(revision.issuingUnits) : (revision.policyDepName ?? ''),
        level: revision.level,
        supportModes: revision.supportModes,
        industries: revision.industries,
        applyFrom: revision.applyFrom ?? null,
        applyTo: revision.applyTo ?? null,
        urlType: revision.urlType,
        applyUrl: revision.applyUrl ?? null,
        maxAmount: revision.maxAmount === undefined ? amountCeiling(revision.rule) : revision.maxAmount,
        materials: revision.materials,
        process: revision.process,
        attachments,
        labels: labels.map((l) => l.name),
        contacts: revision.contactUnits ?? policy.contact_units,
        sources: revision.sources.filter(Boolean),
        sourceNote: revision.sourceNote || null,
        successor: title(revision.supersededByCode),
      }),
    },
  }
}
