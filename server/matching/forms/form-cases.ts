import { shownOf } from '../../../contract/matching/asked.ts'
import type { FormCase, MatchQuestion } from '../../../contract/matching/forms.ts'
import { verdicts, type Verdict } from '../../../contract/matching/verdicts.ts'
import { today } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { engine, fieldOf } from '../catalogue.ts'
import type { Condition } from '../engine/index.ts'
import { FALSE, TRUE, type Truth, truthWord, UNKNOWN } from '../engine/truth.ts'

const WANTED: Partial<Record<Verdict, Truth>> = { match: TRUE, near: FALSE, nomatch: FALSE, unknown: UNKNOWN }
const words = { true: '符合', false: '不符合', unknown: '信息不足' }

/** Judges the conditions of all visible questions on the stored cases of the policy; a hidden question decides nothing. */
export async function formCases(k: Kernel, form: { policyId: number; questions: readonly MatchQuestion[] }): Promise<FormCase[]> {
  const tests = new Map(
    form.questions.flatMap((q) =>
      q.rule ? [[q.archiveField, engine.compileCondition({ field: q.archiveField, ...q.rule } as Condition)] as const] : [],
    ),
  )
  const questions = form.questions.map((q) => ({ ...q, key: q.archiveField }))
  const cases = await k.db.selectFrom('golden_case').selectAll().where('policy_id', '=', form.policyId).orderBy('id').execute()
  return cases.map((c) => {
    const facts = engine.facts(c.answers, c.apply_date ?? today(k.clock))
    const truths = shownOf(questions, c.answers).flatMap(({ key }) => {
      const test = tests.get(key)
      return test ? [{ key, truth: test(facts) }] : []
    })
    const all = truths.map(({ truth }) => truth)
    const result = all.includes(FALSE) ? FALSE : all.includes(UNKNOWN) ? UNKNOWN : TRUE
    const agrees = tests.size === 0 ? null : result === WANTED[c.expect]
    return {
      caseId: c.id,
      name: c.name,
      expect: c.expect,
      result: truthWord(result),
      agrees,
      because: agrees === false ? truths.filter(({ truth }) => truth === result).map(({ key }) => fieldOf(key)?.label ?? key) : [],
    }
  })
}

/** Saving stops here until the editor accepts the difference: a form may ask less than the rule judges. */
export const casesDiffer = (cases: readonly FormCase[]) =>
  new AppError(200, 'CASES_DIFFER', `${cases.length} 个样例与表单不一致`, {
    fields: cases.map((c) => ({
      path: 'questions',
      message: `样例“${c.name}”预期“${verdicts[c.expect]}”，按表单${words[c.result]}（${c.because.join('、') || '没有可判断的题'}）`,
    })),
  })
