import type { activity } from '../../contract/training/activity.ts'
import { enrolStates, activityFacts, type ActivityMove, trainingStatus } from '../../contract/training/states.ts'
import { activityStatus } from '../../contract/training/status.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { handled, notify } from '../system/index.ts'
import { standingOf } from './activity-queries.ts'
import { lockActivity, refuseWithoutHost } from './activity-save.ts'
import { keepAnew } from './effect.ts'
import { activityFlow } from './flow.ts'
import { promote } from './promote.ts'
import { changing, showFiles } from './visible.ts'

type One = Parsed<typeof activity.publish>['body']
type Locked = Awaited<ReturnType<typeof lockActivity>>

async function answerOf(k: Kernel, db: Db, id: number) {
  const row = await db.selectFrom('train_activity').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id,
    version: row.version,
    status: activityStatus(standingOf(row), k.clock.now().getTime()),
  }
}

/** Publishes an activity, or submits it when it needs a review by another person. */
export const publishActivity = (k: Kernel, call: Call, { id, version }: One) =>
  changing(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), id)
    refuseWithoutHost(row.units)
    const name: ActivityMove = row.review ? 'submit' : 'publish'
    const moved = await move(db, call, activityFlow, row, {
      move: name,
      version: version ?? row.version,
      set: {
        review_opinion: null,
        ...(name === 'submit' ? { submitted_by: call.actor!.userId } : { published_at: row.published_at ?? k.clock.now() }),
      },
      detail: { title: row.title },
    })
    await follow(k, db, call, row, moved.state)
    return answerOf(k, db, id)
  })

export const reviewActivity = (k: Kernel, call: Call, asked: Parsed<typeof activity.updateReviewState>['body']) =>
  changing(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), asked.id)
    const agreed = asked.reviewState === 'pass'
    if (agreed) refuseWithoutHost(row.units)
    const moved = await move(db, call, activityFlow, row, {
      move: agreed ? 'approve' : 'reject',
      version: asked.version,
      reason: asked.reviewOpinion,
      set: {
        review_opinion: asked.reviewOpinion || null,
        reviewed_by: call.actor!.userId,
        ...(agreed ? { published_at: row.published_at ?? k.clock.now() } : {}),
      },
      detail: { title: row.title },
    })
    await follow(k, db, call, row, moved.state)
    if (row.submittedBy !== null)
      await notify(db, k, {
        to: { userId: row.submittedBy },
        kind: 'training',
        title: `活动“${row.title}”${agreed ? '已通过审核' : '未通过审核'}`,
        body: asked.reviewOpinion,
        link: `${row.company_id === null ? '/work/trainActive' : '/work/myRelease'}?id=${row.id}`,
        except: call.actor!.userId,
      })
    return answerOf(k, db, asked.id)
  })

export const withdrawActivity = (k: Kernel, call: Call, { id, version }: One) =>
  changing(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), id)
    const moved = await move(db, call, activityFlow, row, {
      move: 'withdraw',
      version: version ?? row.version,
      detail: { title: row.title },
    })
    await follow(k, db, call, row, moved.state)
    return answerOf(k, db, id)
  })

export const removeActivity = (k: Kernel, call: Call, { id, version }: One) =>
  changing<true>(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), id)
    await move(db, call, activityFlow, row, { move: 'delete', version: version ?? row.version, detail: { title: row.title } })
    await showFiles(db, id)
    return true
  })

/** Delays an activity. Its status is 已延期 until the old start has passed. Participants keep their seats, are notified and may cancel. */
export const delayActivity = (k: Kernel, call: Call, asked: Parsed<typeof activity.delay>['body']) =>
  changing(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), asked.id)
    if (Date.parse(asked.newStartTime) <= Date.parse(row.start_at)) throw invalidField('newStartTime', '新的开始时间应晚于原来的开始时间')
    const enrolEnd = asked.newEnrolEndTime ?? asked.newStartTime
    if (Date.parse(enrolEnd) > Date.parse(asked.newEndTime)) throw invalidField('newEnrolEndTime', '报名截止时间不能晚于活动结束时间')
    if (Date.parse(enrolEnd) <= Date.parse(row.enrol_start)) throw invalidField('newEnrolEndTime', '报名截止时间应晚于报名开始时间')
    await move(db, call, activityFlow, row, {
      move: 'delay',
      version: asked.version,
      reason: asked.reason,
      set: {
        start_at: asked.newStartTime,
        end_at: asked.newEndTime,
        enrol_end: enrolEnd,
        delayed_from: row.start_at,
        reminded: null,
        reason: asked.reason,
      },
      detail: { title: row.title, from: row.start_at, until: asked.newStartTime },
    })
    if (row.effect_at !== null && Date.parse(enrolEnd) > k.clock.now().getTime()) await keepAnew(db, row.id)
    await tellAll(k, db, row.id, row.version, {
      title: `活动“${row.title}”延期到 ${shanghaiMinute(asked.newStartTime)}`,
      body: `原因：${asked.reason}。您的名额保留，不能参加请取消报名。`,
    })
    // Because of the later start, free seats go to the waiting list again, also those that came free shortly before the old start.
    await promote(k, db, row.id)
    return answerOf(k, db, asked.id)
  })

export const cancelActivity = (k: Kernel, call: Call, { id, version, reason }: Parsed<typeof activity.cancel>['body']) =>
  changing(k, async (db) => {
    const row = await lockActivity(k, db, signedIn(call.actor), id)
    const moved = await move(db, call, activityFlow, row, {
      move: 'cancel',
      version,
      reason,
      set: { reason },
      detail: { title: row.title },
    })
    await follow(k, db, call, row, moved.state)
    await tellAll(k, db, row.id, row.version, { title: `活动“${row.title}”已取消`, body: `原因：${reason}。` })
    return answerOf(k, db, id)
  })

/** Notifies everybody with a seat or on the waiting list, once per change of the activity. */
async function tellAll(k: Kernel, db: Db, id: number, version: number, words: { title: string; body: string }): Promise<void> {
  const people = await db
    .selectFrom('train_enrol')
    .select('user_id')
    .distinct()
    .where('activity_id', '=', id)
    .where('state', '!=', enrolStates.code.cancelled)
    .where('user_id', 'is not', null)
    .execute()
  if (people.length > 0)
    await notify(db, k, {
      to: { userIds: people.map(({ user_id }) => user_id!) },
      kind: 'training',
      ...words,
      link: `/page/propagandaDetails?id=${id}`,
      key: `train:${id}:${version}`,
    })
}

/** After a move, notifies reviewers of an activity that waits, and updates who may read its files. */
async function follow(k: Kernel, db: Db, call: Call, row: Locked, state: number): Promise<void> {
  await showFiles(db, row.id)
  const waitsFor = `review:train:${row.id}`
  const { submitted } = activityFacts.code
  if (row.state === submitted && state !== submitted) await handled(db, k, waitsFor)
  if (state === submitted && row.state !== submitted)
    await notify(db, k, {
      to: { permission: 'train:review' },
      kind: 'work',
      title: `活动“${row.title}”等待审核`,
      body: call.actor ? `由${call.actor.name}送审。` : '',
      link: `/work/trainActive?status=${trainingStatus.code.pending}`,
      waitsFor,
      except: call.actor?.userId ?? null,
    })
}
