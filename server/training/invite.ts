import { sql, type RawBuilder } from 'kysely'
import type { effect } from '../../contract/training/effect.ts'
import { activityFacts } from '../../contract/training/states.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import { paramsOf } from '../kernel/jobs/task.ts'
import { runsTask, startTask, type TaskContext } from '../kernel/jobs/task-runner.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { noteListed } from '../company/index.ts'
import { hasDeclared } from '../declaration/index.ts'
import { companiesStanding, countStanding, judgePolicies } from '../matching/index.ts'
import { companiesWithout, notify } from '../system/index.ts'
import { requireTags, wearsOne } from '../tag/index.ts'
import { policyOf } from './effect.ts'
import { publishes } from './flow.ts'
import { activityAddress } from './offers.ts'

const INVITE = 'train.invite'
const CHUNK = 50
const MOST = 5000
type Verdicts = Parsed<typeof effect.invite>['body']['verdicts']
interface Narrowed {
  /** 0: only companies that have not declared */
  declared?: number | undefined
  tagIds?: readonly number[] | undefined
}
interface Asked extends Narrowed {
  id: number
  verdicts: Verdicts
  by: Pick<Actor, 'userId' | 'officeId'>
}

/** Choosing companies by tags requires the right to read tags, and to see these tags. */
async function refuseTags(k: Kernel, actor: Actor, tagIds: readonly number[] | undefined): Promise<void> {
  if (!tagIds) return
  if (!actor.permissions.has('tag:read')) throw forbidden()
  await requireTags(k.db, actor, tagIds)
}
/** Somebody receives what is sent to the company (ADR 0870). */
const reached = sql<boolean>`exists (select from sys_user u where u.company_id = r.company_id and u.enabled)`
/** The restriction as a condition on the stored verdicts; undefined when there is none. */
function amongOf(policyId: number, { declared, tagIds }: Narrowed, ...more: RawBuilder<boolean>[]): RawBuilder<boolean> | undefined {
  const all = [
    ...more,
    ...(declared === 0 ? [sql<boolean>`not ${hasDeclared(policyId, 'r.company_id')}`] : []),
    ...(tagIds ? [wearsOne(tagIds, 'r.company_id')] : []),
  ]
  return all.length === 0 ? undefined : sql<boolean>`(${sql.join(all, sql` and `)})`
}

export async function countInvitable(k: Kernel, actor: Actor, { id, ...narrowed }: Parsed<typeof effect.inviteCount>['query']) {
  const { policy } = await policyOf(k, actor, id)
  await refuseTags(k, actor, narrowed.tagIds)
  const [{ match, near }, without] = await Promise.all([
    countStanding(k.db, policy.id, amongOf(policy.id, narrowed)),
    countStanding(k.db, policy.id, amongOf(policy.id, narrowed, sql<boolean>`not ${reached}`)),
  ])
  const { invited } = await k.db
    .selectFrom('train_invite')
    .select((e) => e.fn.countAll<number>().as('invited'))
    .where('activity_id', '=', id)
    .executeTakeFirstOrThrow()
  return { policyTitle: policy.title, match, near, unreached: { match: without.match, near: without.near }, invited }
}

/** Starts the task that sends invitations: each company is invited once, and only while it consents. */
export async function inviteCompanies(k: Kernel, call: Call, { id, verdicts, ...narrowed }: Parsed<typeof effect.invite>['body']) {
  const actor = signedIn(call.actor)
  const { row } = await policyOf(k, actor, id)
  if (!publishes(actor, { companyId: row.company_id })) throw forbidden()
  if (row.state !== activityFacts.code.passed) throw refused('活动公开后才能邀请', 'STATE')
  if (Date.parse(row.enrol_end) <= k.clock.now().getTime()) throw refused('报名已经截止，不能邀请', 'STATE')
  await refuseTags(k, actor, narrowed.tagIds)
  const params: Asked = { id, verdicts, ...narrowed, by: { userId: actor.userId, officeId: actor.officeId } }
  return k.db.transaction().execute(async (db) => {
    const taskId = await startTask(db, { kind: INVITE, ownerId: actor.userId, params: { ...params } })
    await audit(db, call, { action: 'trainActivity.invite', objectType: 'trainActivity', objectId: id, detail: { verdicts, ...narrowed } })
    return { taskId }
  })
}

