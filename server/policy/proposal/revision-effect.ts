import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { applyChange } from '../manage/policy-revision.ts'
import { lockPolicy, type Tx } from '../policy-moves.ts'
import { refuseBrokenCases } from '../rule/rule-check.ts'
import { refuseForeignSuccessor, refuseUnknownReferences, textOf } from '../manage/text.ts'
import type { Loaded, Subject } from './move.ts'
import type { RevisionContent } from './revision-content.ts'
import { handOverFiles } from './revision-files.ts'

/** Applies all checks of saving a policy, so that a submitted revision can take effect. */
export async function checkRevision(db: Tx, k: Kernel, policy: Subject, content: RevisionContent): Promise<void> {
  await refuseForeignSuccessor(db, { ...content, id: policy.id })
  await refuseUnknownReferences(db, content.rule)
  const text = textOf(k, content, policy.code)
  await refuseBrokenCases(k, db, policy.id, text.rule)
  if (content.effectiveFrom === undefined) return
  const { begun } = await db
    .selectFrom('policy_version')
    .select(({ fn }) => fn.max('effective_from').as('begun'))
    .where('policy_id', '=', policy.id)
    .executeTakeFirstOrThrow()
  if (begun !== null && content.effectiveFrom < begun) throw invalidField('effectiveFrom', `不能早于上一版本的生效日期 ${begun}`)
}

/** Only a published policy is revised; one that was taken down meanwhile is edited directly. */
export async function refuseRevision(db: Tx, k: Kernel, policy: Subject, { content }: Loaded): Promise<void> {
  if (policy.state !== POLICY_STATE.published) throw refused('政策已不在上架状态，修订不能继续；请先上架，或放弃修订后直接编辑', 'STATE')
  await checkRevision(db, k, policy, content as RevisionContent)
}

/** Puts the revision into effect: the text at once, the rule as a new version. */
export async function takeRevision(db: Tx, k: Kernel, call: Call, policy: Subject, { id, content, author }: Loaded): Promise<void> {
  await handOverFiles(db, id, policy.id)
  const held = await lockPolicy(db, k, call, policy.id)
  await applyChange(db, k, call, author ?? { id: 0, name: '' }, held, content as RevisionContent, 'amend')
}
