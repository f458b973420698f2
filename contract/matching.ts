/** Calculator, verdicts and scores. Amounts are 万元 with four decimals; a key that is missing or null is "unknown", 0 and false are answers. */
import { z } from 'zod'
import { openAnswer } from './open-answer.ts'
import { can, get, post, types } from './endpoint.ts'
import type { Amount, Explanation, GapPlan, Total } from './matching/judgement.ts'
import type { AskedQuestion } from './matching/forms.ts'
import { verdicts, type Verdict } from './matching/verdicts.ts'
import { isoDate, ok, page, paging, query, requiredText, wireInt, id } from './fields.ts'

export * from './matching/verdicts.ts'
export type * from './matching/judgement.ts'

export interface Judgement {
  code: string
  title: string
  verdict: Verdict
  amount: Amount | null
  conditions: Explanation
  failedTop: string[]
  /** the parts that failedTop names, in words made from the rule */
  failed: string[]
  /** what the policy pays, in words made from the rule */
  benefits: { name: string; sentence: string }[]
  missing: string[]
  policyId: number
  issuer: string
  level: string
  supportModes: string[]
  applyTo: string | null
  /** rules from another place's document, shown as a sample */
  sample: boolean
  exclusiveGroup?: string
  /** why a policy that is met has no amount though no fact is lacking */
  amountReason?: string
  /** one of its benefits is settled by people for each company (一事一议), beside what can be calculated */
  negotiated?: true
  /** near only: the least that is still needed, and how hard that is */
  plan?: GapPlan
}

const keyOf = ({ path }: { path?: PropertyKey[] | undefined }) => String(path?.at(-1))
/** A value of the wrong kind is refused with its key named (issue 2, E). */
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
  /** rows: whether there is anything on a list of the archive; no rows is an answer */
  type: 'string' | 'date' | 'number' | 'integer' | 'boolean' | 'enum' | 'multiEnum' | 'rows'
  unit: string | null
  options: { value: string; label: string }[] | null
  group: string
  note: string | null
  /** bounds of a figure */
  min?: number | null
  max?: number | null
  /** a figure that changes with time, kept by editors */
  dated?: boolean
}
/** A field as the rule editor offers it. */
export interface EditorField extends Question {
  /** first letters and full spelling */
  pinyin: string
  /** who says it */
  source: string
  /** consenting companies that have it; null for what is calculated */
  known: number | null
}
/** Value of a company's archive with where it comes from. */
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

export const matching = {
  /** The short questionnaire: topics of at most five questions, and what a visitor is asked first; for an enterprise with consent the archive's values come along. */
  questionnaire: get('/admin/policyCalculator/queryCommonQuestionnaire', {
    access: 'public',
    query: query({ useArchive: z.enum(['0', '1']).optional() }),
    returns: openAnswer<{
      id: string
      topics: { id: string; title: string; questions: Question[] }[]
      /** asked before anything else: where, what, how many people */
      first: Question[]
      /** keys that editors want asked, and not asked, of everybody */
      pinned: string[]
      hidden: string[]
      archive: Record<string, ArchiveValue> | null
      companyName: string | null
    }>('judgement'),
  }),
  /** Label of every raw field, for results that name what is missing. */
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
     * Without `policyCodes`: policies that hold where the company is (ADR 0220). `list`: at most 500, the best first; `judged` and `counts` are of
     * all; `open`: questions that the list leaves open; `outside`: policies of other places, which do not count.
     */
    returns: openAnswer<{
      asOf: string
      list: Judgement[]
      total: Total
      /** the same of what is granted alone, and of taxes alone */
      grants: Total
      taxes: Total
      judged: number
      open: number
      counts: Record<Verdict, number>
      outside: number
      place: { code: string; name: string; assumed: boolean } | null
    }>('judgement'),
  }),
  /** The same ranking read on from `offset`, each policy with its reasons. */
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
   * Open questions, the one that can change the most money first. With `policyId` or `policyCode` those of one policy: its enabled form where it has one (`list` is
   * empty then; what is known of the archive comes along), else what its rule asks.
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
  /** Keeps a calculation for the logged-in user. */
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
  /** Published policies that ask about the same facts as the given one, or that the given answers bear on. */
  relatedPolicy: get('/corp/policyCalculator/queryRelatedPolicy', {
    access: 'public',
    query: query({ policyId: id.optional(), questionnaireId: z.string().max(64).optional(), ...paging() }),
    returns: page(
      z.object({ id: z.number(), code: z.string(), policyTitle: z.string(), policyDepName: z.string(), maxAmount: z.number().nullable() }),
    ),
  }),
  homeMyPolicy: get('/corp/policyCalculator/homeMyPolicy', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: page(
      z.object({
        id: z.number(),
        code: z.string(),
        policyTitle: z.string(),
        policyDepName: z.string(),
        verdict: verdictCode,
        min: z.number().nullable(),
        max: z.number().nullable(),
        applyTo: z.string().nullable(),
      }),
    ),
  }),
  /** How my company meets each condition of one policy; needs consent. */
  matchSituation: get('/policy/doc/matchSituation', {
    access: types('QY'),
    query: query({ policyId: id }),
    /** listed: whether the company stands on the policy's list of companies; null where there is none */
    returns: openAnswer<{ matched: boolean; consent: boolean; listed: boolean | null; judgement: Judgement | null }>('judgement'),
  }),
  /** Projects open for application with my company's verdict; answers commonPage (ambiguities A09). */
  applyProjectMatchList: get('/policy/doc/applyProjectMatchList', {
    access: types('QY'),
    query: query({ ...paging(), keyword: z.string().max(64).optional() }),
    returns: z.object({
      commonPage: page(
        z.object({
          id: z.number(),
          policyId: z.number(),
          code: z.string(),
          policyTitle: z.string(),
          policyDepName: z.string(),
          verdict: verdictCode,
          min: z.number().nullable(),
          max: z.number().nullable(),
          applyTo: z.string().nullable(),
        }),
      ),
    }),
  }),
  /** Staff: the field catalogue for the rule editor. */
  fields: get('/admin/policyCalculator/fields', {
    access: can('policy:read'),
    query: query({}),
    returns: openAnswer<{
      /** consenting companies that were looked at for `known` */
      companies: number
      fields: EditorField[]
      derived: EditorField[]
      lists: { key: string; label: string; columns: Question[] }[]
      scores: { id: string; title: string; pass: string }[]
    }>('judgement'),
  }),
  /** Staff: a rule in words, its faults with the place named, and what it says of one company or of answers. */
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
  /** Staff: which companies of the archive meet a policy (those that granted consent), with counts. */
  reverse: get('/admin/policyCalculator/matchedCompanies', {
    access: can('matching:reverse'),
    query: query({ policyId: id, state: z.enum(['match', 'unknown']).default('match'), ...paging() }),
    returns: z.object({
      total: z.number(),
      matched: z.number(),
      unknown: z.number(),
      companies: z.number(),
      /** the oldest day of which a company is shown; the rows of a new day are made in the background */
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
