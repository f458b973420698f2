import type { Insertable } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { UNIT_TYPE_HOST } from '../../contract/constants.ts'
import { planFacts, activityFacts } from '../../contract/training/states.ts'
import { policyStateCodes } from '../../contract/policy/codes.ts'
import type { SaveActivity } from '../../contract/training/activity.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import { cleanHtml } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { attachmentsOf } from '../content/index.ts'
import { checkPin } from '../market/index.ts'
import { picturesIn, policyById } from '../policy/index.ts'
import { activityGone, flowRowOf, managed } from './activity-queries.ts'
import { placeClashes } from './clashes.ts'
import { keepAnew } from './effect.ts'
import { activityFlow } from './flow.ts'
import { promote } from './promote.ts'
import { keyed } from './questions.ts'
import { keepCover } from './publicity.ts'
import { searchWords } from './search.ts'
import { refuseStreet } from './streets.ts'
import { changing, showFiles, TRAIN } from './visible.ts'

/** Locks an activity; throws when the actor does not manage it. */
export async function lockActivity(k: Kernel, db: Db, actor: Actor, id: number) {
  await managed(db, actor, id)
  return lockAny(k, db, id)
}
/** Locks an activity, for actions of every participant. */
export async function lockAny(k: Kernel, db: Db, id: number) {
  const row = await db
    .selectFrom('train_activity')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw activityGone()
  return { ...row, ...flowRowOf(k, row) }
}

/** Refuses times in the past, unless the activity already had them. */
function refusePast(k: Kernel, asked: SaveActivity, old: { start_at: string; enrol_end: string } | undefined): void {
  const now = k.clock.now().getTime()
  const passed = (to: string, was: string | undefined) => Date.parse(to) <= now && (was === undefined || Date.parse(was) !== Date.parse(to))
  if (passed(asked.startTime, old?.start_at)) throw invalidField('startTime', '开始时间应晚于现在')
  if (passed(asked.enrolEndTime, old?.enrol_end)) throw invalidField('enrolEndTime', '报名截止时间应晚于现在')
}

/** Checks a change of a public activity: its times change only by 延期, with a reason, and it never has fewer seats than are taken. */
function refuseForPublic(asked: SaveActivity, old: Awaited<ReturnType<typeof lockAny>>): void {
  if (old.state !== activityFacts.code.passed) return
  const same = (to: string, was: string) => Date.parse(to) === Date.parse(was)
  if (!same(asked.startTime, old.start_at)) throw invalidField('startTime', '已公开的活动请用“延期”修改时间')
  if (!same(asked.endTime, old.end_at)) throw invalidField('endTime', '已公开的活动请用“延期”修改时间')
  if (asked.maxNum < old.enrol_num) throw invalidField('maxNum', `已有 ${old.enrol_num} 人报名，名额不能少于 ${old.enrol_num}`)
  if (asked.waitList === 0 && old.wait_num > 0) throw invalidField('waitList', `有 ${old.wait_num} 人在候补，不能取消候补`)
}

const REVIEWED = ['title', 'type', 'summary', 'content', 'cover'] as const
type Unit = { unitType: number; unitName: string; unitAbbre?: string | undefined }
const unitNames = (units: readonly Unit[]): string => JSON.stringify(units.map((one) => [one.unitType, one.unitName, one.unitAbbre ?? '']))
/**
 * Refuses a company's change of what was reviewed for the public: otherwise it would get a harmless text approved and then replace it. Staff
 * change it on request, as another person (ADR 0869).
 */
function refuseUnreviewed(
  actor: Actor,
  to: Record<(typeof REVIEWED)[number], string | null> & { attachments: readonly string[]; units: readonly Unit[] },
  old: Awaited<ReturnType<typeof lockAny>> | undefined,
): void {
  if (actor.type !== 'QY' || old?.state !== activityFacts.code.passed) return
  const field =
    REVIEWED.find((key) => to[key] !== (key === 'content' ? cleanHtml(old.content) : old[key]))
    ?? (old.attachments.map((one) => one.fileId).join() === to.attachments.join() ? undefined : 'attachments')
    ?? (unitNames(old.units) === unitNames(to.units) ? undefined : 'units')
  if (field) throw invalidField(field, '这一项已经审核公开，要改请联系平台工作人员')
}

