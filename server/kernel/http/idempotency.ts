import { createHash } from 'node:crypto'
import type { Db } from '../db/index.ts'
import { invalidField, refused } from '../errors.ts'
import { kernelOf } from '../kernel-of.ts'
import type { Call } from '../kernel.ts'

const KEEP_HOURS = 24

/**
 * Runs `work` at most once for one Idempotency-Key of one caller on one endpoint (K-02); a repetition gets the first answer. `db` must be
 * the transaction of the change: key, change and answer commit together, and a parallel repetition waits for them. Without a key it just
 * runs `work`. Refuses a key that is reused with other content, and keys longer than 128 characters.
 */
export async function once<T>(
  db: Db,
  call: Pick<Call, 'actor' | 'idempotencyKey' | 'ip'>,
  endpoint: string,
  body: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const key = call.idempotencyKey
  if (!key) return work()
  if (key.length > 128 || !/^[\x21-\x7e]+$/.test(key)) throw invalidField('Idempotency-Key', '请求标识不正确')
  const now = kernelOf(db).clock.now()
  const identity = { actor: call.actor ? String(call.actor.userId) : `ip:${call.ip}`, endpoint, key }
  const hash = createHash('sm3')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
  const claim = {
    ...identity,
    request_hash: hash,
    state: 'running' as const,
    expires_at: new Date(now.getTime() + KEEP_HOURS * 3600_000).toISOString(),
  }
  const claimed = await db
    .insertInto('idempotency_key')
    .values(claim)
    .onConflict((c) =>
      c
        .columns(['actor', 'endpoint', 'key'])
        .doUpdateSet({ request_hash: hash, state: 'running', response: null, expires_at: claim.expires_at })
        .where('idempotency_key.expires_at', '<=', now.toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const earlier = await db
      .selectFrom('idempotency_key')
      .select(['request_hash', 'response'])
      .where('actor', '=', identity.actor)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (earlier.request_hash !== hash) throw refused('请求标识已用于其他内容，请刷新页面后重试', 'IDEMPOTENCY')
    return earlier.response as T
  }
  const answer = await work()
  await db
    .updateTable('idempotency_key')
    .set({ state: 'done', response: JSON.stringify(answer ?? null) })
    .where('actor', '=', identity.actor)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute()
  return answer
}
