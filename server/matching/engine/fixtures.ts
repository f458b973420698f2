import { readFileSync } from 'node:fs'
import { createEngine } from './index.ts'
import type { Answers, Dictionaries, Field, PolicyRule, Scoring, Sizing } from './types.ts'

/** Seed data for the tests in this folder; the engine itself reads no files. */
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const seed = (name: string): unknown => read(`../../../seed/data/${name}.json`)

export const policies = seed('policies') as PolicyRule[]
export const fields = seed('fields') as Field[]
export const data = {
  fields,
  scoring: seed('scoring') as Scoring,
  sizing: seed('sizing') as Sizing,
  dictionaries: seed('dictionaries') as Dictionaries,
  policies,
}
export const companies = (seed('companies') as (Answers & { id: string })[]).map((company) => ({
  id: company.id,
  answers: Object.fromEntries(Object.entries(company).filter(([key]) => fields.some((field) => field.key === key))) as Answers,
}))
export type Case = {
  id: string
  title: string
  target: { kind: 'policy' | 'score' | 'sizing'; id: string }
  applyDate: string
  company: Answers
  expected: {
    outcome?: string
    amount?: number | null
    failedTop?: string[]
    missing?: string[]
    score?: number
    scoreMin?: number
    scoreMax?: number
    status?: string
    groups?: Record<string, number | [number, number]>
    scale?: string
  }
}
export const cases = read('cases-sample.json') as Case[]

export const engine = createEngine(data)
export const compiled = new Map(policies.map((policy) => [policy.id, engine.compilePolicy(policy)]))
export function judged(code: string, answers: Answers, applyDate = '2026-06-30') {
  const policy = compiled.get(code)
  if (!policy) throw new Error(`没有政策 ${code}`)
  return engine.judge(policy, answers, { applyDate })
}
