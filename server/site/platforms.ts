import { sql } from 'kysely'
import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import type { PlatformRow, platforms, SavePlatform } from '../../contract/site/platforms.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import { detachFiles, refuseNoPicture, replaceFiles, setFilesPublic } from '../kernel/files/access.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { hasIssuer, isParentConfigured } from '../identity/index.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { only } from '../kernel/way-back.ts'
import { refuseInner } from './public-address.ts'
import { changingSite } from './changed.ts'

const gone = () => notFound('该平台不存在或已被删除')
export const PLATFORM = 'platform'
const kept = ['name', 'url', 'protocol', 'login', 'logo', 'login_uri', 'hosts', 'enabled', 'remark'] as const
const logged = (row: Pick<PlatformRecord, (typeof kept)[number]>) => only(row, kept)
/** How many links of the site lead to a host of the platform. */
const leading = sql<number>`(select count(*)::int from link l where split_part(split_part(l.url, '://', 2), '/', 1) = any(p.hosts))`
const signedThere = (hosts: readonly string[]) =>
  sql<boolean>`signed and split_part(split_part(url, '://', 2), '/', 1) = any(${[...hosts]}::text[])`

const rows = (db: Db) => db.selectFrom('platform as p')
const withLinks = (q: ReturnType<typeof rows>) => q.selectAll('p').select(leading.as('link_num'))
type PlatformRecord = Awaited<ReturnType<ReturnType<typeof withLinks>['executeTakeFirstOrThrow']>>
const shown = (k: Kernel, r: PlatformRecord): PlatformRow => ({
  id: r.id,
  version: r.version,
  name: r.name,
  url: r.url,
  protocol: r.protocol,
  login: r.login,
  logo: r.logo,
  loginUri: r.login_uri,
  configured: r.protocol === 'oidc' ? hasIssuer(k) : r.login !== null && isParentConfigured(k, r.login),
  hosts: r.hosts,
  enableFlag: r.enabled ? 1 : 0,
  remark: r.remark,
  linkNum: r.link_num,
  updateTime: r.updated_at,
})

export async function listPlatforms(k: Kernel, q: Parsed<typeof platforms.list>['query']) {
  let found = rows(k.db)
  if (q.keyword) found = found.where((e) => e.or([e('p.name', 'ilike', likeText(q.keyword!)), e('p.url', 'ilike', likeText(q.keyword!))]))
  const { total, rows: list } = await pageOf(found, q, (p) => p.orderBy('p.id'), withLinks)
  return { total, list: list.map((row) => shown(k, row)) }
}

export async function findPlatform(k: Kernel, id: number): Promise<PlatformRow> {
  const row = await withLinks(rows(k.db).where('p.id', '=', id)).executeTakeFirst()
  if (!row) throw gone()
  return shown(k, row)
}

export const platformOptions = (k: Kernel) =>
  k.db.selectFrom('platform').where('enabled', '=', true).select(['id', 'name']).orderBy('id').limit(500).execute()

/** Refuses a change that would leave signed links without a platform that may receive them; the message names these links. */
async function refuseLoose(db: Db, hosts: readonly string[]): Promise<void> {
  const held = await db.selectFrom('link').select('name').where(signedThere(hosts)).execute()
  if (held.length > 0) throw refused(`首页菜单中的“${held.map(({ name }) => name).join('、')}”还在向它签名，请先取消签名`, 'IN_USE')
}

/** A host belongs to one platform: links to it are signed with the key of that platform, and the other's key would never sign. */
async function refuseTaken(db: Db, hosts: readonly string[], id: number | undefined): Promise<void> {
  // Two platforms that are saved at once would each not see the other's hosts.
  await sql`select pg_advisory_xact_lock(hashtext('platform.hosts'))`.execute(db)
  const others = await db
    .selectFrom('platform')
    .select(['name', 'hosts'])
    .where(sql<boolean>`hosts && ${[...hosts]}::text[]`)
    .$if(id !== undefined, (q) => q.where('id', '!=', id!))
    .execute()
  for (const host of hosts) {
    const other = others.find((one) => one.hosts.includes(host))
    if (other) throw invalidField('hosts', `“${host}”已登记在平台“${other.name}”`)
  }
}

