import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../seed/identity.ts'
import { identity, type Challenge } from '../contract/identity.ts'
import { users } from '../contract/identity/users.ts'
import { secondStep, type SecondStep } from '../contract/second-factor.ts'
import { authenticate, forget } from '../server/identity/authenticate.ts'
import { codeAt, newSecret } from '../server/identity/second-factor/totp.ts'
import { tokenHash } from '../server/identity/tokens.ts'
import { sealPii } from '../server/kernel/access/pii.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { invoke } from '../server/kernel/implement.ts'
import { recurringJobs } from '../server/kernel/jobs/jobs.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { seal } from '../web/identity/envelope.ts'
import { desk } from './desk.ts'
import { inTurn, p95Of } from './in-turn.ts'
import type { Row } from './report.ts'

const ROUNDS = 200
const CHANGES = 50
const REVOCATIONS = 12
const PER_SECOND = 20
const SECONDS = 15
/** Log-ins before the measurement, in which the new processes compile what they run. */
const WARM_SECONDS = 10
const SETTLED_MOST_S = 180
/** The status of a token whose rights have changed. */
const RIGHTS_CHANGED = 403

interface Served {
  base: string
  captcha: string
}
interface Entered {
  token: string
  /** milliseconds of the answers, without what the browser and the person do between them */
  waited: number
}

/** Captcha, password and, when it is asked for, a code, as a browser sends them. Throws the answer that refuses. */
async function enter({ base, captcha }: Served, userName: string, secret: string, address: string): Promise<Entered> {
  const headers = { 'x-forwarded-for': address }
  let waited = 0
  const ask = async (path: string, more: RequestInit = {}) => {
    const from = performance.now()
    const response = await fetch(base + path, { ...more, headers: { ...headers, ...(more.headers as Record<string, string>) } })
    const answer = (await response.json()) as { success: boolean; data: unknown; code?: string; msg?: string }
    waited += performance.now() - from
    if (!answer.success && answer.code !== 'MFA_REQUIRED') throw new Error(`${path}: ${answer.msg}`)
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    return { data: answer.data, cookie: cookies.join('; '), isWhole: answer.success }
  }
  const { data, cookie } = await ask(identity.getVerifiCode.path)
  const key = { ...(data as Challenge), receivedAt: performance.now() }
  const password = await seal(key, DEMO_PASSWORD)
  const body = new URLSearchParams({ userName, password, verifiCode: captcha })
  const first = await ask(identity.login.path, { method: 'POST', headers: { cookie }, body })
  if (first.isWhole) return { token: (first.data as { token: string }).token, waited }
  const second = new URLSearchParams({ ticket: (first.data as SecondStep).ticket, code: codeAt(secret, new Date()) })
  const { token } = (await ask(secondStep.loginSecond.path, { method: 'POST', body: second })).data as { token: string }
  return { token, waited }
}

const nameOf = (n: number) => `bench${1000 + n}`
const addressOf = (n: number) => `10.8.${n >> 8}.${n & 255}`
const MANY = PER_SECOND * SECONDS

/** Log-ins of `many` different people at a steady rate, at both processes in turn. */
async function arriving(servers: readonly Served[], secret: string, first: number, many = MANY): Promise<Entered[]> {
  const coming: Promise<Entered>[] = []
  const begun = performance.now()
  for (let n = 0; n < many; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / PER_SECOND - performance.now()))
    const entered = enter(servers[n % servers.length]!, nameOf(first + n), secret, addressOf(first + n))
    entered.catch(() => {})
    coming.push(entered)
  }
  return Promise.all(coming)
}

const arrivalRow = (name: string, came: readonly Entered[], steps: string): Row => ({
  name: `log-in ${name}, ${PER_SECOND} a second, two processes, 95 %`,
  figure: p95Of(came.map(({ waited }) => waited)),
  unit: 'ms',
  atMost: 400,
  note: `${came.length} log-ins; ${steps} together`,
})

/**
 * Waits until the jobs of every minute have run once. In a database that was just filled their first run judges everything, which takes a
 * processor for seconds; after any later start they find nothing to do.
 */
export async function settled(k: Kernel): Promise<void> {
  await k.pool.query('vacuum (analyze) sys_user')
  const everyMinute = recurringJobs(k)
    .filter(({ cron }) => cron === '* * * * *')
    .map(({ name }) => name)
  for (let waited = 0; waited < SETTLED_MOST_S; waited++) {
    const { rows } = await k.pool.query<{ job: string }>(
      'select job from job_run where job = any($1) and ended_at is not null and error is null',
      [everyMinute],
    )
    if (rows.length === everyMinute.length) return
    await sleep(1000)
  }
  throw new Error('sign-in: the jobs of every minute have not run')
}

