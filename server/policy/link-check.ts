import { isIP } from 'node:net'
import type { z } from 'zod'
import type { managed } from '../../contract/policy/managed-policies.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { notFound } from '../kernel/errors.ts'
import { storeOf } from '../kernel/files/files.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { askOutside, InnerAddress, isInner } from '../kernel/http/outbound.ts'
import { picturesIn } from './attachments.ts'

interface Found {
  target: string
  kind: 'attachment' | 'picture' | 'link'
  ok: boolean
  reason: string | null
}
type Result = z.output<NonNullable<typeof managed.links.returns>>

export const LINK_JOB = 'policy.links'
/**
 * Every night: checks that attachments and pictures of published policies exist, and that outside links are well formed (and answer, where
 * configured).
 */
export const keepLinksChecked = (k: Kernel): void =>
  recurring(k, { name: LINK_JOB, title: '检查政策中的链接', cron: '23 4 * * *' }, () => checkAllLinks(k))

async function checkAllLinks(k: Kernel): Promise<void> {
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('policy')
      .select('id')
      .where('state', '=', POLICY_STATE.published)
      .where('deleted', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(200)
      .execute()
    for (const { id } of rows) await checkPolicyLinks(k, id)
    if (rows.length < 200) return
    after = rows.at(-1)!.id
  }
}

/** Checks one policy now and stores the result; throws notFound. */
export async function checkPolicyLinks(k: Kernel, id: number): Promise<Result> {
  const policy = await k.db
    .selectFrom('policy')
    .select(['content', 'attachments', 'sources', 'apply_url'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!policy) throw notFound('该政策不存在或已被删除')
  const found = new Map<string, Found>()
  for (const file of policy.attachments) found.set(file.fileId, await stored(k, file.fileId, 'attachment', file.fileName))
  for (const key of picturesIn(policy.content)) if (!found.has(key)) found.set(key, await stored(k, key, 'picture', '正文图片'))
  for (const url of linksOf(policy.content, policy.sources, policy.apply_url)) found.set(url, await checkedLink(k, url))
  const at = k.clock.now()
  await k.db.transaction().execute(async (db) => {
    await db.deleteFrom('policy_link_check').where('policy_id', '=', id).execute()
    if (found.size > 0)
      await db
        .insertInto('policy_link_check')
        .values([...found.values()].map((one) => ({ ...one, policy_id: id, checked_at: at })))
        .execute()
  })
  return linkResults(k, id)
}

/** The results of the last check, broken links first. */
export async function linkResults(k: Kernel, id: number): Promise<Result> {
  const rows = await k.db
    .selectFrom('policy_link_check')
    .select(['target', 'kind', 'ok', 'reason', 'checked_at'])
    .where('policy_id', '=', id)
    .orderBy('ok')
    .orderBy('kind')
    .orderBy('target')
    .execute()
  return rows.map(({ checked_at, ...row }) => ({ ...row, checkTime: checked_at }))
}

async function stored(k: Kernel, key: string, kind: 'attachment' | 'picture', name: string): Promise<Found> {
  const row = await k.db.selectFrom('file').select(['name', 'scan_state']).where('key', '=', key).executeTakeFirst()
  const fault = !row
    ? '文件已不存在'
    : row.scan_state === 'infected'
      ? '文件未通过安全检查'
      : (await isKept(k, key))
        ? null
        : '文件内容已丢失'
  return { target: `${row?.name ?? name}（${key.slice(0, 8)}）`, kind, ok: fault === null, reason: fault }
}
async function isKept(k: Kernel, key: string): Promise<boolean> {
  const file = await (await storeOf(k)).read(key)
  file?.body.destroy()
  return file !== null && file !== undefined
}

function linksOf(content: string, sources: readonly string[], applyUrl: string | null): string[] {
  const inText = [...content.matchAll(/<a\s[^<>]*>/g)].flatMap(([tag]) => /\shref="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? [])
  const named = [...sources, applyUrl ?? ''].flatMap((s) => s.match(/https?:\/\/[^\s，。；、）)]+/g) ?? [])
  return [...new Set([...inText, ...named])].filter((url) => !/^(mailto:|tel:|#|\/(?!\/))/.test(url)).slice(0, 200)
}

const INNER = '地址指向内部网络'
/** Why an outside address is malformed; null when its form is good. */
export function formFault(address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return '地址格式不正确'
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '只能是 http 或 https 地址'
  if (url.username || url.password) return '地址中不能带有账号'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? isInner(host) : !host.includes('.') || /(^|\.)(localhost|local|internal|lan)\.?$/.test(host)) return INNER
  return null
}
async function checkedLink(k: Kernel, url: string): Promise<Found> {
  const fault = formFault(url) ?? (k.config.LINK_CHECK ? await silent(url) : null)
  return { target: url, kind: 'link', ok: fault === null, reason: fault }
}

/** Requests an outside address once, without following redirects; only where configured. */
async function silent(address: string): Promise<string | null> {
  try {
    const status = await askOutside(address)
    return status === 404 || status === 410 || status >= 500 ? `对方网站返回 ${status}` : null
  } catch (error) {
    return error instanceof InnerAddress ? INNER : '对方网站无法访问'
  }
}
