import type { FactValue } from '../../contract/company.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalid, type FieldIssue } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { archiveFieldOf, faultOf, officialSourceOf, tidyFact } from './catalogue.ts'
import { writeFacts } from './facts.ts'

type Values = Readonly<Record<string, FactValue>>
/** The path of a field in the request, for error messages. */
type PathOf = (key: string) => string

/** Throws for what a company may not report, each at its path: unknown keys, wrong types, official values, dates after `day` (today). */
export function refuseWrongFacts(values: Values, pathOf: PathOf, day: string): void {
  const issues = Object.entries(values).flatMap(([key, value]): FieldIssue[] => {
    const path = pathOf(key)
    const field = archiveFieldOf(key)
    if (!field) return [{ path, message: `不支持的字段：${key}` }]
    const official = officialSourceOf(key)
    if (official) return [{ path, message: `${field.label}来自${official}部门，不能自行修改` }]
    const tidied = tidyFact(key, value)
    const fault = tidied === null ? null : faultOf(field, tidied, day)
    return fault ? [{ path, message: fault }] : []
  })
  if (issues.length) throw invalid(issues)
}

/**
 * Writes facts as reported by the enterprise today, on `db` (pass a transaction). Call `refuseWrongFacts` before; choices are checked here.
 */
export async function reportFacts(
  k: Pick<Kernel, 'secret' | 'clock'>,
  db: Db,
  companyId: number,
  values: Values,
  by: number,
  pathOf: PathOf,
): Promise<{ percent: number; whole: boolean }> {
  const unknownChoices = await dictionaryIssues(db, values, pathOf)
  if (unknownChoices.length) throw invalid(unknownChoices)
  const asOf = dateOf(k.clock.now())
  const writes = Object.entries(values).map(([key, value]) => ({ key, value: tidyFact(key, value), source: '企业填报' as const, asOf }))
  return writeFacts(k, db, companyId, writes, by)
}

async function dictionaryIssues(db: Db, values: Values, pathOf: PathOf): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const [key, value] of Object.entries(values)) {
    const dict = archiveFieldOf(key)?.dict
    if (!dict || typeof value !== 'string' || value === '') continue
    // The dictionary of industries contains only two-digit divisions.
    const code = key === 'industryCode' ? value.slice(0, 2) : value
    const found = await db
      .selectFrom('dict_value')
      .select('value')
      .where('dict_type', '=', dict)
      .where('value', '=', code)
      .executeTakeFirst()
    if (!found) issues.push({ path: pathOf(key), message: '请从选项中选择' })
  }
  return issues
}
