import type { Answers, ArchiveValue, Question } from '../../contract/matching.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { companyName } from '../company/index.ts'
import { asQuestion, engine, fieldOf, rawFields } from './catalogue.ts'
import type { Field } from './engine/index.ts'
import { answersIn, archiveOf, situation } from './judge-company.ts'
import { firstQuestions, withPlaces } from './first-questions.ts'
import { formQuestions } from './forms/forms.ts'
import { questionnaireSettings } from './forms/settings.ts'
import { notAsked } from './own-fields/in-use.ts'
import { rulesFor } from './place.ts'
import { currentRules, type PublishedRule } from './rule-book.ts'

const PER_TOPIC = 5

const open = (rules: readonly PublishedRule[], day: string) =>
  rules.filter(({ window }) => !(window.to && day > window.to) && !(window.from && day < window.from))

/**
 * Topics of at most five questions: first those that editors pinned, then those with the highest amounts at stake when nothing is known.
 */
export async function questionnaire(k: Kernel, actor: Actor | null, useArchive: boolean) {
  const day = today(k.clock)
  const rules = open((await rulesFor(k, {})).rules, day)
  const ranked = engine.rankQuestions(
    rules.map((rule) => rule.compiled),
    {},
    { applyDate: day, skip: notAsked },
  )
  const { settings } = await questionnaireSettings(k.db)
  const asked = ranked.flatMap(({ key, type }) => (type === 'rows' || settings.hidden.includes(key) ? [] : [key]))
  const keys = [...new Set([...settings.pinned, ...asked])].slice(0, settings.length)
  const whole = useArchive ? await archiveOf(k, actor) : null
  const archive = whole && answersIn(whole)
  const topics: { id: string; title: string; questions: Question[] }[] = []
  for (const field of rawFields.filter((f) => keys.includes(f.key))) {
    const title = field.group ?? '其他'
    const last = topics.findLast((t) => t.title === title)
    const question = await withPlaces(k, asQuestion(field))
    if (last && last.questions.length < PER_TOPIC) last.questions.push(question)
    else topics.push({ id: `t${topics.length + 1}`, title, questions: [question] })
  }
  return {
    id: 'common',
    topics,
    first: await firstQuestions(k, settings.hidden),
    pinned: settings.pinned,
    hidden: settings.hidden,
    archive,
    companyName: archive && actor?.companyId ? await companyName(k.db, actor.companyId) : null,
  }
}

/** The next question, given the known facts; `skipped` were answered “不清楚”. */
export async function nextQuestions(
  k: Kernel,
  actor: Actor | null,
  input: {
    answers: Answers
    applyDate?: string | undefined
    useArchive?: boolean | undefined
    skipped?: string[] | undefined
    limit: number
    policyId?: number | undefined
    policyCode?: string | undefined
  },
) {
  const at = await situation(k, actor, input)
  const one = await namedRule(k, input)
  const policy = one && { id: one.id, code: one.code, title: one.title }
  const questions = one ? await formQuestions(k, { policyId: one.id }, null) : []
  if (questions.length > 0) return { open: 0, list: [], policy, form: { questions, archive: partOf(at.archive ?? {}, questions) } }
  const rules = one ? [one] : open((await rulesFor(k, at.answers)).rules, at.asOf)
  const ranked = engine.rankQuestions(
    rules.map((rule) => rule.compiled),
    at.answers,
    { applyDate: at.asOf, skip: new Set([...notAsked, ...(input.skipped ?? [])]) },
  )
  return {
    policy,
    form: null,
    open: ranked.length,
    list: await Promise.all(
      ranked.slice(0, input.limit).flatMap(({ key, stake, policies }) => {
        const field = fieldOf(key)
        return field ? [questionOf(k, field, stake, policies.length)] : []
      }),
    ),
  }
}

/** The policy that the question is about; null when none is named. */
async function namedRule(
  k: Kernel,
  { policyId, policyCode }: { policyId?: number | undefined; policyCode?: string | undefined },
): Promise<PublishedRule | null> {
  if (policyId === undefined && policyCode === undefined) return null
  const found = (await currentRules(k)).find((r) => (policyId === undefined ? r.code === policyCode : r.id === policyId))
  if (!found) throw notFound('该政策不存在或已下架')
  return found
}

const questionOf = async (k: Kernel, field: Field, atStake: number, policies: number) => ({
  question: await withPlaces(k, asQuestion(field)),
  atStake,
  policies,
})

const partOf = (archive: Record<string, ArchiveValue>, questions: readonly { key: string }[]) =>
  Object.fromEntries(questions.flatMap(({ key }) => (archive[key] ? [[key, archive[key]]] : [])))
