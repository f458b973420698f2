/** A question in plain words, converted to facts of the calculator and answered with verdicts. Nothing is stored. */
import { z } from 'zod'
import { post } from '../endpoint.ts'
import { id, requiredText } from '../fields.ts'
import { openAnswer } from '../open-answer.ts'
import type { Answers } from '../matching.ts'
import type { Amount } from './judgement.ts'
import type { Verdict } from './verdicts.ts'

/** One fact from the question. Without an exact value only its bounds are known, and no verdict uses it. */
export interface SaidFact {
  key: string
  label: string
  /** 2000 万元, 不到 20 人, 是 */
  text: string
  exact: boolean
}
export interface SaidVerdict {
  verdict: Verdict
  amount: Amount | null
  /** sentences of the first conditions that fail */
  failed: string[]
  /** labels of the first missing facts */
  missing: string[]
}

export const saidFacts = {
  read: post('/corp/policyCalculator/readWords', {
    access: 'public',
    perMinute: 600,
    body: z.strictObject({
      words: requiredText(200, '请输入问题'),
      /** keys found in the words that must not count */
      without: z.array(z.string().max(64)).max(50).default([]),
      /** policies to judge by the facts */
      policyIds: z.array(id).max(100).default([]),
    }),
    /** `open`: parts with numbers that were not understood; `verdicts` by policy id, only for rules in force */
    returns: z.object({
      facts: z.array(z.object({ key: z.string(), label: z.string(), text: z.string(), exact: z.boolean() })),
      answers: openAnswer<Answers>('simulation'),
      open: z.array(z.string()),
      verdicts: z.record(z.string(), openAnswer<SaidVerdict>('judgement')),
    }),
  }),
}
