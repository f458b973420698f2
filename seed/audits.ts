import { sql } from 'kysely'
import { currentKey, hmacSm3 } from '../server/kernel/access/keyring.ts'
import { rowText, type AuditedRow } from '../server/kernel/audit/audit-row.ts'
import { dateOf } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/db/index.ts'
import { kernelOf } from '../server/kernel/kernel-of.ts'

const DAYS = 90
/** More than the rows of so many days. */
const IDS = 5000
const DAY_MS = 86_400_000
/** One of so many accounts mistypes the password before a log-in. */
const MISTYPED = 23

interface Account {
  id: number
  userName: string
  type: string
  roles: readonly string[]
}
type Row = AuditedRow & { result: 'ok' | 'refused' }
/** The same number for the same day and account at every start, spread over 0 … `most` − 1. */
const spread = (back: number, place: number, salt: number, most: number): number => (back * 7919 + place * 104_729 + salt * 1299) % most

/** Log-ins and log-outs of one account on one day: not every account comes every day, and only one in eight on a day off. */
function comingsOf(day: Date, back: number, place: number, { id, userName, type, roles }: Account): Row[] {
  const weekend = [0, 6].includes(new Date(day.getTime() + 8 * 3_600_000).getUTCDay())
  if (spread(back, place, 1, weekend ? 8 : 3) !== 0) return []
  const at = (minutes: number) => new Date(day.getTime() + minutes * 60_000 + spread(back, place, 5, 60_000)).toISOString()
  const came = 8 * 60 + spread(back, place, 2, 150)
  const person = { actor_id: id, actor_type: type, actor_role: roles.join(',') }
  const entry = { ip: `198.51.100.${1 + (id % 250)}`, request_id: `demo-${dateOf(day)}-${id}`, result: 'ok' as const }
  const login = { ...entry, action: 'login', object_type: 'user', object_id: String(id) }
  const unknown = { actor_id: null, actor_type: 'ANON', actor_role: null }
  return [
    ...(spread(back, place, 3, MISTYPED) === 0
      ? [{ ...login, ...unknown, at: at(came - 1), result: 'refused' as const, detail: { userName, why: 'wrong' } }]
      : []),
    { ...login, ...person, at: at(came), detail: { variant: 'password' } },
    {
      ...entry,
      ...person,
      at: at(came + 30 + spread(back, place, 4, 480)),
      action: 'logout',
      object_type: 'session',
      object_id: `demo-${dateOf(day)}-${id}`,
      detail: {},
    },
  ]
}

/** The rows of the days before `now`, oldest first. Every day has a log-in when there are at least eight accounts, whatever the weekday. */
export function pastLogins(now: Date, accounts: readonly Account[]): Row[] {
  const today = new Date(`${dateOf(now)}T00:00:00+08:00`).getTime()
  return Array.from({ length: DAYS }, (_, n) => DAYS - n)
    .flatMap((back) => accounts.flatMap((account, place) => comingsOf(new Date(today - back * DAY_MS), back, place, account)))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-IDS)
}

/**
 * The demo's audit log of the last 90 days: who logged in and out (system.md H). Nothing else, because another row would name a change that
 * never happened. `create` makes the accounts, and the rows of that come after those of the past, because the months of the chain follow each
 * other: ids for the past are kept free before it, in the transaction of both.
 */
export async function withPastLogins(db: Db, now: Date, create: () => Promise<Account[]>): Promise<void> {
  const { rows: reserved } = await sql<{ id: number }>`select setval(s, nextval(s) + ${IDS}::int) - ${IDS}::int as id
    from pg_get_serial_sequence('audit_log', 'id') s`.execute(db)
  const accounts = await create()
  const rows = pastLogins(now, accounts)
  const key = currentKey(kernelOf(db), 'audit')
  const written = rows.map((row, n) => ({
    ...row,
    id: reserved[0]!.id + n,
    mac: `${key.id}:${hmacSm3(key.key('row'), rowText(row))}`,
  }))
  const columns = sql.raw('id, at, actor_id, actor_type, actor_role, ip, action, object_type, object_id, result, request_id, detail, mac')
  await sql`insert into audit_log (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(written)}::jsonb)`.execute(db)
}
