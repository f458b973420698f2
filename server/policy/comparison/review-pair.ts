import { createHash } from 'node:crypto'
import type { ReviewPair } from '../../../contract/policy/compare.ts'
import type { Actor } from '../../kernel/actor.ts'
import { conflict, invalidField, notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { policyById } from '../policy-reference.ts'
import { factLines } from '../fact-lines.ts'
import { requirePolicy } from '../manage/managed-access.ts'
import { versionRow, versionRows } from '../manage/managed-queries.ts'
import { openStates } from '../proposal/flow.ts'
import { revisionSides } from '../proposal/revision-read.ts'
import { factsOf } from '../rule/version-facts.ts'
import { head, sectionsOf, type Side } from './compare.ts'

/** The reviewer's confirmation: the changed sections that were read, of the pair with this hash. */
export interface Checked {
  hash: string
  sections: readonly string[]
}

export async function sideOf(k: Kernel, policyId: number, number: number): Promise<Side> {
  const version = await versionRow(k, policyId, number)
  if (!version) throw notFound('该版本不存在')
  const facts = await factsOf(k.db, policyId, number)
  return { ...version, facts: facts ? factLines(facts) : undefined }
}

/** As `reviewPair`, for users who manage the policy. */
export async function readPair(k: Kernel, actor: Actor, policyId: number): Promise<ReviewPair> {
  await requirePolicy(k.db, actor, policyId)
  return reviewPair(k, policyId)
}

/** The version of a policy that waits for review, and the version that was published last. */
async function reviewPair(k: Kernel, policyId: number): Promise<ReviewPair> {
  const policy = await policyById(k.db, policyId)
  if (!policy) throw notFound('该政策不存在或已被删除')
  const revised = await k.db
    .selectFrom('policy_proposal')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('kind', '=', 'revision')
    .where('state', 'in', [...openStates])
    .executeTakeFirst()
  const { before, after, version } = revised ? await revisionSides(k, policyId) : await ownSides(k, policyId)
  return {
    id: policy.id,
    code: policy.code,
    policyTitle: policy.title,
    repealedOn: policy.repealedOn,
    from: before && head(before),
    to: head(after),
    sections: await sectionsOf(k, before, after, 'staff'),
    hash: createHash('sha256')
      .update(JSON.stringify([before, after, version]))
      .digest('hex'),
  }
}

/** For an unpublished policy: its newest version, and the version that was published last. */
async function ownSides(k: Kernel, policyId: number): Promise<{ before: Side | null; after: Side; version: number }> {
  const { version } = await k.db.selectFrom('policy').select('version').where('id', '=', policyId).executeTakeFirstOrThrow()
  const versions = await versionRows(k, policyId)
  const newest = versions[0]!
  const left = await leftShelfAt(k, policyId)
  const shelved = left && versions.find((v) => v.number < newest.number && Date.parse(v.created_at) <= Date.parse(left))
  return { before: shelved ? await sideOf(k, policyId, shelved.number) : null, after: await sideOf(k, policyId, newest.number), version }
}

/** When the policy was last taken down; its newest version at that time had been published. */
async function leftShelfAt(k: Kernel, policyId: number): Promise<string | undefined> {
  const row = await k.db
    .selectFrom('audit_log')
    .select('at')
    .where('object_type', '=', 'policy')
    .where('object_id', '=', String(policyId))
    .where('action', 'in', ['policy.takeDown', 'policy.expire'])
    .where('result', '=', 'ok')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/**
 * Refuses an approval when a changed section was not confirmed as read, or when the pair has changed since it was shown. It reads through
 * `k`, so call it before the transaction of the approval; a change in between raises the version, and the move refuses it.
 */
export async function refuseUnread(k: Kernel, policyId: number, checked: Checked | null | undefined): Promise<void> {
  const { hash, sections } = await reviewPair(k, policyId)
  const changed = sections.filter((section) => section.changes > 0)
  const named = (list: typeof changed) => list.map(({ name }) => name).join('、')
  if (!checked) {
    if (changed.length > 0) throw invalidField('checked', `通过前请逐节核对：${named(changed)}`)
    return
  }
  if (checked.hash !== hash) throw conflict('内容在您核对之后有改动，请重新核对')
  const unread = changed.filter(({ key }) => !checked.sections.includes(key))
  if (unread.length > 0) throw invalidField('checked', `还有未核对的部分：${named(unread)}`)
}
