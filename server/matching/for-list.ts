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
 * The companies of the whole archive that meet a rule on a day, computed in the background thread. Stops with the signal (rejects with its
 * reason); `progress` counts companies.
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

/** Raw archive fields that may influence a rule's verdict and amount. */
export const archiveReads = (row: RuleRow): string[] =>
  [...engine.reads(asRule(row.code, row.title, row.rule))].filter((key) => !fieldOf(key)?.derived)

/**
 * Returns a function that judges an archive by a rule on a day, regardless of the application window. Create it once for many companies.
 */
export function judgeOf(row: RuleRow, day: string): (archive: Record<string, ArchiveValue>) => Judgement {
  const rule = compile(row)
  return (archive) => {
    const answers = Object.fromEntries(Object.entries(archive).map(([key, { value }]) => [key, value])) as Answers
    return judgeRules([rule], { answers, archive, asOf: day }, true)[0]!
  }
}

/** The fields of a company's archive that the rule reads; null without consent, because it is not read then (P-01). */
export async function archiveFor(k: Kernel, companyId: number, row: RuleRow) {
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted) return null
  return provenanceOf(k.db, companyId, archiveReads(row))
}

/** An archive value in readable form, with the field's label. */
export const factInWords = (key: string, value: unknown): { label: string; text: string } => ({
  label: fieldOf(key)?.label ?? key,
  text: engine.valueInWords(key, value),
})
