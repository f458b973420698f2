/** Calculator, verdicts and scores. Amounts are 万元 with four decimals; a key that is missing or null is "unknown", 0 and false are answers. */
import { z } from 'zod'
import { openAnswer } from './open-answer.ts'
import { can, get, post, types } from './endpoint.ts'
import type { Amount, Explanation, GapPlan, Total } from './matching/judgement.ts'
import type { AskedQuestion } from './matching/forms.ts'
import { verdicts, type Verdict } from './matching/verdicts.ts'
import { isoDate, ok, page, paging, query, requiredText, wireInt, id } from './fields.ts'
import { keyInWords } from './shortened.ts'

export * from './matching/verdicts.ts'
export type * from './matching/judgement.ts'

export interface Judgement {
  code: string
  title: string
  verdict: Verdict
  amount: Amount | null
  conditions: Explanation
  failedTop: string[]
  /** the parts named by failedTop, in words generated from the rule */
  failed: string[]
  /** what the policy pays, in words generated from the rule */
  benefits: { name: string; sentence: string }[]
  missing: string[]
  policyId: number
  issuer: string
  level: string
  supportModes: string[]
  applyTo: string | null
  /** a rule from the document of another place, shown as a sample */
  sample: boolean
  exclusiveGroup?: string
  /** why a policy that is met has no amount although no fact is missing */
  amountReason?: string
  /** one of its benefits is decided case by case (一事一议), besides what can be calculated */
  negotiated?: true
  /** near only: the smallest remaining steps and their effort */
  plan?: GapPlan
}

const keyOf = ({ path }: { path?: PropertyKey[] | undefined }) => keyInWords(String(path?.at(-1)))
/** A value of the wrong type is refused with its key (issue 2, E). */
const answer = z.union(
  [
    z.string().max(200, { error: (issue) => `“${keyOf(issue)}”应为不超过 200 字的文字` }),
    z.number(),
    z.boolean(),
    z.array(z.string().max(64)).max(50),
    z.null(),
  ],
  { error: (issue) => `“${keyOf(issue)}”的值类型不正确，应为文字、数字、true、false 或选项列表` },
)
/** Field keys are checked against the catalogue by the server, which names a key it does not know. */
export const answers = z.record(z.string().max(64), answer).refine((a) => Object.keys(a).length <= 400, '答案过多')
export type Answers = z.infer<typeof answers>

/** A field of the catalogue as a question. */
export interface Question {
  key: string
  label: string
  question: string
  /** rows: whether a list of the archive has entries; no rows is an answer */
  type: 'string' | 'date' | 'number' | 'integer' | 'boolean' | 'enum' | 'multiEnum' | 'rows'
  unit: string | null
  options: { value: string; label: string }[] | null
  group: string
  note: string | null
  /** limits of a number */
  min?: number | null
  max?: number | null
  /** a number that editors maintain by date */
  dated?: boolean
}
/** A field in the rule editor. */
export interface EditorField extends Question {
  /** initials and full spelling */
  pinyin: string
  /** who reports it */
  source: string
  /** number of consenting companies that have it; null for calculated fields */
  known: number | null
}
/** Value of a company's archive with its source. */
export interface ArchiveValue {
  value: unknown
  source: string
  asOf: string | null
}

const verdictCode = z.enum(Object.keys(verdicts) as Verdict[])

export const CalculateBody = z.strictObject({
  answers,
  applyDate: isoDate.optional(),
  policyCodes: z.array(z.string().max(64)).max(500).optional(),
  useArchive: z.boolean().optional(),
})

/** A policy that was judged for the caller's company, as lists show it. */
const judgedRow = z.object({
  id: z.number(),
  code: z.string(),
  policyTitle: z.string(),
  policyDepName: z.string(),
  verdict: verdictCode,
  min: z.number().nullable(),
  max: z.number().nullable(),
  applyTo: z.string().nullable(),
})

