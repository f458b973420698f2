import { inWan } from '../../../contract/money.ts'
import { randomBytes } from 'node:crypto'
import { authStatuses } from '../../../contract/company.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { simulation as endpoints } from '../../../contract/matching/simulation.ts'
import { endsWithCompany } from '../../company/index.ts'
import { companyOf, isOwnAccount, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { consume } from '../../kernel/http/limits.ts'
import { maskName } from '../../kernel/access/pii.ts'
import { checkAnswers, latestDay, noConsent, situation } from '../judge-company.ts'
import { rowOf, type Kept } from './logs.ts'
import { simulate } from './simulate.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

const TABLE = 'imitate_match_log'
const SHARE_DAYS = 30
/** Links per source and day, because visitors can create them. */
const SHARES = { name: 'simulation.share', points: 30, seconds: 86_400, message: '今天生成的链接过多，请明天再试' }

/**
 * Creates a link to a run. The link shows the answers typed by the caller, and archive values only when the company agrees to it in the
 * same call. Anonymous links belong to nobody and expire; those made for a company belong to the company.
 */
export async function shareRun(k: Kernel, call: Call, input: Kept & { includeArchive?: boolean | undefined }) {
  const { actor } = call
  if (input.base) checkAnswers(input.base, latestDay(k))
  checkAnswers(input.answers, latestDay(k))
  await consume(k, SHARES, actor ? `user:${actor.userId}` : `ip:${call.ip}`)
  const whole = input.useArchive && input.includeArchive === true
  const at = await situation(k, actor, { answers: input.answers, useArchive: whole })
  const known = whole ? (await situation(k, actor, { answers: input.base ?? {}, useArchive: true })).answers : input.base
  const run = await simulate(k, actor, { answers: at.answers })
  const shareId = randomBytes(16).toString('base64url')
  const expires = new Date(k.clock.now().getTime() + SHARE_DAYS * 86_400_000)
  await k.db.transaction().execute(async (db) => {
    if (whole) await holdConsent(db, companyOf(actor))
    const { id } = await db
      .insertInto(TABLE)
      .values({
        ...rowOf(k, { ...input, answers: at.answers, base: known }, run),
        user_id: actor?.userId ?? null,
        company_id: actor?.companyId ?? null,
        share_id: shareId,
        archive_shared: Boolean(whole),
        expires_at: expires,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (whole) await audit(db, call, { action: 'simulation.shareArchive', objectType: TABLE, objectId: id })
  })
  return { shareId, expireTime: expires.toISOString(), shared: Object.keys(at.answers).length }
}

/** Locks the consent until the commit, so that a withdrawal also ends the link being created. */
async function holdConsent(db: Db, companyId: number): Promise<void> {
  const row = await db.selectFrom('company').select('auth_status').where('id', '=', companyId).forShare().executeTakeFirst()
  if (row?.auth_status !== authStatuses.granted) throw noConsent()
}

/** The links of a company: its own account sees all of them, a person who acts for it only their own. */
const companysLinks = (k: Kernel, db: Db, actor: Actor) =>
  db
    .selectFrom(`${TABLE} as l`)
    .where('l.company_id', '=', companyOf(actor))
    .where('l.share_id', 'is not', null)
    .where('l.expires_at', '>', k.clock.now().toISOString())
    .$if(!isOwnAccount(actor), (q) => q.where('l.user_id', '=', actor.userId))

export async function companyLinks(k: Kernel, actor: Actor, asked: Parsed<typeof endpoints.companyLinks>['query']) {
  const { total, rows } = await pageOf(
    companysLinks(k, k.db, actor),
    asked,
    (page) => page.orderBy('l.id', 'desc'),
    (page) =>
      page
        .innerJoin('sys_user as u', 'u.id', 'l.user_id')
        .select(['l.id', 'l.name', 'l.share_id', 'l.archive_shared', 'l.match_count', 'l.amount_min', 'l.amount_max'])
        .select(['l.created_at', 'l.expires_at', 'l.user_id', 'u.name as maker']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      shareId: row.share_id!,
      archiveShared: row.archive_shared,
      matchCount: row.match_count,
      min: inWan(row.amount_min),
      max: inWan(row.amount_max),
      makerName: row.user_id === actor.userId ? row.maker : maskName(row.maker),
      createTime: row.created_at,
      expireTime: row.expires_at!,
    })),
  }
}

/** From then on nobody finds the run through the link. */
export const endLink = (k: Kernel, call: Call, actor: Actor, id: number): Promise<true> =>
  k.db.transaction().execute(async (db) => {
    const seen = await companysLinks(k, db, actor).where('l.id', '=', id).select('l.id').executeTakeFirst()
    const gone = seen && (await db.deleteFrom(TABLE).where('id', '=', id).returning('id').executeTakeFirst())
    if (!gone) throw notFound('链接不存在或已失效')
    await audit(db, call, { action: 'simulation.endLink', objectType: TABLE, objectId: id })
    return true as const
  })

/**
 * A withdrawn consent ends all links of the company, also those without archive values: typed values may have been copied from it. The end
 * of a binding ends the links that the person made for the company.
 */
export function endLinks(k: Kernel): void {
  endsWithCompany(k, {
    consent: async (db, companyId) => {
      await db.deleteFrom(TABLE).where('company_id', '=', companyId).where('share_id', 'is not', null).execute()
    },
    binding: async (db, companyId, userId) => {
      for (const table of [TABLE, 'calculation'] as const)
        await db.deleteFrom(table).where('company_id', '=', companyId).where('user_id', '=', userId).execute()
    },
  })
  // Deletes expired links.
  recurring(k, { name: 'simulation.tidy', title: '清理过期的模拟测算', cron: '23 3 * * *' }, async () => {
    await k.db.deleteFrom(TABLE).where('expires_at', '<', k.clock.now().toISOString()).execute()
  })
}