/** Everybody may see it: it stands beside links to the platform. */
async function keepLogo(db: Db, actor: Actor, id: number, logo: string): Promise<void> {
  const keys = logo ? [logo] : []
  await replaceFiles(db, actor, keys, PLATFORM, id)
  await refuseNoPicture(db, keys, 'logo')
  await setFilesPublic(db, PLATFORM, id, true)
}

export const savePlatform = (k: Kernel, call: Call, asked: z.output<typeof SavePlatform>) =>
  changingSite(k, async (db) => {
    const { id, version, enableFlag, loginUri: _, ...rest } = asked
    const actor = signedIn(call.actor)
    refuseInner('url', asked.url)
    const loginUri = asked.protocol === 'oidc' ? (asked.loginUri ?? '') : ''
    refuseInner('loginUri', loginUri)
    for (const host of asked.hosts) refuseInner('hosts', `https://${host}`)
    if (!asked.hosts.includes(new URL(asked.url).host)) throw invalidField('hosts', `须包含平台地址的域名 ${new URL(asked.url).host}`)
    const same = await db.selectFrom('platform').select('id').where('name', '=', asked.name).executeTakeFirst()
    if (same && same.id !== id) throw invalidField('name', '已有同名的平台')
    const login = asked.protocol === 'ticket' ? (asked.login ?? null) : null
    const taken = login && (await db.selectFrom('platform').select(['id', 'name']).where('login', '=', login).executeTakeFirst())
    if (taken && taken.id !== id) throw invalidField('login', `“${taken.name}”已使用这一登录方式`)
    await refuseTaken(db, asked.hosts, id)
    if (asked.protocol === 'oidc' && enableFlag === 1 && !hasIssuer(k))
      throw invalidField('protocol', '本平台没有配置统一登录（OIDC_ISSUER），不能启用这一接入方式')
    const row = {
      ...rest,
      login,
      logo: asked.logo ?? '',
      login_uri: loginUri,
      enabled: enableFlag === 1,
      updated_at: k.clock.now(),
    }
    if (id === undefined) {
      const made = await db.insertInto('platform').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()
      await keepLogo(db, actor, made.id, row.logo)
      await audit(db, call, {
        action: 'platform.add',
        objectType: PLATFORM,
        objectId: made.id,
        detail: { name: row.name, after: logged(row) },
      })
      return made
    }
    const before = await db.selectFrom('platform').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw gone()
    if ((version ?? before.version) !== before.version) throw conflict()
    const signs = row.enabled && row.protocol === 'signed'
    const lost = signs ? before.hosts.filter((host) => !row.hosts.includes(host)) : before.hosts
    if (lost.length > 0) await refuseLoose(db, lost)
    await db
      .updateTable('platform')
      .set({ ...row, version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    await keepLogo(db, actor, id, row.logo)
    await audit(db, call, {
      action: 'platform.edit',
      objectType: PLATFORM,
      objectId: id,
      detail: { before: logged(before), after: logged(row) },
    })
    return { id, version: before.version + 1 }
  })

export const removePlatform = (k: Kernel, call: Call, { id, version }: { id: number; version: number }) =>
  changingSite<true>(k, async (db) => {
    const row = await db.selectFrom('platform').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw gone()
    if (row.version !== version) throw conflict()
    await refuseLoose(db, row.hosts)
    await db.deleteFrom('platform').where('id', '=', id).execute()
    await detachFiles(db, [row.logo], PLATFORM, id)
    await audit(db, call, {
      action: 'platform.delete',
      objectType: PLATFORM,
      objectId: id,
      detail: { name: row.name, before: logged(row) },
    })
    return true
  })
