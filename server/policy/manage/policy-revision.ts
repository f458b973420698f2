import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { addDays, today } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { keepAttachments } from '../attachments.ts'
import type { PolicyRow, Tx } from '../policy-moves.ts'
import { policyFlow } from '../flow.ts'
import { carryLabels } from '../label/labels.ts'
import { announce } from '../news.ts'
import type { RevisionContent } from '../proposal/revision-content.ts'
import { writeSearch } from '../search/search-upkeep.ts'
import { columnsOf, writeMaterials, type Author, type PolicyText } from './policy-columns.ts'
import { textOf } from './text.ts'
import { keepFacts } from '../rule/version-facts.ts'

interface Applied {
  id: number
  version: number
  versionNumber: number
}

/**
 * Writes a change of a policy: the text at once, the rule as a new version when the policy was published before. `name`: the action, a
 * direct change or a revision.
 */
export async function applyChange(
  db: Tx,
  k: Kernel,
  call: Call,
  author: Author,
  old: PolicyRow,
  p: RevisionContent,
  name: 'edit' | 'amend',
): Promise<Applied> {
  const { id } = old
  const text = textOf(k, p, old.code)
  const columns = await columnsOf(db, text)
  if (old.publish_time !== null) await keepFacts(db, id)
  const versionNumber = await writeVersion(db, k, author, id, { ...text, content: columns.content }, p, old.publish_time !== null)
  const moved = await move(db, call, policyFlow, old, {
    move: name,
    version: old.version,
    bySystem: name === 'amend',
    set: ({ to }) => ({ ...columns, updated_by: author.id, ...(to === old.state ? {} : { publish_at: null }) }),
    detail: { title: text.title, versionNumber },
  })
  await writeMaterials(db, id, text.materials)
  if (p.labelIds) await carryLabels(db, id, p.labelIds)
  await writeSearch(db, [id])
  await keepFiles(db, author, id, { attachments: p.attachments, content: columns.content }, old.state === POLICY_STATE.published)
  if (old.state === POLICY_STATE.published) await announce(db, k, { policyId: id, what: 'changed', version: moved.version, versionNumber })
  return { id, version: moved.version, versionNumber }
}

/** Attaches the attachments and pictures of the text to the policy. */
export async function keepFiles(
  db: Tx,
  author: Author,
  id: number,
  p: Pick<RevisionContent, 'attachments' | 'content'>,
  isPublic: boolean,
): Promise<void> {
  const attachments = await keepAttachments(db, { userId: author.id }, id, p.attachments, p.content, isPublic)
  await db
    .updateTable('policy')
    .set({ attachments: JSON.stringify(attachments) })
    .where('id', '=', id)
    .execute()
}

/** The newest version is overwritten until the policy is first published; after that a change creates a new version. */
async function writeVersion(
  db: Tx,
  k: Kernel,
  author: Author,
  id: number,
  text: PolicyText,
  p: RevisionContent,
  everPublished: boolean,
): Promise<number> {
  const latest = await db
    .selectFrom('policy_version')
    .select(['number', 'effective_from'])
    .where('policy_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const content = {
    rule: JSON.stringify(text.rule),
    title: text.title,
    summary: text.summary,
    content: text.content,
    period: text.period,
    author_id: author.id,
    author_name: author.name,
    note: p.versionNote || null,
    created_at: k.clock.now(),
  }
  if (!everPublished) {
    await db
      .updateTable('policy_version')
      .set({ ...content, effective_from: p.effectiveFrom ?? null })
      .where('policy_id', '=', id)
      .where('number', '=', latest.number)
      .execute()
    return latest.number
  }
  const from =
    p.effectiveFrom ?? (latest.effective_from !== null && latest.effective_from > today(k.clock) ? latest.effective_from : today(k.clock))
  if (latest.effective_from !== null && from < latest.effective_from)
    throw invalidField('effectiveFrom', `不能早于上一版本的生效日期 ${latest.effective_from}`)
  await db
    .updateTable('policy_version')
    .set({ effective_to: addDays(from, -1) })
    .where('policy_id', '=', id)
    .where('number', '=', latest.number)
    .execute()
  await db
    .insertInto('policy_version')
    .values({ policy_id: id, number: latest.number + 1, effective_from: from, ...content })
    .execute()
  return latest.number + 1
}