/** The activity, while one can be invited to it. */
const stillOpen = (k: Kernel, id: number) =>
  k.db
    .selectFrom('train_activity as a')
    .innerJoin('policy as p', 'p.id', 'a.policy_id')
    .select(['a.title', 'a.start_at', 'p.id as policyId', 'p.title as policy'])
    .where('a.id', '=', id)
    .where('a.deleted', '=', false)
    .where('a.state', '=', activityFacts.code.passed)
    .where('a.enrol_end', '>', k.clock.now().toISOString())
    .executeTakeFirst()

/** Sends invitations in batches, each with the consent at that moment. After a crash it continues with companies that were not invited. */
export async function sendInvitations(
  k: Kernel,
  asked: Asked,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<number> {
  const first = await stillOpen(k, asked.id)
  if (!first) return 0
  const { policyId } = first
  // A company that was invited before is not judged again.
  const uninvited = sql<boolean>`not exists (select from train_invite i where i.activity_id = ${asked.id} and i.company_id = r.company_id)`
  const among = amongOf(policyId, asked, uninvited, reached)!
  let done = 0
  for (let after = 0; done < MOST;) {
    // Asked before each batch: the activity may be cancelled, or its enrolment close, while thousands are invited.
    const a = await stillOpen(k, asked.id)
    if (a?.policyId !== policyId) break
    const companies = await companiesStanding(k.db, a.policyId, asked.verdicts, { after, limit: CHUNK, among })
    if (companies.length === 0) break
    after = companies.at(-1)!.companyId
    const reasons = new Map<number, string>()
    for (const { companyId, verdict } of companies)
      reasons.set(companyId, await reasonOf(k, companyId, { id: a.policyId, title: a.policy }, verdict))
    const ofChunk = sql<boolean>`r.company_id = any(${companies.map((one) => one.companyId)}::bigint[])`
    done += await k.db.transaction().execute(async (db) => {
      // Companies that have withdrawn their consent since the batch was read are not invited.
      const still = new Set(
        (
          await companiesStanding(db, a.policyId, asked.verdicts, {
            after: 0,
            limit: CHUNK,
            among: sql<boolean>`${ofChunk} and ${among}`,
          })
        ).map((one) => one.companyId),
      )
      const without = await companiesWithout(db, 'invitation', [...still])
      const rows = companies
        .filter(({ companyId }) => still.has(companyId) && !without.has(companyId))
        .map(({ companyId, verdict }) => ({ activity_id: asked.id, company_id: companyId, verdict, at: k.clock.now() }))
      if (rows.length === 0) return 0
      const made = await db
        .insertInto('train_invite')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .returning('company_id')
        .execute()
      for (const { company_id } of made)
        await notify(db, k, {
          to: { companyId: company_id },
          kind: 'invitation',
          title: `邀请参加“${a.title}”（${shanghaiTime(Date.parse(a.start_at)).slice(5, 16).replace('T', ' ')}）`,
          body: reasons.get(company_id)!,
          link: activityAddress(asked.id),
          key: `train:invite:${asked.id}:${company_id}`,
        })
      await noteListed(
        k,
        db,
        asked.by,
        `邀请参加活动“${a.title}”`,
        made.map(({ company_id }) => company_id),
      )
      return made.length
    })
    await progress(done)
  }
  return done
}

/** Why the company is invited: what it still lacks for the policy, in the words of the rule. */
async function reasonOf(k: Kernel, companyId: number, policy: { id: number; title: string }, verdict: string): Promise<string> {
  if (verdict === 'match') return `贵公司的档案符合《${policy.title}》，活动讲解怎样申报。`
  const judged = (await judgePolicies(k, companyId, [policy.id]))?.get(policy.id)
  const lacking = (judged?.failed ?? []).slice(0, 2).join('；')
  return `贵公司差一点符合《${policy.title}》${lacking && `：还差 ${lacking}`}。`
}

export const joinInvitations = (k: Kernel): void =>
  runsTask(k, INVITE, async ({ task, progress }: TaskContext) => ({
    invited: await sendInvitations(k, paramsOf<Asked>(task), (done) => progress({ done })),
  }))
