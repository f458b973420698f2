import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveEndpoints } from '../endpoints.ts'
import { listen } from '../../server/kernel/testing/streams.ts'
import { atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask, userWith } from '../user.ts'
import { replayed, untilRefused } from './replay.ts'
import { isAlive, loggedIn, refresh, tryLogin } from './try.ts'

const GRACE_MS = 30_000

/** S-01: values that are not access tokens are refused. */
export async function forged({ base, engine }: ProofApp): Promise<Finding[]> {
  const { token, refreshToken } = await loggedIn(base, 'editor1')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ sub: '1', type: 'YYF', roles: ['sysadmin'], exp: 4e9 })
  const signed = (head: object, key: string) => {
    const text = `${part(head)}.${claims}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const bent = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  const tokens: [string, string][] = [
    ['the refresh token', refreshToken],
    ['alg none', `${part({ alg: 'none' })}.${claims}.`],
    ['HS256 with an empty key', signed({ alg: 'HS256' }, '\0')],
    ['kid as a path', signed({ alg: 'HS256', kid: '../../dev/null' }, '\0')],
    ['the hash of a token', createHash('sha256').update(token).digest('base64url')],
    ['a token with another last letter', bent],
    ['a token twice', `${token}${token}`],
    ['SQL', `' or '1'='1`],
    ['a long one', 'a'.repeat(5000)],
    ['*', '*'],
  ]
  const wrong: string[] = []
  for (const [what, one] of tokens) {
    const { status } = await ask(base, '/sys/activeUser/info', { token: one })
    if (status !== 401) wrong.push(`${what}: ${status}`)
  }
  if ((await refresh(base, token)).body.success) wrong.push('an access token refreshes')
  if (Buffer.from(token, 'base64url').length * 8 < 128) wrong.push('the token has fewer than 128 bits')
  if (!(await isAlive(base, token))) wrong.push('the true token is refused')
  // Seen red: byTokenHash without `t.kind = 'access'`: the refresh token was let in.
  return [noFaults({ id: 'S-01', what: '伪造的、刷新用的、改动过的令牌都不能当访问令牌', engine }, wrong, tokens.length + 1)]
}

/**
 * S-04: a refresh token can be used once. Within the grace period a second use gets the same pair; later it ends the whole session. The 31
 * seconds are real time.
 */
export async function refreshes(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const rounds = stage.rounds(2, 5, 20)
  const wrong: string[] = []
  const first = await loggedIn(base, 'qy1')
  const spent: { old: string; token: string; refreshToken: string }[] = []
  for (let round = 0; round < rounds; round++) {
    const old = await loggedIn(base, 'qy2')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(base, old.refreshToken)))
    const pairs = new Set(answers.map(({ body }) => JSON.stringify(body.data ?? body.code)))
    if (pairs.size !== 1 || !answers[0]!.body.success) wrong.push(`20 at once: ${pairs.size} different answers`)
    const pair = answers[0]!.body.data as { token: string; refreshToken: string }
    if (!pair || !(await isAlive(base, pair.token))) wrong.push('logged out by parallel refreshes')
    else spent.push({ old: old.refreshToken, ...pair })
  }
  const findings = [
    // Seen red: each parallel refresh issued a pair of its own: 20 different answers.
    noFaults({ id: 'S-04', what: '20 个并发刷新得到同一对令牌，会话不断', engine }, wrong, rounds),
  ]
  if (stage.scale === 'short') return findings
  await sleep(GRACE_MS + 1000)
  const reuse: string[] = []
  for (const { old, token, refreshToken } of spent) {
    if ((await refresh(base, old)).status !== 401) reuse.push('a spent refresh token works after 31 s')
    if (await isAlive(base, token)) reuse.push('the session lives on after the reuse')
    if ((await refresh(base, refreshToken)).status !== 401) reuse.push('the newest refresh token still works')
  }
  if (!(await isAlive(base, first.token))) reuse.push('the session of another user ended too')
  // Seen red: REFRESH_GRACE_MS = 300_000: 15 of 16.
  findings.push(noFaults({ id: 'S-04', what: '31 秒后重用刷新令牌，整族作废', engine }, reuse, spent.length * 3 + 1))
  return findings
}

/** S-02: every endpoint refuses the tokens of an ended session, at the latest a second after its end. */
export async function revoked(stage: ProofStage, app: ProofApp): Promise<Finding[]> {
  const { base, engine } = app
  const guarded = (await liveEndpoints(app.admin)).filter(({ access }) => access !== 'public')
  const findings: Finding[] = []
  const gone = await loggedIn(base, 'editor1')
  // The server caches a verified session for a moment, so the token is used once before.
  if (!(await isAlive(base, gone.token))) throw new Error('the session did not start')
  const stream = await listen(base, gone.token)
  await userWith(base, 'editor1', gone).post('/sys/activeUser/logout')
  const from = performance.now()
  const ended = stream.ended.then(() => Math.round(performance.now() - from))
  const took = await untilRefused(() => ask(base, '/sys/activeUser/info', { token: gone.token }))
  const invalid = await ask(base, '/sys/activeUser/checkTokenInvalid', { token: gone.token })
  findings.push(
    // Seen red: revoked_at left out of authenticate(): never refused.
    atMost({ id: 'S-02', what: '退出到旧令牌被拒', engine }, took, 1000, ' ms'),
    atMost({ id: 'S-02', what: '退出到实时提醒结束', engine }, await ended, 1000, ' ms'),
    // Seen red: the same; all endpoints let it in.
    noFaults({ id: 'S-02', what: '退出后旧令牌在每个接口上都被拒', engine }, await replayed(base, gone.token, guarded), guarded.length),
    noFaults(
      { id: 'S-02', what: '退出后旧刷新令牌也被拒', engine },
      (await refresh(base, gone.refreshToken)).status === 401 ? [] : ['it refreshes'],
      1,
    ),
    // Seen red: isTokenInvalid() without revoked_at.
    noFaults({ id: 'S-06', what: '退出后 checkTokenInvalid 立即为 true', engine }, invalid.body.data === true ? [] : [invalid.text], 1),
  )
  // Of four sessions of a staff user the oldest ends (S-07).
  const four = []
  for (let i = 0; i < 4; i++) four.push(await loggedIn(base, 'audit1'))
  await sleep(1100)
  const alive = await Promise.all(four.map(({ token }) => isAlive(base, token)))
  // Seen red: STAFF_SESSIONS = 4.
  findings.push(
    noFaults(
      { id: 'S-07', what: '员工第四个会话挤掉最早的一个', engine },
      JSON.stringify(alive) === '[false,true,true,true]' ? [] : [JSON.stringify(alive)],
      4,
    ),
  )
  return findings
}

/** S-07: an individual can act for a company only with an approved binding of their own. */
export async function changesOfRole(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const wrong: string[] = []
  const person = await stage.asUser(base, 'gr1')
  const refusedFor = async (what: string, companyId: number) => {
    const answer = await person.post('/sys/activeUser/changeToCompany', { companyId })
    if (answer.body.success) wrong.push(`${what}: let in`)
  }
  const company = await stage.asUser(base, 'qy1')
  const { companyId } = (await company.get('/sys/activeUser/info')).body.data.user as { companyId: number }
  await refusedFor('not bound', companyId)
  await refusedFor('no such company', 999_999)
  const archive = (await company.get('/dynamic/company/info/queryEntArchiveDetail')).body.data
  const code = archive.groups
    .flatMap((group: { fields: { key: string; value: string }[] }) => group.fields)
    .find((field: { key: string }) => field.key === 'creditCode').value
  const uploaded = await person.upload('/files/upload', { name: '证明.pdf', bytes: new TextEncoder().encode('%PDF-1.4\n%%EOF') })
  const saved = await person.post('/personal/company/save', { code, position: '经办人', proofFiles: [uploaded.body.data] })
  if (!saved.body.success) throw new Error(`the binding was refused: ${saved.text}`)
  await refusedFor('pending', companyId)
  const { id } = (await person.get('/personal/company/list')).body.data.list[0] as { id: number }
  if ((await person.post('/personal/company/examine', { id, version: 1, examineState: 1 })).body.success)
    wrong.push('the applicant approved it')
  if ((await (await stage.asUser(base, 'qy2')).post('/personal/company/examine', { id, version: 1, examineState: 1 })).body.success)
    wrong.push('another company approved it')
  const approved = await company.post('/personal/company/examine', { id, version: 1, examineState: 1 })
  if (!approved.body.success) throw new Error(`the company cannot approve: ${approved.text}`)
  const changed = await person.post('/sys/activeUser/changeToCompany', { companyId })
  if (!changed.body.success) wrong.push(`approved, and still refused: ${changed.text}`)
  else {
    const acting = userWith(base, 'gr1', changed.body.data)
    if ((await acting.get('/sys/activeUser/info')).body.data?.user.type !== 'QY') wrong.push('does not act as the company')
    await sleep(1100)
    if (await isAlive(base, person.token)) wrong.push('the pair of before is alive')
    await company.form('/personal/company/delete', { id: String(id) })
    const ended = await untilUnsuccessful(() => acting.get('/dynamic/company/info/queryEntArchiveDetail'))
    if (ended > 1500) wrong.push(`acts for the company ${ended} ms after the binding ended`)
  }
  const other = await tryLogin(base, 'proof-nobody', 'x')
  if (other.body.success) wrong.push('nobody logged in')
  // Seen red: isBound() always true: let in without a binding.
  return [noFaults({ id: 'S-07', what: '未绑定、待审、他人代批、解绑后都不能以企业身份办事', engine }, wrong, 9)]
}

async function untilUnsuccessful(call: () => Promise<{ body: { success?: boolean } }>): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < 15_000) if (!(await call()).body.success) return Math.round(performance.now() - from)
  return Number.NaN
}
