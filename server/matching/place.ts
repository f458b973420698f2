import { provinces, statedPlace } from '../../contract/place.ts'
import { siteArea } from '../kernel/config.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { areaName } from '../system/index.ts'
import { companyPlace, counts } from './company-place.ts'
import { currentRules, type PublishedRule } from './rule-book.ts'

/**
 * The rules in force that apply at a company's place, and the number of the others. A policy that is named is judged wherever it applies.
 */
export async function rulesFor(
  k: Kernel,
  answers: Readonly<Record<string, unknown>>,
): Promise<{ rules: readonly PublishedRule[]; outside: number }> {
  const at = companyPlace(answers, siteArea(k.config))
  const all = await currentRules(k)
  const rules = all.filter((rule) => counts(rule.place, at))
  return { rules, outside: k.config.OUTSIDE_POLICIES ? all.length - rules.length : 0 }
}

/**
 * The place that results are for, as shown on a page; `assumed`: nobody stated it, so the site's place is used. Null when the place does
 * not matter.
 */
export async function namedPlace(
  k: Kernel,
  answers: Readonly<Record<string, unknown>>,
): Promise<{ code: string; name: string; assumed: boolean } | null> {
  const stated = statedPlace(answers.regionCode)
  const code = stated ?? siteArea(k.config)
  if (code === undefined) return null
  return { code, name: (await areaName(k.db, code)) ?? provinces[code.slice(0, 2)] ?? code, assumed: stated === undefined }
}

/** The same over `m.facts` of company_match_row, for questions about all companies; values are pushed to `params`. */
export function placeSql(place: string | null, here: string | undefined, params: unknown[]): string {
  if (place === null) return 'true'
  params.push(place)
  const held = `$${params.length}::text`
  params.push(here ?? place)
  // As in `statedPlace`: a county code may be written with the trailing zeros of its city or province.
  return `starts_with(case when m.facts->>'regionCode' ~ '^[0-9]{2}([0-9]{2}([0-9]{2}([0-9]{3}([0-9]{3})?)?)?)?$'
    then regexp_replace(m.facts->>'regionCode', '^([0-9]{2})0000$|^([0-9]{4})00$', '\\1\\2') else $${params.length}::text end, ${held})`
}
