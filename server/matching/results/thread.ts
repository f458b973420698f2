import type { Answers, CompiledPolicy, PolicyRule } from '../engine/index.ts'
import { engine } from '../catalogue.ts'

/** A statement of the matching thread; rows as arrays. */
export type Query = <R extends unknown[]>(text: string, values?: readonly unknown[]) => Promise<R[]>
export type Progress = (done: number, total: number) => void

export const countAuthorized = async (query: Query): Promise<number> =>
  Number((await query<[number]>('select count(*)::int from company_facts where authorized'))[0]![0])

export interface Company {
  id: number
  answers: Answers
  /** further columns of the statement */
  more: unknown[]
}

const STEP = 2000

/**
 * Every consenting company by id, in steps of 2,000, with only those facts that the rules read: a company's record has 190 fields and a rule
 * asks for a dozen. `columns` and `joins` may refer to `f` (company_facts).
 */
export async function* companies(
  query: Query,
  rules: readonly PolicyRule[],
  { columns = '', joins = '' }: { columns?: string; joins?: string } = {},
): AsyncGenerator<Company[]> {
  const keys = [...new Set(rules.flatMap((rule) => [...engine.reads(rule)]))]
  // One pass over the record instead of one look-up a field, each of which would unpack it again.
  const record = keys.length ? `cross join lateral jsonb_to_record(f.facts) as x(${keys.map((key) => `"${key}" jsonb`).join(', ')})` : ''
  const values = keys.length ? `jsonb_build_array(${keys.map((key) => `x."${key}"`).join(', ')})::text` : `'[]'`
  let after = 0
  for (;;) {
    const rows = await query<[number, string, ...unknown[]]>(
      `select f.company_id, ${values}${columns && `, ${columns}`} from company_facts f ${record} ${joins}
        where f.authorized and f.company_id > $1 order by f.company_id limit ${STEP}`,
      [after],
    )
    if (rows.length === 0) return
    after = Number(rows.at(-1)![0])
    yield rows.map(([id, text, ...more]) => {
      const given = JSON.parse(text) as Answers[string][]
      const answers: Record<string, Answers[string]> = {}
      for (let n = 0; n < keys.length; n++) if (given[n] !== null) answers[keys[n]!] = given[n]
      return { id: Number(id), answers, more }
    })
    if (rows.length < STEP) return
  }
}

export type Letter = 'm' | 'n' | 'u' | '-'
/** Verdict without regard to the window (that is applied on reading), amounts in 元. */
export interface Entry {
  verdict: Letter
  min: number | null
  max: number | null
}
const LETTER = { match: 'm', near: 'n', unknown: 'u', nomatch: '-' } as const
const yuan = (wan: number) => Math.round(wan * 10_000)

export function entryOf(rule: CompiledPolicy, facts: ReturnType<typeof engine.facts>, day: string): Entry {
  const judged = engine.judge(rule, facts, { applyDate: day })
  const { amount } = judged
  return { verdict: LETTER[judged.ruleVerdict], min: amount ? yuan(amount.min) : null, max: amount ? yuan(amount.max) : null }
}
