/** A question in plain words, read into facts of the calculator and answered with verdicts. Nothing of it is stored. */
import { z } from 'zod'
import { post } from '../endpoint.ts'
import { id, requiredText } from '../fields.ts'
import { openAnswer } from '../open-answer.ts'
import type { Answers } from '../matching.ts'
import type { Amount } from './judgement.ts'
import type { Verdict } from './verdicts.ts'

/** One thing that was said. Without a value only bounds of it are known, and no verdict is made of them. */
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
  /** sentences of what fails, the first ones */
  failed: string[]
  /** names of what is still to be told, the first ones */
  missing: string[]
}

export const saidFacts = {
  read: post('/corp/policyCalculator/readWords', {
    access: 'public',
    perMinute: 600,
    body: z.strictObject({
      words: requiredText(200, '请输入问题'),
      /** keys that were read out of the words and are not to count */
      without: z.array(z.string().max(64)).max(50).default([]),
      /** policies to be judged by the facts */
      policyIds: z.array(id).max(100).default([]),
    }),
    /** `open`: parts with figures that were not understood; `verdicts` by policy id, only for rules in force */
    returns: z.object({
      facts: z.array(z.object({ key: z.string(), label: z.string(), text: z.string(), exact: z.boolean() })),
      answers: openAnswer<Answers>('simulation'),
      open: z.array(z.string()),
      verdicts: z.record(z.string(), openAnswer<SaidVerdict>('judgement')),
    }),
  }),
}
