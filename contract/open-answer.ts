import { z } from 'zod'

/** Responses that no schema cuts, by kind, with the reason. This list may only shrink; every other response declares each of its fields. */
export const openReasons = {
  judgement: 'a judgement with its tree of reasons is made by the engine for this reader, from facts that the reader may see',
  rule: 'the conditions of a rule are a tree of any depth, checked when it was saved',
  simulation: 'a simulation answers the situation that was sent, and judgements of it',
  report: 'the report is judgements and scores of the reader’s own company, or of one that let its archive be used',
  score: 'a score sheet answers questions of the score tables and what the company itself answered',
  form: 'questions of a policy and its stored cases, which editors wrote themselves',
  evidence: 'frozen evidence of a list has the hash of the day it was made and is shown whole',
} as const

/** A response that is typed but not cut. `_why`: its reason in the list above. */
export const openAnswer = <T>(_why: keyof typeof openReasons) => z.custom<T>(() => true)
