import type { Parsed } from '../../../contract/endpoint.ts'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { unanswered } from '../../../contract/policy/search-desk.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { forbidden, invalidField } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { indexWords, learnWords } from '../../search/index.ts'
import { changing, type Tx } from '../policy-moves.ts'
import { findPolicies } from '../search/found.ts'
import { labelNamed } from '../label/labels.ts'
import { writeSearch } from '../search/search-upkeep.ts'
import { openQuestions, settleAnswered, shownQuestion } from './unanswered.ts'

/** Gives a published policy a label with the words of a question, and settles every question of the board that this answers. */
export async function labelQuestion(
  k: Kernel,
  call: Call,
  { id, labelName, policyId }: Parsed<typeof unanswered.label>['body'],
): Promise<{ answered: number }> {
  if (!call.actor!.permissions.has('policy:label')) throw forbidden()
  const question = await changing(k, async (db) => {
    const asked = await shownQuestion(db, id)
    const policy = await db
      .selectFrom('policy')
      .select(['id', 'code'])
      .where('id', '=', policyId)
      .where('deleted', '=', false)
      .where('state', '=', POLICY_STATE.published)
      .forUpdate()
      .executeTakeFirst()
    if (!policy) throw invalidField('policyId', '该政策不存在或没有上架')
    const label = await labelNamed(db, k, labelName)
    await db
      .insertInto('policy_label_of')
      .values({ policy_id: policyId, label_id: label })
      .onConflict((c) => c.doNothing())
      .execute()
    await learnWords(db, indexWords(labelName))
    await writeSearch(db, [policyId])
    await audit(db, call, {
      action: 'unanswered.label',
      objectType: 'unanswered',
      objectId: id,
      detail: { words: asked.words, label: labelName, policy: policy.code },
    })
    return asked
  })
  const answered = await answeredNow(k, policyId, [question, ...(await openQuestions(k.db)).filter((one) => one.id !== id)])
  await k.db.transaction().execute((db: Tx) => settleAnswered(db, call, answered, { settled: 'label', note: labelName }))
  return { answered: answered.length }
}

/** Questions for which the policy is a certain hit now. */
async function answeredNow(k: Kernel, policyId: number, questions: readonly { id: number; words: string }[]) {
  const day = today(k.clock)
  const answered: { id: number; words: string }[] = []
  for (const question of questions) {
    const { ids, maybe } = await findPolicies(k, { q: question.words }, day)
    if (ids.includes(policyId) && !maybe.includes(policyId)) answered.push(question)
  }
  return answered
}