export const saveActivity = (k: Kernel, call: Call, asked: SaveActivity) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    if (actor.type === 'YYF' && !actor.permissions.has('train:manage')) throw forbidden()
    if (actor.type === 'QY' && actor.companyId === null) throw forbidden()
    const old = asked.id === undefined ? undefined : await lockActivity(k, db, actor, asked.id)
    refusePast(k, asked, old)
    if (old) refuseForPublic(asked, old)
    await refusePlan(db, actor, asked.planId ?? null)
    const where = placeOf(asked)
    await refuseStreet(k, db, where.street_id, old?.street_id ?? null)
    checkPin(k, where.lng, where.lat)
    if (asked.policyId && asked.policyId !== old?.policy_id) await refusePolicy(db, actor, asked.policyId)
    const content = cleanHtml(asked.content)
    const listed = asked.attachments.map((one) => one.fileId)
    const columns = {
      plan_id: asked.planId ?? null,
      policy_id: asked.policyId ?? null,
      title: asked.title,
      type: asked.type,
      summary: asked.summary,
      content,
      cover: asked.cover || null,
      cover_alt: asked.cover ? asked.coverAlt : '',
      enrol_start: asked.enrolStartTime,
      enrol_end: asked.enrolEndTime,
      start_at: asked.startTime,
      end_at: asked.endTime,
      place: asked.place,
      ...where,
      agenda: JSON.stringify(asked.agenda),
      online: asked.online === 1,
      live_url: asked.online === 1 ? asked.liveUrl || null : null,
      max_num: asked.maxNum,
      wait_list: asked.waitList === 1,
      per_company: asked.perCompany,
      units: JSON.stringify(asked.units),
      questions: JSON.stringify(keyed(asked.questions, old?.questions ?? [], old?.version ?? 0)),
    }
    refuseUnreviewed(actor, { ...columns, attachments: listed, units: asked.units }, old)
    const saved = old
      ? {
          id: old.id,
          ...(await move(db, call, activityFlow, old, {
            move: 'edit',
            version: asked.version ?? old.version,
            set: columns,
            detail: { title: asked.title },
          })),
        }
      : await begin(k, db, call, actor, columns)
    const opensAgain = Date.parse(asked.enrolEndTime) > k.clock.now().getTime()
    if (old && old.effect_at !== null && (opensAgain || columns.policy_id !== old.policy_id)) await keepAnew(db, saved.id)
    await keepCover(db, actor, TRAIN, saved.id, columns.cover, [...picturesIn(content), ...listed])
    const attachments = JSON.stringify(await attachmentsOf(db, TRAIN, saved.id, listed))
    await db.updateTable('train_activity').set({ attachments }).where('id', '=', saved.id).execute()
    await showFiles(db, saved.id)
    await searchWords.train_activity.write(db, [saved.id])
    if (old && asked.maxNum > old.max_num) await promote(k, db, saved.id)
    return { id: saved.id, version: saved.version, clashes: await placeClashes(db, actor, { id: saved.id, ...columns }) }
  })

/** An online activity has neither street nor position. */
const placeOf = ({ online, streetId, lng, lat }: SaveActivity) =>
  online === 1 ? { street_id: null, lng: null, lat: null } : { street_id: streetId || null, lng: lng ?? null, lat: lat ?? null }

/** Throws unless the plan exists and is released. Activities of companies belong to no plan. */
async function refusePlan(db: Db, actor: Actor, planId: number | null): Promise<void> {
  if (planId === null) return
  if (actor.type === 'QY') throw invalidField('planId', '企业发布的活动不属于培训计划')
  const plan = await db
    .selectFrom('train_plan')
    .select('id')
    .where('id', '=', planId)
    .where('deleted', '=', false)
    .where('state', '=', planFacts.code.released)
    .executeTakeFirst()
  if (!plan) throw invalidField('planId', '所选培训计划不存在或没有下达')
}

/** Throws unless the policy is published. Only staff can invite companies by a policy. */
async function refusePolicy(db: Db, actor: Actor, policyId: number): Promise<void> {
  if (actor.type === 'QY') throw invalidField('policyId', '企业发布的活动不能按政策邀请')
  const policy = await policyById(db, policyId)
  if (policy?.state !== policyStateCodes.code.published) throw invalidField('policyId', '所选政策不存在或没有发布')
}

type Columns = Pick<
  Insertable<Database['train_activity']>,
  'title' | 'type' | 'enrol_start' | 'enrol_end' | 'start_at' | 'end_at' | 'max_num'
>
async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Columns) {
  const now = k.clock.now()
  const by = { company_id: actor.type === 'QY' ? actor.companyId : null, created_by: actor.userId, created_at: now, updated_at: now }
  const row = await db
    .insertInto('train_activity')
    .values({ ...columns, ...by })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await note(db, call, activityFlow, { id: row.id, version: row.version, move: 'create', from: null, to: activityFacts.code.draft })
  await audit(db, call, { action: 'trainActivity.add', objectType: 'trainActivity', objectId: row.id, detail: { title: columns.title } })
  return row
}

/** Throws unless the activity names an organiser; needed for publishing. */
export function refuseWithoutHost(units: readonly { unitType: number }[]): void {
  if (!units.some(({ unitType }) => unitType === UNIT_TYPE_HOST)) throw refused('发布前请至少填写一个主办单位', 'UNITS')
}
