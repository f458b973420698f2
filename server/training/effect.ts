import { FEWEST, type effect, type EffectGroup } from '../../contract/training/effect.ts'
import { inWan } from '../../contract/money.ts'
import { activityFacts, enrolStates } from '../../contract/training/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused } from '../kernel/errors.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { outcomeSince } from '../declaration/index.ts'
import { standingOfCompanies, type KeptVerdict } from '../matching/index.ts'
import { managed } from './activity-queries.ts'

const AT_ONCE = 20
const MOST = 5000

/** The policy of an activity that the caller manages. */
export async function policyOf(k: Kernel, actor: Actor, id: number) {
  const row = await managed(k.db, actor, id)
  const policy = await k.db
    .selectFrom('train_activity as a')
    .innerJoin('policy as p', 'p.id', 'a.policy_id')
    .select(['p.id', 'p.title', 'a.effect_at'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!policy) throw refused('活动没有对应的政策，请先在编辑里选择', 'NO_POLICY')
  return { row, policy }
}

const enrolledOf = async (db: Db, id: number, came: boolean) =>
  (
    await db
      .selectFrom('train_enrol')
      .select('company_id')
      .distinct()
      .where('activity_id', '=', id)
      .where('company_id', 'is not', null)
      .where('state', came ? '=' : '!=', came ? enrolStates.code.attended : enrolStates.code.cancelled)
      .limit(MOST)
      .execute()
  ).map(({ company_id }) => company_id!)
const invitedTo = async (db: Db, id: number) =>
  (await db.selectFrom('train_invite').select('company_id').where('activity_id', '=', id).limit(MOST).execute()).map(
    (row) => row.company_id,
  )

/**
 * After enrolment has closed, stores the verdicts of the companies that enrolled or were invited. Companies without consent are left out.
 */
export async function freezeStandings(k: Kernel): Promise<number> {
  const due = await k.db
    .selectFrom('train_activity')
    .select('id')
    .where('policy_id', 'is not', null)
    .where('effect_at', 'is', null)
    .where('state', '=', activityFacts.code.passed)
    .where('deleted', '=', false)
    .where('enrol_end', '<=', k.clock.now().toISOString())
    .orderBy('enrol_end')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due)
    await k.db.transaction().execute(async (db) => {
      const at = k.clock.now()
      const a = await db
        .updateTable('train_activity')
        .set({ effect_at: at })
        .where('id', '=', id)
        .where('effect_at', 'is', null)
        .returning('policy_id')
        .executeTakeFirst()
      if (!a) return
      const ids = [...new Set([...(await enrolledOf(db, id, false)), ...(await invitedTo(db, id))])]
      const standing = await standingOfCompanies(db, a.policy_id!, ids)
      const rows = [...standing].map(([company_id, verdict]) => ({ activity_id: id, company_id, verdict, at }))
      if (rows.length > 0) await db.insertInto('train_effect').values(rows).execute()
    })
  return due.length
}
/**
 * The verdicts are kept anew, when enrolment closes: it is open again and others may come, or the policy is another one. The caller has
 * locked the activity.
 */
export async function keepAnew(db: Db, id: number): Promise<void> {
  await db.deleteFrom('train_effect').where('activity_id', '=', id).execute()
  await db.updateTable('train_activity').set({ effect_at: null }).where('id', '=', id).execute()
}
export const freezeRegularly = (k: Kernel): void =>
  recurring(
    k,
    { name: 'training.effect', title: '报名截止时记下企业的政策结论', cron: '*/10 * * * *' },
    async () => void (await freezeStandings(k)),
  )

/**
 * Counts of verdicts before and after, only for groups of five companies or more. A company that withdrew its consent is left out of both.
 */
export async function findEffect(k: Kernel, actor: Actor, { id }: Parsed<typeof effect.effect>['query']) {
  const { policy } = await policyOf(k, actor, id)
  const came = new Set(await enrolledOf(k.db, id, true))
  const before = await k.db.selectFrom('train_effect').select(['company_id', 'verdict']).where('activity_id', '=', id).execute()
  const now = await standingOfCompanies(
    k.db,
    policy.id,
    before.map((row) => row.company_id),
  )
  const since = policy.effect_at
  const { declared, paid } = since ? await outcomeSince(k.db, policy.id, [...now.keys()], since) : { declared: [], paid: [] }
  const group = (which: (companyId: number) => boolean): EffectGroup => {
    const rows = before.flatMap(({ company_id, verdict }) => {
      const today = now.get(company_id)
      return today && which(company_id) ? [{ was: verdict as KeptVerdict, now: today }] : []
    })
    const tell = rows.length >= FEWEST
    const count = (side: 'was' | 'now') => {
      const all = { match: 0, near: 0, unknown: 0, nomatch: 0 }
      for (const row of rows) all[row[side]] += 1
      return all
    }
    return {
      companies: rows.length,
      was: tell ? count('was') : null,
      now: tell ? count('now') : null,
      turned: tell ? rows.filter((row) => row.was === 'near' && row.now === 'match').length : null,
      declared: tell ? declared.filter(which).length : null,
      paid: tell ? paid.filter((one) => which(one.companyId)).length : null,
      paidAmount: tell ? inWan(paid.filter((one) => which(one.companyId)).reduce((sum, one) => sum + one.amount, 0)) : null,
    }
  }
  return {
    policyTitle: policy.title,
    since,
    attended: group((companyId) => came.has(companyId)),
    absent: group((companyId) => !came.has(companyId)),
  }
}
