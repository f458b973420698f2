import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { LiveEndpoint } from '../endpoints.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { isAlive } from '../session/try.ts'
import { ask } from '../user.ts'
import { expectedOfDomains, passes } from '../../server/kernel/testing/domain-expectations.ts'
import type { Actor } from './actors.ts'

/**
 * The matrix endpoints × actors (C-02). expected.tsv says who may call which endpoint: one row per endpoint, one column per actor, `+` or
 * `-`. Each cell is called with an empty request: 401 and FORBIDDEN mean no access; any other answer (a missing field, nothing found,
 * success) means access. What an actor with access may see is checked in tenants.ts.
 *
 * Domains with a `testing/expected.ts` state their rows there. A new endpoint or a new role has no row or column and fails. PROOF_NEW_ROWS=append writes the observed values below or beside the table,
 * to be read and judged before they are committed; existing values are never changed.
 */
const FILE = new URL('expected.tsv', import.meta.url)

interface Table {
  columns: string[]
  rows: Map<string, Map<string, string>>
}

/** The reviewed table, with the rows that domains state in `testing/expected.ts`. */
export async function readExpected(): Promise<Table> {
  const lines = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const columns = (lines[0] ?? 'endpoint').split('\t').slice(1)
  const rows = lines.slice(1).map((line): [string, Map<string, string>] => {
    const [key, ...cells] = line.split('\t')
    return [key!, new Map(columns.map((column, i) => [column, cells[i] ?? '']))]
  })
  for (const { calls } of await expectedOfDomains())
    for (const [who, keys] of Object.entries(calls))
      for (const key of keys) rows.push([key, new Map(columns.map((column) => [column, passes(who, column) ? '+' : '-']))])
  return { columns, rows: new Map(rows) }
}

function appendColumn(column: string, cellOf: (key: string) => string): void {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  const head = lines.findIndex((line) => line && !line.startsWith('#'))
  const longer = lines.map((line, at) => (!line || at < head ? line : `${line}\t${at === head ? column : cellOf(line.split('\t', 1)[0]!)}`))
  writeFileSync(FILE, longer.join('\n'))
}

/** These endpoints can end or exchange the caller's session, so they are called last, and a caller whose session ended signs in again. */
const ENDS_SESSION = [
  '/sys/activeUser/changeToCompany',
  '/sys/user/changeToCompany',
  '/sys/activeUser/zmlLogout',
  '/sys/user/zmlLogout',
  '/sys/activeUser/logout',
]

type Cell = '+' | '-' | { status: number }

async function knock(base: string, { method, path, as }: LiveEndpoint, token: string | null): Promise<Cell> {
  const body = method === 'GET' ? undefined : as === 'multipart' ? new FormData() : {}
  const answer = await ask(base, path, { method, token, body })
  if (answer.status >= 500) return { status: answer.status }
  return answer.status === 401 || answer.status === 403 || answer.body.code === 'FORBIDDEN' ? '-' : '+'
}

export async function matrix(
  stage: ProofStage,
  { base, engine, endpoints, actors }: { base: string; engine: Engine; endpoints: LiveEndpoint[]; actors: Actor[] },
): Promise<Finding[]> {
  const expected = await readExpected()
  const wrong: string[] = []
  const broken: string[] = []
  const seen = new Map(endpoints.map(({ key }) => [key, new Map<string, string>()]))
  const inOrder = endpoints.toSorted((a, b) => ENDS_SESSION.indexOf(a.path) - ENDS_SESSION.indexOf(b.path))
  const columnOf = async ({ column, userName }: Actor) => {
    const signIn = async () => (userName === undefined ? null : (await stage.asUser(base, userName)).token)
    let token = await signIn()
    for (const endpoint of inOrder) {
      if (token && ENDS_SESSION.includes(endpoint.path) && !(await isAlive(base, token))) token = await signIn()
      const cell = await knock(base, endpoint, token)
      if (typeof cell === 'object') broken.push(`${endpoint.key} (${column}): ${cell.status}`)
      else seen.get(endpoint.key)!.set(column, cell)
    }
  }
  await Promise.all(actors.map(columnOf))

  const missing = endpoints.filter(({ key }) => !expected.rows.has(key))
  for (const [key, cells] of seen)
    for (const [column, cell] of cells) {
      const wanted = expected.rows.get(key)?.get(column)
      if (wanted !== undefined && wanted !== cell) wrong.push(`${key}: ${column} is ${cell}, expected ${wanted}`)
    }
  const unwritten = [
    ...missing.map(
      ({ key }) => `no row: ${key}, open to ${expected.columns.filter((column) => seen.get(key)!.get(column) === '+').join(' ')}`,
    ),
    ...actors.filter(({ column }) => !expected.columns.includes(column)).map(({ column }) => `no column: ${column}`),
    ...[...expected.rows.keys()].filter((key) => !seen.has(key)).map((key) => `no such endpoint: ${key}`),
  ]
  if (process.env.PROOF_NEW_ROWS === 'append') {
    for (const { column } of actors.filter((actor) => !expected.columns.includes(actor.column))) {
      appendColumn(column, (key) => seen.get(key)?.get(column) ?? '?')
      expected.columns.push(column)
    }
    for (const { key } of missing)
      appendFileSync(FILE, `${[key, ...expected.columns.map((column) => seen.get(key)!.get(column) ?? '?')].join('\t')}\n`)
  }
  return [
    // Seen red: `token` endpoints let anonymous pass: 24 cells.
    noFaults({ id: 'C-02', what: '接口 × 身份矩阵与 expected.tsv 一致', engine }, wrong, endpoints.length * actors.length),
    // Seen red: expected.tsv without rows (346 of 346).
    noFaults({ id: 'C-01', what: '每个在线接口在 expected.tsv 中有一行，没有多余的行', engine }, unwritten, endpoints.length),
    // Seen red: `throw new Error()` in the handler of /sys/office/options: 11 cells.
    noFaults({ id: 'I-01', what: '空请求不引起 5xx', engine }, broken, endpoints.length * actors.length),
  ]
}
