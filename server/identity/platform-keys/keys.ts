import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { platformKeys, SignedPlatform } from '../../../contract/identity/platform-keys.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { sealPii } from '../../kernel/access/pii.ts'
import { sampleLink } from '../signed-link.ts'

const gone = () => notFound('该平台不存在，或不是签名链接的平台')
const DAY_MS = 86_400_000
const KEY_BYTES = 32

/** Platforms with signed links, with information about their keys and their use, but never a key. */
export async function listKeys(k: Kernel): Promise<SignedPlatform[]> {
  const now = k.clock.now()
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const platforms = await k.db
    .selectFrom('platform as p')
    .where('p.protocol', '=', 'signed')
    .select(['p.id', 'p.name', 'p.url', 'p.hosts', 'p.enabled'])
    .select(
      sql<number>`(select coalesce(sum(u.signed), 0)::int from platform_use u where u.platform_id = p.id and u.hour > ${since})`.as('used'),
    )
    .orderBy('p.id')
    .execute()
  const keys = await k.db
    .selectFrom('platform_key as x')
    .leftJoin('sys_user as u', 'u.id', 'x.made_by')
    .where('x.platform_id', 'in', [0, ...platforms.map(({ id }) => id)])
    .select(['x.id', 'x.platform_id', 'x.starts_at', 'x.made_at', 'u.name'])
    .orderBy('x.starts_at', 'desc')
    .orderBy('x.id', 'desc')
    .execute()
  return platforms.map(({ id, name, url, hosts, enabled, used }) => {
    const own = keys.filter((key) => key.platform_id === id)
    const current = own.find((key) => Date.parse(key.starts_at) <= now.getTime())
    return {
      id,
      name,
      url,
      hosts,
      enableFlag: enabled ? 1 : 0,
      usedNum: used,
      keys: own.map((key) => ({
        id: key.id,
        startTime: key.starts_at,
        madeBy: key.name ?? '系统',
        madeTime: key.made_at,
        state: key === current ? ('now' as const) : Date.parse(key.starts_at) > now.getTime() ? ('coming' as const) : ('old' as const),
      })),
    }
  })
}

/**
 * Creates a new key, returned once. The old one signs until the new one begins, so that the receiver has time to install it. A key that
 * begins at once, because the old one has leaked, takes the place of one that still waits for its time.
 */
export const renewKey = (k: Kernel, call: Call, actor: Actor, { id, overlapDays }: Parsed<typeof platformKeys.renew>['body']) =>
  k.db.transaction().execute(async (db) => {
    const platform = await db
      .selectFrom('platform')
      .select(['id', 'name'])
      .where('id', '=', id)
      .where('protocol', '=', 'signed')
      .forUpdate()
      .executeTakeFirst()
    if (!platform) throw gone()
    const now = k.clock.now()
    const coming = await db
      .selectFrom('platform_key')
      .select('id')
      .where('platform_id', '=', id)
      .where('starts_at', '>', now.toISOString())
      .executeTakeFirst()
    if (coming && overlapDays > 0) throw refused('已有一把还没有开始使用的密钥，开始使用以后才能再换；已经泄露的，请选“立即”', 'STATE')
    if (coming) await db.deleteFrom('platform_key').where('id', '=', coming.id).execute()
    const secret = randomBytes(KEY_BYTES).toString('hex')
    const made = await db
      .insertInto('platform_key')
      .values({
        platform_id: id,
        secret: sealPii(k, secret),
        starts_at: new Date(now.getTime() + overlapDays * DAY_MS),
        made_by: actor.userId,
        made_at: now,
      })
      .returning(['id', 'starts_at'])
      .executeTakeFirstOrThrow()
    const detail = { name: platform.name, keyId: made.id, startTime: made.starts_at, ...(coming ? { droppedKeyId: coming.id } : {}) }
    await audit(db, call, { action: 'platformKey.add', objectType: 'platform', objectId: id, detail })
    return { keyId: made.id, secret, startTime: made.starts_at }
  })

/** A sample link for this platform, with the signed text, so that the receiver can compare. */
export async function trySign(k: Kernel, id: number) {
  const platform = await k.db
    .selectFrom('platform')
    .select(['url', 'enabled'])
    .where('id', '=', id)
    .where('protocol', '=', 'signed')
    .executeTakeFirst()
  if (!platform) throw gone()
  return { ...(await sampleLink(k, platform.url)), enableFlag: platform.enabled ? 1 : 0 }
}

/** Deletes old hourly counts. */
export async function tidyUses(k: Kernel): Promise<void> {
  await k.db
    .deleteFrom('platform_use')
    .where('hour', '<', new Date(k.clock.now().getTime() - 2 * DAY_MS).toISOString())
    .execute()
}
