import { failedSentences } from '../../contract/matching/failed.ts'
import type { Answers, ArchiveValue, Explanation, Judgement } from '../../contract/matching.ts'
import { today } from '../kernel/clock.ts'
import { invalid, refused } from '../kernel/errors.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { authStatusOf, provenanceOf } from '../company/index.ts'
import { engine, fieldOf } from './catalogue.ts'
import { cheaper, present, type PlainJudgement } from './engine/index.ts'
import type { PublishedRule } from './rule-book.ts'

export interface Situation {
  answers: Answers
  archive: Record<string, ArchiveValue> | null
  asOf: string
}

/** The latest valid date of a past event: today, or the day of judging when it is later. */
export const latestDay = (k: Kernel, applyDate?: string): string => [today(k.clock), applyDate ?? ''].sort().at(-1)!

/** Refuses answers that the catalogue does not know and dates after `latest`, each named by its key (`answers.revenueY1`). */
export function checkAnswers(answers: unknown, latest: string): void {
  const issues = engine.checkAnswers(answers, latest)
  if (issues.length) throw invalid(issues)
}

/**
 * The archive of the caller's company with provenance, when the company has consented; otherwise null, because it is not read then (P-01).
 */
export async function archiveOf(k: Kernel, actor: Actor | null): Promise<Record<string, ArchiveValue> | null> {
  if (actor?.type !== 'QY' || actor.companyId === null) return null
  if ((await authStatusOf(k.db, actor.companyId)) !== '02') return null
  return provenanceOf(k.db, actor.companyId)
}

/** The archive values that answer a question. Rows of tables are only read by rules; a page cannot send them back. */
export const answersIn = <T>(archive: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(archive).filter(([key]) => fieldOf(key)?.type !== 'rows'))

export const noConsent = () => refused('尚未授权平台读取企业档案，请先完成企业用户授权', 'NO_CONSENT')

/**
 * The answers alone count, unless the archive is requested; then the answers override it (issue 2, E). `consented`: use the archive when
 * the company has consented, without a refusal otherwise.
 */
export async function situation(
  k: Kernel,
  actor: Actor | null,
  input: { answers: Answers; applyDate?: string | undefined; useArchive?: boolean | 'consented' | undefined },
): Promise<Situation> {
  checkAnswers(input.answers, latestDay(k, input.applyDate))
  const asOf = input.applyDate ?? today(k.clock)
  if (!input.useArchive) return { answers: input.answers, archive: null, asOf }
  const archive = await archiveOf(k, actor)
  if (!archive && input.useArchive === 'consented') return { answers: input.answers, archive: null, asOf }
  if (!archive) throw noConsent()
  const known = Object.fromEntries(Object.entries(archive).map(([key, { value }]) => [key, value])) as Answers
  return { answers: { ...known, ...input.answers }, archive: withoutCorrected(archive, input.answers), asOf }
}

/** Provenance is shown only for values that the user did not correct. */
export const withoutCorrected = (archive: Record<string, ArchiveValue>, corrected: Answers) =>
  Object.fromEntries(Object.entries(archive).filter(([key]) => !(key in corrected)))

/** Verdict, amount and reasons of the given rules for one company. `byName`: judged regardless of the application window. */
export function judgeRules(rules: readonly PublishedRule[], { answers, archive, asOf }: Situation, byName: boolean): Judgement[] {
  const facts = engine.facts(answers, asOf)
  return rules.map((rule) => {
    const judgement = engine.judge(rule.compiled, facts, byName ? { applyDate: asOf } : { applyDate: asOf, window: rule.window })
    return describe(rule, present(judgement), archive)
  })
}

/** Stands for the policy of an unsaved rule. */
export const unsavedPolicy: Omit<PublishedRule, 'compiled'> = {
  id: 0,
  code: 'draft',
  title: '草稿',
  issuer: '',
  level: '',
  place: null,
  supportModes: [],
  sample: false,
  maxAmount: null,
  benefits: [],
  window: {},
}

export function describe(
  rule: Omit<PublishedRule, 'compiled'>,
  { ruleVerdict: _, ...judgement }: PlainJudgement,
  archive: Situation['archive'],
): Judgement {
  if (archive) annotate(judgement.conditions as Explanation, archive)
  const plan = judgement.verdict === 'near' ? engine.gapPlan(judgement.conditions) : undefined
  return {
    ...judgement,
    ...(plan ? { plan } : {}),
    conditions: judgement.conditions as Explanation,
    failed: failedSentences(judgement.conditions),
    benefits: rule.benefits,
    title: rule.title,
    policyId: rule.id,
    issuer: rule.issuer,
    level: rule.level,
    supportModes: rule.supportModes,
    applyTo: rule.window.to ?? null,
    sample: rule.sample,
  }
}

function annotate(node: Explanation, archive: Record<string, ArchiveValue>): void {
  const known = node.field ? archive[node.field] : undefined
  if (known) {
    node.source = known.source
    if (known.asOf) node.asOf = known.asOf
  }
  for (const child of node.children ?? []) annotate(child, archive)
}

export const ORDER: Record<Judgement['verdict'], number> = { match: 0, near: 1, unknown: 2, nomatch: 3, notYet: 4, closed: 5 }
/** Compares deadlines: the nearer one first, none last; ISO days. */
export const sooner = (a: string | null | undefined, b: string | null | undefined): number =>
  a === b ? 0 : (a ?? '9') < (b ?? '9') ? -1 : 1
/** Best first: by verdict, then (near ones) by effort, then by amount, then by the nearer deadline. */
export const bestFirst = (a: Judgement, b: Judgement) =>
  ORDER[a.verdict] - ORDER[b.verdict]
  || (a.plan && b.plan ? cheaper(a.plan, b.plan) : 0)
  || (b.amount?.max ?? 0) - (a.amount?.max ?? 0)
  || sooner(a.applyTo, b.applyTo)
