import type { DryRunResult, DryRunSide } from '../../../contract/matching/dry-run.ts'
import type { PolicyRule } from '../engine/index.ts'

/** Messages between the application and the matching thread. */
export interface StoredRule {
  id: number
  rule: PolicyRule
  /** where the policy applies (place.ts) */
  place: string | null
}
/** the site's own county, for companies without a known place */
export type Here = string | undefined
export type Job =
  /** judges by all rules the companies whose row is missing, from another day or older than their facts; `all`: every company */
  | { kind: 'companies'; day: string; here: Here; rules: StoredRule[]; all: boolean }
  /** judges every company by one changed rule and writes the changed rows */
  | { kind: 'rule'; day: string; here: Here; rule: StoredRule }
  /** the rows of the reverse question (company_match_row) */
  | { kind: 'rows'; day: string }
  /** writes nothing: the effect of a draft */
  | { kind: 'dryRun'; day: string; here: Here; place: string | null; before: PolicyRule | null; after: PolicyRule }
  /** writes nothing: the effect of a rule while it is written, condition by condition */
  | { kind: 'live'; day: string; here: Here; place: string | null; rule: PolicyRule }
  /** writes nothing: the companies that meet one rule */
  | { kind: 'list'; day: string; here: Here; place: string | null; rule: PolicyRule }

/** `busy`: another process is running; nothing was done */
export type Outcome = { companies: number; changed: number; busy?: true; dryRun?: DryRunResult; list?: ListCandidates; live?: LiveCounts }

/** The exact effect of a rule being written; `live.ts` decides which numbers may be shown. */
export interface LiveCounts extends DryRunSide {
  total: number
  companies: number
  outside: number
  conditions: { path: string; top: boolean; plain: boolean; met: number; open: number; left: number; only: number }[]
}

/** Companies by verdict, the ids of those that meet the rule, and how often each field is missing in undecided ones. */
export interface ListCandidates {
  companies: number
  ids: number[]
  match: number
  near: number
  unknown: number
  nomatch: number
  missing: Record<string, number>
}

export type FromWorker =
  | { type: 'progress'; done: number; total: number }
  /** the embedded database has one connection, so the application runs the thread's queries */
  | { type: 'query'; id: number; text: string; values: unknown[] }
  | { type: 'done'; outcome: Outcome }
export type ToWorker = { type: 'rows'; id: number; rows?: unknown[][]; error?: string }
export interface WorkerData {
  /** connection string of PostgreSQL; null = embedded */
  url: string | null
  job: Job
}
