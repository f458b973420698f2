import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Row } from './report.ts'

const AGENTS = 50
const A_SECOND = 10
const SECONDS = 20
/** The number of a company that has given its consent, so that its card contains the policy results. */
const KNOWN = '15420024683'

/** Agents on duty, each with a session and an extension; returns their tokens. */
async function agentsAtWork(url: string): Promise<string[]> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>(`select id from sys_user where user_name like 'b-agent-%' order by id limit ${AGENTS}`)
  const ids = rows.map(({ id }) => id)
  const tokens = ids.map((id) => `token-of-agent-${id}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  await db.query(
    `insert into user_role (user_id, role_id) select u, ur.role_id from unnest($1::bigint[]) u, user_role ur join sys_user a on a.id = ur.user_id and a.user_name = 'agent1'`,
    [ids],
  )
  await db.query(
    `insert into session (id, user_id, variant, created_at, absolute_end, seen_at)
     select 'b-agent-' || u, u, 'password', now(), now() + interval '1 hour', now() from unnest($1::bigint[]) u`,
    [ids],
  )
  await db.query(
    `insert into session_token (hash, session_id, kind, issued_at, expires_at, rights_version)
     select t.h, 'b-agent-' || t.u, 'access', now(), now() + interval '1 hour', s.rights_version from unnest($1::text[], $2::bigint[]) t(h, u) join sys_user s on s.id = t.u`,
    [hashes, ids],
  )
  await db.query(
    `insert into call_agent (user_id, state, extension, since) select u, 1, (9000 + n)::text, now() from unnest($1::bigint[]) with ordinality t(u, n)`,
    [ids],
  )
  await db.end()
  return tokens
}

/** Calls `rings` with the id of each call in the live stream. */
async function listen(base: string, authorization: string, rings: (id: number) => void): Promise<AbortController> {
  const over = new AbortController()
  const answer = await fetch(`${base}/sys/push`, { headers: { authorization, accept: 'text/event-stream' }, signal: over.signal })
  if (!answer.ok || !answer.body) throw new Error(`stream: ${answer.status}`)
  void (async () => {
    try {
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream()))
        for (const found of part.matchAll(/event: call\ndata: \{"id":(\d+)\}/g)) rings(Number(found[1]))
    } catch {
      // The stream was closed.
    }
  })()
  return over
}

/**
 * A telephone call arrives at one process, and an agent connected to either process reads the caller's card: the time from one to the
 * other.
 */
export async function rings(url: string, bases: readonly [string, string], secret: string): Promise<Row[]> {
  const tokens = await agentsAtWork(url)
  const sent = new Map<number, number>()
  const waiting = new Map<number, number>()
  const times: number[] = []
  const read = async (id: number, agent: number) => {
    const card = await fetch(`${bases[agent % 2]}/call/data/pop?id=${id}`, { headers: { authorization: tokens[agent]! } })
    const body = (await card.json()) as { success: boolean; msg?: string }
    if (!body.success) throw new Error(`card: ${body.msg}`)
    const from = sent.get(id)
    if (from === undefined) waiting.set(id, performance.now())
    else times.push(performance.now() - from)
  }
  const failed: unknown[] = []
  const open = await Promise.all(
    tokens.map((token, agent) =>
      listen(bases[agent % 2]!, token, (id) => void read(id, agent).catch((error: unknown) => failed.push(error))),
    ),
  )
  await sleep(1000)
  for (let n = 0; n < A_SECOND * SECONDS; n++) {
    const phone = n % 2 === 0 ? KNOWN : `139${String(10_000_000 + n)}`
    const event = {
      callId: `ring-${n}`,
      event: 'ringing',
      direction: 'in',
      phone,
      extension: String(9001 + (n % AGENTS)),
      at: new Date().toISOString(),
    }
    const body = JSON.stringify(event)
    const stamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-call-timestamp': stamp, 'x-call-signature': signature }
    const from = performance.now()
    void fetch(`${bases[n % 2]}/call/event`, { method: 'POST', headers, body })
      .then((answer) => answer.json() as Promise<{ success: boolean; data?: { id: number }; msg?: string }>)
      .then(({ success, data, msg }) => {
        if (!success || !data) return void failed.push(new Error(`event: ${msg}`))
        sent.set(data.id, from)
        const there = waiting.get(data.id)
        if (there !== undefined) times.push(there - from)
      })
    await sleep(1000 / A_SECOND)
  }
  await sleep(2000)
  for (const one of open) one.abort()
  times.sort((a, b) => a - b)
  const lost = A_SECOND * SECONDS - times.length
  return [
    {
      name: `calls, from the event to the card, ${AGENTS} agents, two processes, p95`,
      figure: times[Math.floor(times.length * 0.95)] ?? NaN,
      unit: 'ms',
      atMost: 500,
      note:
        lost > 0 || failed.length > 0
          ? `${lost} without a card; ${String(failed[0] ?? '')}`
          : `${times.length} calls, slowest ${Math.round(times.at(-1)!)} ms`,
      failed: lost > 0 || failed.length > 0,
    },
  ]
}
