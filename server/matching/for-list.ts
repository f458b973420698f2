import type { Answers, ArchiveValue, Judgement } from '../../contract/matching.ts'
import { authStatuses } from '../../contract/company.ts'
import { authStatusOf, provenanceOf } from '../company/index.ts'
import { siteArea } from '../kernel/config.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { RuleRow } from '../policy/index.ts'
import { engine, fieldOf } from './catalogue.ts'
import { judgeRules } from './judge-company.ts'
import { runJob } from './results/run.ts'
import type { ListCandidates } from './results/protocol.ts'
import { asRule, compile } from './rule-book.ts'

/**
 * Companies that meet a rule on a day, over the whole archive, in the thread of the background. Stops with the signal (rejects with its reason);
 * `progress` counts companies.
 */
export async function candidatesOf(
  k: Kernel,
  row: RuleRow,
  day: string,
  options: { signal?: AbortSignal; progress?: (done: number, total: number) => void },
): Promise<ListCandidates> {
  return (
    await runJob(
      k,
      { kind: 'list', day, here: siteArea(k.config), place: row.areaCode ?? null, rule: asRule(row.code, row.title, row.rule) },
      options,
    )
  ).list!
}

/** Raw fields of the archive that may bear on a rule's verdict and amount. */
export const archiveReads = (row: RuleRow): string[] =>
  [...engine.reads(asRule(row.code, row.title, row.rule))].filter((key) => !fieldOf(key)?.derived)

/** What a rule says of an archive on a day, whatever the window. Makes the judge once; for many companies. */
export function judgeOf(row: RuleRow, day: string): (archive: Record<string, ArchiveValue>) => Judgement {
  const rule = compile(row)
  return (archive) => {
    const answers = Object.fromEntries(Object.entries(archive).map(([key, { value }]) => [key, value])) as Answers
    return judgeRules([rule], { answers, archive, asOf: day }, true)[0]!
  }
}

/** The archive of a company with its consent, those fields that the rule reads; null without consent (P-01: then it is not read). */
export async function archiveFor(k: Kernel, companyId: number, row: RuleRow) {
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted) return null
  return provenanceOf(k.db, companyId, archiveReads(row))
}

/** A value of the archive as a person reads it, with the field's name. */
export const factInWords = (key: string, value: unknown): { label: string; text: string } => ({
  label: fieldOf(key)?.label ?? key,
  text: engine.valueInWords(key, value),
})
