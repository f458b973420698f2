import { setTimeout as sleep } from 'node:timers/promises'
import { sealPii } from '../server/kernel/access/pii.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { spellings } from './calls.ts'
import { oneByOne, repeated } from './over-http.ts'
import { median, type Row } from './report.ts'
import { signedIn, type Served } from './served.ts'
import { withoutLimit } from './without-limit.ts'

const COUNT_MS = 1000
/** An invitation goes to at most so many companies. */
const INVITED = 5000
const WINDOWS = 5
const WITHIN_MS = 600_000

/**
 * Copies two demo companies that consent, one that nearly meets the policy and one that does not, with their facts and kept results, until
 * there are `total`; the first of them is copied INVITED times, each with an account.
 */
async function companies(k: Kernel, policyId: number, total: number): Promise<void> {
  await withoutLimit(k, async (db) => {
    await db.query(
      `with base as (select f.company_id, f.facts, r.met, r.amount_min, r.amount_max, r.near, r.unknown, r.as_of, $1::int = any(r.near) as is_near,
          row_number() over (partition by $1::int = any(r.near) order by f.company_id) as nth
        from company_facts f join company_match_result r using (company_id) where f.authorized and not $1::int = any(r.met) and not $1::int = any(r.unknown)),
      made as (insert into company (credit_code, name, auth_status)
        select 'V' || lpad(n::text, 17, '0'), '受邀企业 ' || n, '01' from generate_series(1, $2::int) n returning id),
      numbered as (select id, row_number() over (order by id) as n from made),
      facts as (insert into company_facts (company_id, facts, authorized, updated_at)
        select m.id, b.facts, true, now() from numbered m join base b on b.nth = 1 and b.is_near = (m.n <= $3::int)),
      results as (insert into company_match_result (company_id, met, amount_min, amount_max, near, unknown, as_of, facts_at)
        select m.id, b.met, b.amount_min, b.amount_max, b.near, b.unknown, b.as_of, now() from numbered m join base b on b.nth = 1 and b.is_near = (m.n <= $3::int))
    insert into sys_user (user_name, name, type, company_id, mobile)
      select 'invited-' || m.n, '受邀 ' || m.n, 'QY', m.id, $4 from numbered m where m.n <= $3::int`,
      [policyId, total, INVITED, sealPii(k, '13900000000')],
    )
    await db.query('vacuum (analyze) company, company_facts, company_match_result, sys_user')
  })
}

/** The policy that most demo companies nearly meet, and an activity about it that is open for enrolment. */
async function prepared(k: Kernel): Promise<{ policyId: number; id: number }> {
  const policy = await k.pool.query<{ id: string }>(
    `select p.id from company_match_result r join company_facts f using (company_id), unnest(r.near) n join policy p on p.id = n and p.state = 2
     where f.authorized group by p.id order by count(*) desc, p.id limit 1`,
  )
  const policyId = Number(policy.rows[0]!.id)
  const { rows } = await k.pool.query<{ id: string }>(
    `insert into train_activity (state, title, type, enrol_start, enrol_end, start_at, end_at, place, max_num, published_at, created_by, policy_id)
     select 2, '按政策邀请', '培训', now() - interval '1 day', now() + interval '2 days', now() + interval '3 days', now() + interval '3 days 3 hours', '报告厅', 500, now(),
       id, $1 from sys_user where user_name = 'editor1' returning id`,
    [policyId],
  )
  return { policyId, id: Number(rows[0]!.id) }
}

/** Counts of companies by verdict, and the invitations of 5,000 of them beside the readers of the public list (domains/training.md F). */
export async function trainingInvitations(k: Kernel, app: Served, count: number): Promise<Row[]> {
  const { policyId, id } = await prepared(k)
  await companies(k, policyId, count)
  const { authorization } = await signedIn(app, 'editor1')
  const counted = await oneByOne(repeated(`${app.base}/train/activity/inviteCount?id=${id}&declared=0`), authorization)
  // Each address is asked once, so that no kept answer is measured.
  const addresses = spellings('/train/activity/list?page=1&pageSize=10', 40 * (1 + 2 * WINDOWS)).map((path) => app.base + path)
  const window = () => oneByOne(addresses.splice(0, 40))
  const others = async () => {
    const times: number[] = []
    for (let n = 0; n < WINDOWS; n++) times.push(await window())
    return median(times)
  }
  await window()
  const quiet = await others()
  const started = await fetch(`${app.base}/train/activity/invite`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ id, verdicts: ['near'] }),
  })
  const said = await started.text()
  const from = performance.now()
  const sent = async () =>
    Number((await k.pool.query('select count(*)::int as n from train_invite where activity_id = $1', [id])).rows[0].n)
  while ((await sent()) === 0 && performance.now() - from < 60_000) await sleep(100)
  const before = await sent()
  const busy = await others()
  const meanwhile = (await sent()) - before
  while ((await sent()) < INVITED && performance.now() - from < WITHIN_MS) await sleep(500)
  const seconds = (performance.now() - from) / 1000
  const done = await sent()
  return [
    { name: `invitations, counts of ${count} companies, p95`, figure: counted, unit: 'ms', atMost: COUNT_MS },
    {
      name: `… p95 of others while ${INVITED} companies are invited`,
      figure: busy,
      unit: 'ms',
      floor: Math.max(1, quiet),
      atMost: 2,
      note: `${done} invited in ${seconds.toFixed(0)} s, ${meanwhile} of them during the measurement${started.ok ? '' : `; ${said.slice(0, 120)}`}`,
      failed: done < INVITED || meanwhile === 0,
    },
  ]
}