/** Log-in with and without a second factor, the rights of a call, and the end of rights on two processes. Needs the staff of `fillRules`. */
export async function signIn(k: Kernel, servers: readonly [Served, Served]): Promise<Row[]> {
  const secret = newSecret()
  await k.pool.query(
    `update sys_user set password_hash = (select password_hash from sys_user where user_name = 'dept1') where user_name like 'bench%'`,
  )
  await settled(k)
  await arriving(servers, secret, 2 * MANY + REVOCATIONS, WARM_SECONDS * PER_SECOND)
  const plain = await arriving(servers, secret, 0)
  await k.pool.query(
    `insert into second_factor (user_id, secret, enabled_at, created_at) select id, $1, now(), now() from sys_user where user_name like 'bench%'`,
    [sealPii(k, secret)],
  )
  await k.pool.query('analyze second_factor')
  const came = await arriving(servers, secret, MANY)
  const held = came[0]!
  const { userId } = await authenticate(k, held.token)
  const [whole, session] = await inTurn(
    ROUNDS,
    async () => {
      forget(k, { users: [userId] })
      await authenticate(k, held.token)
    },
    () =>
      k.pool.query({
        name: 'bench_session',
        text: `select s.id, u.id as user_id, u.name, u.type, u.company_id, u.enabled, u.rights_version, s.revoked_at, s.absolute_end, s.seen_at, t.expires_at
          from session_token t join session s on s.id = t.session_id join sys_user u on u.id = s.user_id where t.hash = $1 and t.kind = 'access'`,
        values: [tokenHash(held.token)],
      }),
  )
  const [unread] = await inTurn(
    CHANGES,
    async () => {
      forget(k, { users: [userId] })
      await authenticate(k, held.token)
    },
    // Another mark, as after a change of the role: the next round reads all rights of its holder again.
    () => k.pool.query(`update role set rights_mark = gen_random_uuid() where code = 'bench-1'`),
  )
  const kept = performance.now()
  for (let n = 0; n < ROUNDS; n++) await authenticate(k, held.token)
  const again = (performance.now() - kept) / ROUNDS
  return [
    arrivalRow('with a password', plain, 'captcha and password'),
    arrivalRow('with a second factor', came, 'captcha, password and code'),
    {
      name: 'rights of a call, above its session alone',
      figure: whole - session,
      unit: 'ms',
      atMost: 0.2,
      note: `${whole.toFixed(2)} beside ${session.toFixed(2)} ms; within the same second ${(again * 1000).toFixed(0)} µs`,
    },
    { name: 'the same, first call after a change of the role', figure: unread - session, unit: 'ms', note: `${CHANGES} changes` },
    {
      name: 'a taken role is gone on two processes, slowest',
      figure: await revoked(k, servers, secret),
      unit: 'ms',
      atMost: 1000,
      note: `${REVOCATIONS} times, both asked every 5 ms`,
    },
  ]
}

/** The longest time from the commit that takes a role until neither process answers under it; both are asked every few milliseconds. */
async function revoked(k: Kernel, servers: readonly Served[], secret: string): Promise<number> {
  const officerId = await k.db.selectFrom('sys_user').select('id').where('user_name', '=', 'security1').executeTakeFirstOrThrow()
  const officer = systemCall('bench', { ...desk({ userId: officerId.id }), roles: ['secadmin'], permissions: new Set(['role:manage']) })
  let longest = 0
  for (let n = 0; n < REVOCATIONS; n++) {
    const who = 2 * MANY + n
    const { token } = await enter(servers[0]!, nameOf(who), secret, addressOf(who))
    const { userId } = await authenticate(k, token)
    const headers = { authorization: token, 'x-forwarded-for': addressOf(who) }
    const holds = async (base: string): Promise<boolean> => {
      const { status } = await fetch(base + identity.info.path, { headers })
      if (status !== 200 && status !== RIGHTS_CHANGED) throw new Error(`a call under a token was answered ${status}`)
      return status === 200
    }
    for (const { base } of servers) if (!(await holds(base))) throw new Error('the session does not hold')
    const { version } = await k.db.selectFrom('sys_user').select('version').where('id', '=', userId).executeTakeFirstOrThrow()
    await invoke(k, users.saveRoles, { body: { id: userId, version, roleIds: [] } }, officer)
    const from = performance.now()
    await Promise.all(
      servers.map(async ({ base }) => {
        while (await holds(base)) await sleep(5)
      }),
    )
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}
