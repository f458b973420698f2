import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { blindIndex, sealPii } from '../server/kernel/access/pii.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { passOf } from '../server/training/passes.ts'
import { watchedExport } from './sheets.ts'
import { signedIn, type Served } from './served.ts'
import type { Row } from './report.ts'
import { withoutLimit } from './without-limit.ts'

const PEOPLE = 2000
const SEATS = 200
const STORM_SECONDS = 60
const SCANS = 500
const SCANS_PER_SECOND = 50
const SCAN_MS = 100
const ROSTER_MB = 200
const MB = 1 << 20
const phoneOf = (n: number) => `1390000${String(n).padStart(4, '0')}`
const p95 = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length * 0.95)]!

/** Persons who have just logged in, each with a bound number, so that nobody needs a verification code. */
async function people(k: Kernel): Promise<string[]> {
  const names = Array.from({ length: PEOPLE }, (_, n) => `storm-${n}`)
  await k.pool.query(
    `insert into sys_user (user_name, name, type, mobile, mobile_index)
     select n, n, 'GR', m, i from unnest($1::text[], $2::text[], $3::text[]) t(n, m, i)`,
    [names, names.map((_, n) => sealPii(k, phoneOf(n))), names.map((_, n) => blindIndex(k, phoneOf(n)))],
  )
  await k.pool.query(
    `insert into session (id, user_id, variant, created_at, absolute_end, seen_at)
     select user_name, id, 'password', now(), now() + interval '1 hour', now() from sys_user where user_name = any($1)`,
    [names],
  )
  const tokens = names.map((name) => `token-of-${name}`)
  await k.pool.query(
    `insert into session_token (hash, session_id, kind, issued_at, expires_at, rights_version)
     select h, n, 'access', now(), now() + interval '1 hour', 1 from unnest($1::text[], $2::text[]) t(h, n)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('base64url')), names],
  )
  return tokens
}

/** A published activity that is open for enrolment or takes place now. */
async function activity(k: Kernel, title: string, seats: number, starts: string): Promise<number> {
  const { rows } = await k.pool.query<{ id: string }>(
    `insert into train_activity (state, title, type, enrol_start, enrol_end, start_at, end_at, place, max_num, wait_list, published_at, created_by)
     select 2, $1, '培训', now() - interval '2 days', now() + $3::interval - interval '1 hour', now() + $3::interval, now() + $3::interval + interval '3 hours', '报告厅', $2,
       true, now(), id from sys_user where user_name = 'editor1' returning id`,
    [title, seats, starts],
  )
  return Number(rows[0]!.id)
}
const enrolled = (k: Kernel, id: number, count: number) =>
  withoutLimit(k, (db) =>
    db.query(
      `with made as (insert into train_enrol (activity_id, contact, phone, phone_index)
         select $1::bigint, $3, $4, 'storm-' || $1::bigint || '-' || n from generate_series(1, $2::int) n returning 1)
       update train_activity set enrol_num = (select count(*) from made) where id = $1::bigint`,
      [id, count, sealPii(k, '林小满'), sealPii(k, '13900000000')],
    ),
  )

/** Behaves like a browser: after a busy answer it tries again when the server said. */
async function patiently(send: () => Promise<Response>, faults: string[]): Promise<{ waiting: number | null } | null> {
  for (;;) {
    const answer = await send()
    const wait = Number(answer.headers.get('retry-after'))
    const text = await answer.text()
    if (answer.status === 503 && wait > 0) {
      await sleep(wait * 1000)
      continue
    }
    const body = answer.status === 200 ? (JSON.parse(text) as { success: boolean; data: { waiting: number | null } }) : null
    if (body?.success) return body.data
    faults.push(`${answer.status} ${text.slice(0, 120)}`)
    return null
  }
}

/** Two thousand persons enrol for two hundred seats at the same moment (domains/training.md F). */
async function storm(k: Kernel, { base }: Served): Promise<Row> {
  const tokens = await people(k)
  const id = await activity(k, '两千人报名', SEATS, '3 days')
  const faults: string[] = []
  const from = performance.now()
  const places = await Promise.all(
    tokens.map((authorization, n) =>
      patiently(
        () =>
          fetch(`${base}/train/activity/enrol`, {
            method: 'POST',
            // From home, each by an own address: calls are counted by address.
            headers: { authorization, 'content-type': 'application/json', 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` },
            body: JSON.stringify({ id, contact: `第${n}人`, phone: phoneOf(n) }),
          }),
        faults,
      ),
    ),
  )
  const seconds = (performance.now() - from) / 1000
  const waiting = places.flatMap((one) => (one && one.waiting !== null ? [one.waiting] : [])).toSorted((a, b) => a - b)
  const seated = places.filter((one) => one?.waiting === null).length
  const { rows } = await k.pool.query<{ n: number }>(
    `select count(*)::int as n from train_enrol where activity_id = $1 and state = 0 and wait_no is null`,
    [id],
  )
  const inOrder = waiting.every((place, at) => place === at + 1)
  return {
    name: `${PEOPLE} people, ${SEATS} seats`,
    figure: seconds,
    unit: 's',
    atMost: STORM_SECONDS,
    note: `${seated} seats (${rows[0]!.n} rows), ${waiting.length} waiting${inOrder ? ' in order' : ', NOT in order'}${faults.length > 0 ? `; ${faults.length} faults: ${faults[0]}` : ''}`,
    failed: faults.length > 0 || seated !== SEATS || rows[0]!.n !== SEATS || waiting.length !== PEOPLE - SEATS || !inOrder,
  }
}

/** Scans passes at the door, fifty per second. */
async function scans(k: Kernel, app: Served): Promise<Row> {
  const id = await activity(k, '五百人签到', SCANS, '-30 minutes')
  await enrolled(k, id, SCANS)
  const { rows } = await k.pool.query<{ id: string }>('select id from train_enrol where activity_id = $1', [id])
  const { authorization } = await signedIn(app, 'editor1')
  const faults: string[] = []
  const times = await Promise.all(
    rows.map(async (row, n) => {
      await sleep((n * 1000) / SCANS_PER_SECOND)
      const from = performance.now()
      await patiently(
        () =>
          fetch(`${app.base}/train/activity/scan`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ id, code: passOf(k, id, Number(row.id)).code }),
          }),
        faults,
      )
      return performance.now() - from
    }),
  )
  return {
    name: `${SCANS_PER_SECOND} scans a second, p95`,
    figure: p95(times),
    unit: 'ms',
    atMost: SCAN_MS,
    note: faults[0] ?? `${SCANS} scans`,
    failed: faults.length > 0,
  }
}

/** Exports the longest possible roster: as many rows as one export may have. */
async function roster(k: Kernel, fresh: () => Promise<Served>, count: number): Promise<Row> {
  const id = await activity(k, '很长的名单', count, '3 days')
  await enrolled(k, id, count)
  const { done, seconds, growth } = await watchedExport(await fresh(), 'editor1', 'trainEnrol', { id })
  return {
    name: `export of a roster of ${done} rows, memory growth`,
    figure: growth / MB,
    unit: 'MB',
    atMost: ROSTER_MB,
    note: `${seconds.toFixed(1)} s`,
    failed: done !== count,
  }
}

/** Measures the day of an activity: enrolment, scans at the door, the roster. */
export async function trainingStorms(k: Kernel, app: Served, fresh: () => Promise<Served>, count: number): Promise<Row[]> {
  return [await storm(k, app), await scans(k, app), await roster(k, fresh, count)]
}
