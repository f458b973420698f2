import { parseArgs } from 'node:util'
import { table, type Row } from './report.ts'

/** The parts that can be measured alone: over HTTP against policies, and the others. */
const names =
  'list detail search times facets home sheets reverse rematch companies archives rules sign-in refreshes logs sms embedded trace push appeal calls market training content zzd'
const parts = names.split(' ')

const parsed = parseArgs({ allowPositionals: true, options: { rows: { type: 'string', default: '100000' } } })
/** The parts on the command line; none: all. */
export const { positionals } = parsed
/** Policies, companies or whatever a part is about. */
export const count = Number(parsed.values.rows)
const unknown = positionals.find((name) => !parts.includes(name))
if (unknown || !Number.isInteger(count) || count < 100 || count > 10_000_000) {
  console.error(`用法：npm run bench -- [${parts.join('|')}]… [--rows 100…10000000]`)
  process.exit(2)
}
export const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name)
export const say = (text: string): void => console.error(`${(performance.now() / 1000).toFixed(1)} s  ${text}`)

/** Everything measured so far. */
export const rows: Row[] = []

/** One group of rows, printed as soon as it is measured; after an error it is a failed row, and the other groups are still measured. */
export async function part(name: string, measured: () => Promise<Row[]>): Promise<void> {
  if (!wanted(name)) return
  say(name)
  const found = await measured().catch((error: unknown): Row[] => {
    console.error(error)
    return [{ name, figure: NaN, unit: '', failed: true, note: error instanceof Error ? error.message : String(error) }]
  })
  rows.push(...found)
  console.error(table(found))
}