export const matching = {
  /**
   * The short questionnaire: topics of at most five questions, and the first questions for a visitor; for an enterprise with consent with
   * the values of its archive.
   */
  questionnaire: get('/admin/policyCalculator/queryCommonQuestionnaire', {
    access: 'public',
    query: query({ useArchive: z.enum(['0', '1']).optional() }),
    returns: openAnswer<{
      id: string
      topics: { id: string; title: string; questions: Question[] }[]
      /** asked first: place, industry, number of people */
      first: Question[]
      /** keys that editors always ask, and never ask */
      pinned: string[]
      hidden: string[]
      archive: Record<string, ArchiveValue> | null
      companyName: string | null
    }>('judgement'),
  }),
  /** Label of every raw field, for results that name missing ones. */
  labels: get('/admin/policyCalculator/fieldLabels', {
    access: 'public',
    query: query({}),
    returns: z.object({ labels: z.record(z.string(), z.string()) }),
  }),
  calculate: post('/corp/policyCalculator/calculate', {
    access: 'public',
    body: CalculateBody,
    perMinute: 600,
    /**
     * Without `policyCodes`: policies that apply where the company is (ADR 0220). `list`: at most 500, best first; `judged` and `counts`
     * cover all; `open`: questions that are still open; `outside`: policies of other places, which do not count.
     */
    returns: openAnswer<{
      asOf: string
      list: Judgement[]
      total: Total
      /** the totals of grants alone, and of taxes alone */
      grants: Total
      taxes: Total
      judged: number
      open: number
      counts: Record<Verdict, number>
      outside: number
      place: { code: string; name: string; assumed: boolean } | null
    }>('judgement'),
  }),
  /** More of the same ranking from `offset`, each policy with its reasons. */
  calculateFurther: post('/corp/policyCalculator/calculateFurther', {
    access: 'public',
    body: CalculateBody.omit({ policyCodes: true }).extend({ offset: wireInt(0, 1_000_000), limit: wireInt(1, 100).default(100) }),
    perMinute: 600,
    returns: openAnswer<{ total: number; list: Judgement[] }>('judgement'),
  }),
  score: post('/corp/policyCalculator/score', {
    access: 'public',
    perMinute: 600,
    body: z.strictObject({ scheme: z.string().max(64), answers, applyDate: isoDate.optional() }),
    returns: openAnswer<{
      scoreMin: number
      scoreMax: number
      groups: Record<string, [number, number]>
      status: string
      missing: string[]
      reason?: string
    }>('judgement'),
  }),
  /**
   * Open questions, the one that can change the most money first. With `policyId` or `policyCode` those of one policy: of its enabled form
   * if it has one (`list` is then empty; known values of the archive are included), else those that its rule needs.
   */
  nextQuestions: post('/corp/policyCalculator/nextQuestions', {
    access: 'public',
    perMinute: 600,
    body: z.strictObject({
      answers,
      applyDate: isoDate.optional(),
      useArchive: z.boolean().optional(),
      skipped: z.array(z.string().max(64)).max(400).optional(),
      limit: wireInt(1, 20).default(5),
      policyId: id.optional(),
      policyCode: z.string().max(64).optional(),
    }),
    returns: openAnswer<{
      list: { question: Question; atStake: number; policies: number }[]
      open: number
      policy: { id: number; code: string; title: string } | null
      form: { questions: AskedQuestion[]; archive: Record<string, ArchiveValue> } | null
    }>('judgement'),
  }),
  /** Saves a calculation for the logged-in user. */
  saveCalculation: post('/corp/policyCalculator/save', {
    access: 'token',
    body: z.strictObject({ answers, useArchive: z.boolean().optional(), name: requiredText(60, '请输入名称').optional() }),
    returns: z.object({ id: z.number() }),
  }),
  calculations: get('/corp/policyCalculator/listMy', {
    access: 'token',
    query: query({ ...paging() }),
    returns: page(
      z.object({ id: z.number(), name: z.string(), createdAt: z.string(), matched: z.number(), min: z.number(), max: z.number() }),
    ),
  }),
  calculation: get('/corp/policyCalculator/findById', {
    access: 'token',
    query: query({ id }),
    returns: openAnswer<{ id: number; name: string; createdAt: string; answers: Answers; useArchive: boolean }>('judgement'),
  }),
  deleteCalculation: post('/corp/policyCalculator/delete', { access: 'token', as: 'form', body: z.strictObject({ id }), returns: ok }),
  /**
   * Published policies that ask for the same facts as the given one; without one, all. The specification gives the address alone. A
   * `questionnaireId` is accepted and narrows nothing: there is one common questionnaire, and it asks for what all policies ask for.
   */
  relatedPolicy: get('/corp/policyCalculator/queryRelatedPolicy', {
    access: 'public',
    query: query({ policyId: id.optional(), questionnaireId: z.string().max(64).optional(), ...paging() }),
    returns: page(
      z.object({ id: z.number(), code: z.string(), policyTitle: z.string(), policyDepName: z.string(), maxAmount: z.number().nullable() }),
    ),
  }),
  /** The open policies that match, are near or lack a fact; `counts` tells how many of each. */
  homeMyPolicy: get('/corp/policyCalculator/homeMyPolicy', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: page(judgedRow).extend({
      counts: z.object({ match: z.number(), near: z.number(), unknown: z.number() }),
      /** all of them that close within CLOSING_DAYS, whatever page is asked for */
      closing: z.array(judgedRow),
    }),
  }),
  /** The result of each condition of one policy for my company; needs consent. */
  matchSituation: get('/policy/doc/matchSituation', {
    access: types('QY'),
    query: query({ policyId: id }),
    /** listed: whether the company is on the policy's list of companies; null when there is no list */
    returns: openAnswer<{ matched: boolean; consent: boolean; listed: boolean | null; judgement: Judgement | null }>('judgement'),
  }),
  /** Projects open for application with the verdict of my company; answers commonPage (ambiguities A09). */
  applyProjectMatchList: get('/policy/doc/applyProjectMatchList', {
    access: types('QY'),
    query: query({ ...paging(), keyword: z.string().max(64).optional() }),
    returns: z.object({
      commonPage: page(judgedRow.extend({ policyId: z.number() })),
    }),
  }),
  /** Staff: the field catalogue for the rule editor. */
  fields: get('/admin/policyCalculator/fields', {
    access: can('policy:read'),
    query: query({}),
    returns: openAnswer<{
      /** number of consenting companies counted for `known` */
      companies: number
      fields: EditorField[]
      derived: EditorField[]
      lists: { key: string; label: string; columns: Question[] }[]
      scores: { id: string; title: string; pass: string }[]
    }>('judgement'),
  }),
  /** Staff: a rule in words, its faults with their path, and its verdict for one company or for answers. */
  tryRule: post('/admin/policyCalculator/tryRule', {
    access: can('policy:edit'),
    body: z.strictObject({
      rule: z.record(z.string(), z.unknown()),
      companyId: id.optional(),
      answers: answers.optional(),
      applyDate: isoDate.optional(),
    }),
    returns: openAnswer<{ issues: { path: string; message: string }[]; words: string; judgement: Judgement | null }>('judgement'),
  }),
  /** Staff: companies with consent that meet a policy, with counts. */
  reverse: get('/admin/policyCalculator/matchedCompanies', {
    access: can('matching:reverse'),
    query: query({ policyId: id, state: z.enum(['match', 'unknown']).default('match'), ...paging() }),
    returns: z.object({
      total: z.number(),
      matched: z.number(),
      unknown: z.number(),
      companies: z.number(),
      /** the oldest date of the results shown; results of a new day are computed in the background */
      asOf: z.string().nullable(),
      list: z.array(
        z.object({
          id: z.number(),
          companyName: z.string(),
          street: z.string().nullable(),
          industry: z.string().nullable(),
          min: z.number().nullable(),
          max: z.number().nullable(),
          missing: z.array(z.string()),
        }),
      ),
    }),
  }),
}
