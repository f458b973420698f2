import { setTimeout as sleep } from 'node:timers/promises'
import { identity } from '../contract/identity.ts'
import { dataRules } from '../contract/identity/data-rules.ts'
import { authenticate } from '../server/identity/authenticate.ts'
import { newToken, tokenHash } from '../server/identity/tokens.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { invoke } from '../server/kernel/implement.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { desk } from './desk.ts'
import { p95Of } from './in-turn.ts'
import type { Row } from './report.ts'
import { settled } from './sign-in.ts'

const RIGHTS_CHANGED = 403
const WITHIN_MS = 60_000
const MOST_MS = 3000

interface Holder {
  token: string
  refreshToken: string
  address: string
}

/** A session of each of the staff of `fillRules`, as after a log-in this morning. */
async function sessions(k: Kernel): Promise<Holder[]> {
  const { rows } = await k.pool.query<{ id: number; version: number }>(
    `select id, rights_version as version from sys_user where user_name like 'bench%' and type = 'YYF' and enabled
       and exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = sys_user.id and r.code = 'bench-1') order by id`,
  )
  const people = rows.map((row, n) => ({
    ...row,
    session: `refreshing-${row.id}`,
    token: newToken(),
    refreshToken: newToken(),
    address: `10.9.${n >> 8}.${n & 255}`,
  }))
  await k.pool.query(
    `insert into session (id, user_id, variant, created_at, absolute_end, seen_at)
       select s, u, 'password', now(), now() + interval '12 hours', now() from unnest($1::text[], $2::bigint[]) t(s, u)`,
    [people.map(({ session }) => session), people.map(({ id }) => id)],
  )
  for (const kind of ['access', 'refresh'] as const)
    await k.pool.query(
      `insert into session_token (hash, session_id, kind, issued_at, expires_at, rights_version)
         select h, s, '${kind}', now(), now() + interval '30 minutes', v from unnest($1::text[], $2::text[], $3::int[]) t(h, s, v)`,
      [
        people.map(({ token, refreshToken }) => tokenHash(kind === 'access' ? token : refreshToken)),
        people.map(({ session }) => session),
        people.map(({ version }) => version),
      ],
    )
  await k.pool.query('vacuum (analyze) session, session_token')
  return people
}

/** Changes the rule of the role that all of them hold; one transaction raises the version of their rights. */
async function changeRights(k: Kernel): Promise<{ holders: number; took: number }> {
  const { rows } = await k.pool.query<{ id: number; version: number; role_id: number; resource: string }>(
    `select x.id, x.version, x.role_id, x.resource from row_rule x join role r on r.id = x.role_id where r.code = 'bench-1' and x.resource = 'declaration'`,
  )
  const { id, version, role_id: roleId } = rows[0]!
  const { rows: officers } = await k.pool.query<{ id: number }>(`select id from sys_user where user_name = 'security1'`)
  const officer = systemCall('bench', { ...desk({ userId: officers[0]!.id }), roles: ['secadmin'], permissions: new Set(['role:manage']) })
  const body = {
    id,
    version,
    roleId,
    resource: 'declaration',
    scope: 'all',
    officeIds: [],
    lines: [{ field: 'amount', op: 'between', from: 0, to: 90_000 }],
  } as const
  const from = performance.now()
  const { holders } = (await invoke(k, dataRules.save, { body: { ...body, officeIds: [], lines: [...body.lines] } }, officer)) as {
    holders: number
  }
  return { holders, took: performance.now() - from }
}

/**
 * The rights of all staff change in one transaction, and within a minute each of them refreshes, as their pages do at the next call
 * (identity.md E): everybody is answered within three seconds, and nobody is logged out.
 */
export async function refreshes(k: Kernel, servers: readonly { base: string }[]): Promise<Row[]> {
  await settled(k)
  const people = await sessions(k)
  const ask = async (n: number, path: string, token: string) => {
    const from = performance.now()
    const answer = await fetch(servers[n % servers.length]!.base + path, {
      headers: { authorization: token, 'x-forwarded-for': people[n]!.address },
    })
    const body = (await answer.json()) as { data?: { token: string; refreshToken: string } }
    return { status: answer.status, data: body.data, ms: performance.now() - from }
  }
  if ((await ask(0, identity.info.path, people[0]!.token)).status !== 200) throw new Error('refreshes: the sessions do not hold')
  const { holders, took } = await changeRights(k)
  if (holders < people.length) throw new Error(`refreshes: the change reached ${holders} of ${people.length}`)
  // A process may answer under the old rights for a second (S-02).
  await sleep(1000)
  const seen = new Map<string, number>()
  const times: number[] = []
  const fresh: string[] = []
  const begun = performance.now()
  const one = async (n: number) => {
    const before = await ask(n, identity.info.path, people[n]!.token)
    const refreshed = await ask(n, identity.refreshToken.path, people[n]!.refreshToken)
    times.push(refreshed.ms)
    if (refreshed.data) fresh.push(refreshed.data.token)
    const answers = `${before.status} ${refreshed.status}`
    seen.set(answers, (seen.get(answers) ?? 0) + 1)
  }
  const coming: Promise<void>[] = []
  for (let n = 0; n < people.length; n++) {
    await sleep(Math.max(0, begun + (n * WITHIN_MS) / people.length - performance.now()))
    coming.push(one(n))
  }
  await Promise.all(coming)
  // Each new token opens the platform.
  for (const token of fresh) await authenticate(k, token)
  const wrong = people.length - (seen.get(`${RIGHTS_CHANGED} 200`) ?? 0)
  const { rows } = await k.pool.query<{ n: number }>(
    `select count(*)::int as n from session where id like 'refreshing-%' and revoked_at is not null`,
  )
  const ended = rows[0]!.n
  return [
    {
      name: `${people.length} refreshes within a minute of one change of rights, slowest`,
      figure: Math.max(...times),
      unit: 'ms',
      atMost: MOST_MS,
      failed: wrong + ended > 0,
      note: `95 %: ${p95Of(times).toFixed(0)} ms; ${wrong} answered otherwise (${[...seen].join('; ')}), ${ended} logged out; the change itself ${took.toFixed(0)} ms`,
    },
  ]
}
