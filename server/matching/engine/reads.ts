import type { Catalog } from './catalog.ts'
import type { PolicyRule } from './types.ts'

const WORD = /[A-Za-z][A-Za-z0-9_]*/g
/** Fields that code deduces instead of a formula (derived.ts, evaluate.ts), and their sources. */
const DEDUCED: Readonly<Record<string, readonly string[]>> = {
  sizingIndustry: ['industryCode'],
  operatingYears: ['registeredDate'],
}

/**
 * Raw fields that may influence a rule's verdict and amount: every field in its text, and the sources of these, including score tables and
 * the small-profit rule. May contain too many, never too few; for reading only a part of a company's facts.
 */
export function readsOf(catalog: Catalog, rule: PolicyRule, smallProfit: PolicyRule | undefined): Set<string> {
  const seen = new Set<string>()
  const visit = (text: string): void => {
    for (const word of text.match(WORD) ?? []) {
      const field = catalog.byKey.get(word)
      // yearsSum(revenue) reads the latest years of a series, as many as the company is old.
      if (!field && catalog.byKey.has(`${word}Y1`)) visit(`${word}Y1 ${word}Y2 ${word}Y3 operatingYears`)
      if (!field || seen.has(word)) continue
      seen.add(word)
      visit(`${field.expr ?? ''} ${field.derivedFrom ?? ''} ${DEDUCED[word]?.join(' ') ?? ''}`)
      if (word === 'corpTaxRate' && smallProfit) visit(JSON.stringify(smallProfit.conditions))
      if (word === 'enterpriseScale') visit(`sizingIndustry ${JSON.stringify([...catalog.sizingRows.values()])}`)
    }
    for (const [id, table] of catalog.tables) if (text.includes(id) && !seen.has(`score:${id}`)) visit(score(id, table))
  }
  const score = (id: string, table: unknown) => {
    seen.add(`score:${id}`)
    return JSON.stringify(table).replaceAll(id, '')
  }
  visit(JSON.stringify([rule.conditions, rule.benefits ?? []]))
  return new Set([...seen].filter((key) => catalog.byKey.has(key)))
}
