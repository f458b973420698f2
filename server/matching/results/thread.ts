import { inYuan } from '../../../contract/money.ts'
import { MET, type Answers, type PolicyRule, type Standings } from '../engine/index.ts'
import { engine } from '../catalogue.ts'
import { companyPlace, counts } from '../company-place.ts'
import type { Here } from './protocol.ts'

/** Runs a statement of the matching thread; rows are arrays. */
export type Query = <R extends unknown[]>(text: string, values?: readonly unknown[]) => Promise<R[]>
/** Does some work, then yields to others. */
export type Pace = <T>(work: () => T) => Promise<T>
export type Progress = (done: number, total: number) => void

export const countAuthorized = async (query: Query): Promise<number> =>
  Number((await query<[number]>('select count(*)::int from company_facts where authorized'))[0]![0])

export interface Company {
  id: number
  answers: Answers
  /** further selected columns */
  more: unknown[]
}

/** Number of companies per statement. */
export const STEP = 1000

/**
 * Every consenting company by id, in steps of 1,000, with its place and only the facts that the rules read: a company's record has 190
 * fields, and a rule uses a dozen. `columns` and `joins` may refer to `f` (company_facts).
 */
export async function* companies(
  query: Query,
  rules: readonly PolicyRule[],
  { columns = '', joins = '' }: { columns?: string; joins?: string } = {},
): AsyncGenerator<Company[]> {
  const keys = [...new Set(['regionCode', ...rules.flatMap((rule) => [...engine.reads(rule)])])]
  // One pass over the record instead of a look-up per field, each of which would decompress it again.
  const record = keys.length ? `cross join lateral jsonb_to_record(f.facts) as x(${keys.map((key) => `"${key}" jsonb`).join(', ')})` : ''
  const values = keys.length ? `jsonb_build_array(${keys.map((key) => `x."${key}"`).join(', ')})::text` : `'[]'`
  const read = (after: number) =>
    query<[number, string, ...unknown[]]>(
      `select f.company_id, ${values}${columns && `, ${columns}`} from company_facts f ${record} ${joins}
        where f.authorized and f.company_id > $1 order by f.company_id limit ${STEP}`,
      [after],
    )
  for (let coming = read(0); ;) {
    const rows = await coming
    if (rows.length === 0) return
    // The next companies are read while these are judged; an error is kept until they are awaited.
    if (rows.length === STEP) (coming = read(Number(rows.at(-1)![0]))).catch(() => {})
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
/** Verdict regardless of the application window (applied on reading), amounts in 元. */
export interface Entry {
  verdict: Letter
  min: number | null
  max: number | null
}
const LETTERS: readonly Letter[] = ['m', 'u', 'n', '-']
const NOT_HERE: Entry = { verdict: '-', min: null, max: null }
/** The places of a batch's companies, and where a rule applies. */
export interface Where {
  held: string | null
  here: Here
}

/** The results of rule `place` for each company of the batch that `standings` began with. */
export function entriesOf(standings: Standings, place: number, batch: readonly Company[], { held, here }: Where): Entry[] {
  // Copied, because the next rule reuses the array.
  return Array.from(standings.of(place).subarray(0, batch.length), (standing, company) => {
    if (!counts(held, companyPlace(batch[company]!.answers, here))) return NOT_HERE
    const amount = standing === MET ? standings.amount(place, company) : null
    return { verdict: LETTERS[standing]!, min: amount && inYuan(amount.min), max: amount && inYuan(amount.max) }
  })
}
