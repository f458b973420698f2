import {
  activityFacts,
  infoFacts,
  planFacts,
  type InfoFact,
  type InfoMove,
  type ActivityFact,
  type ActivityMove,
  type PlanFact,
  type PlanMove,
} from '../../contract/training/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { draft, submitted, passed, refused, cancelled } = activityFacts.code

export interface ActivityRow extends Standing {
  state: ActivityFact
  createdBy: number | null
  submittedBy: number | null
  companyId: number | null
  /** publishing needs a review: always for companies; for staff with POLICY_REVIEW */
  review: boolean
  /** the start has passed; the end has passed */
  begun: boolean
  over: boolean
  /** somebody is enrolled or on the waiting list */
  taken: boolean
}
/** Whether the actor is the publisher: the company's own users, or staff who manage training. */
export const publishes = (actor: Actor, row: { companyId: number | null }): boolean =>
  actor.type === 'YYF'
    ? actor.permissions.has('train:manage')
    : actor.type === 'QY' && row.companyId !== null && actor.companyId === row.companyId

const reviewed = (row: ActivityRow) => row.review
const unreviewed = (row: ActivityRow) => !row.review
const inTime = (row: ActivityRow) => (row.over ? '活动结束时间已过，请修改时间后再发布' : true)
const both =
  (one: (row: ActivityRow) => boolean, other: (row: ActivityRow) => boolean | string) =>
  (row: ActivityRow): boolean | string =>
    one(row) && other(row)
const opinion = { field: 'reviewOpinion', ask: '请填写审核意见' }
const reason = { field: 'reason', ask: '请填写原因' }
const who = publishes

/**
 * Flow of an activity (states.tsv S062–S078): 2 → 13 or public, 13 → public | 11 | 2, 11 → 13 or public. It can be delayed and cancelled
 * before its start, and deleted without enrolments.
 */
export const activityFlow = flow<'train_activity', ActivityRow, ActivityMove>({
  name: 'trainActivity',
  table: 'train_activity',
  thing: '培训活动',
  labels: activityFacts.labels,
  first: [draft],
  final: [],
  makers: (row) => [row.createdBy, row.submittedBy],
  makerColumns: ['created_by', 'submitted_by'],
  writes: ['edit'],
  steps: [
    ...inPlace([draft, refused], { move: 'edit', who, name: '修改' } as const),
    ...inPlace([passed], {
      move: 'edit',
      who,
      name: '修改',
      when: (row: ActivityRow) => (row.begun ? '活动已经开始，不能修改' : true),
    } as const),
    { from: [draft, refused], move: 'submit', to: submitted, who, name: '送审', when: both(reviewed, inTime) },
    { from: [draft, refused], move: 'publish', to: passed, who, name: '发布', when: both(unreviewed, inTime) },
    { from: [submitted], move: 'withdraw', to: draft, who, name: '撤回' },
    { from: [submitted], move: 'approve', to: passed, who: 'train:review', name: '审核通过', own: 'never', when: inTime },
    { from: [submitted], move: 'reject', to: refused, who: 'train:review', name: '审核不通过', own: 'never', reason: opinion },
    {
      from: [passed],
      move: 'delay',
      to: passed,
      who,
      name: '延期',
      reason,
      when: (row) => (row.begun ? '活动已经开始，不能延期' : true),
    },
    { from: [submitted], move: 'cancel', to: cancelled, who, name: '取消', reason },
    {
      from: [passed],
      move: 'cancel',
      to: cancelled,
      who,
      name: '取消',
      reason,
      when: (row) => (row.begun ? '活动已经开始，不能取消' : true),
    },
    {
      from: [draft, refused, cancelled],
      move: 'delete',
      to: null,
      who,
      name: '删除',
      when: (row) => (row.taken ? '已有人报名的活动不能删除' : true),
    },
  ],
})

export interface PlanRow extends Standing {
  state: PlanFact
  begun: boolean
  over: boolean
  /** number of its activities, and whether one of them is running */
  activities: number
  running: boolean
}
const manages = 'train:manage'
/** Flow of a plan (states.tsv S080–S087); 搁置 takes a plan back to 未发布 (ambiguities A69). */
export const planFlow = flow<'train_plan', PlanRow, PlanMove>({
  name: 'trainPlan',
  table: 'train_plan',
  thing: '培训计划',
  labels: planFacts.labels,
  first: [planFacts.code.draft],
  final: [],
  steps: [
    ...inPlace([planFacts.code.draft], { move: 'edit', who: manages, name: '修改' } as const),
    {
      from: [planFacts.code.draft],
      move: 'release',
      to: planFacts.code.released,
      who: manages,
      name: '下达',
      when: (row) => (row.over ? '计划结束时间已过，请修改时间后再下达' : true),
    },
    {
      from: [planFacts.code.released],
      move: 'delay',
      to: planFacts.code.released,
      who: manages,
      name: '延期',
      reason,
      when: (row) => (row.over ? '计划已经结束，不能延期' : true),
    },
    {
      from: [planFacts.code.released],
      move: 'shelf',
      to: planFacts.code.draft,
      who: manages,
      name: '搁置',
      when: (row) => (row.over ? '计划已经结束，不能搁置' : row.running ? '计划里有正在举办的活动，不能搁置' : true),
    },
    {
      from: [planFacts.code.draft],
      move: 'delete',
      to: null,
      who: manages,
      name: '删除',
      when: (row) => (row.activities > 0 ? '计划里已有活动，不能删除' : true),
    },
  ],
})

interface PublishedStanding extends Standing {
  state: InfoFact
}
const published = (thing: string) => ({
  thing,
  labels: infoFacts.labels,
  first: [infoFacts.code.draft],
  final: [],
  steps: [
    ...inPlace([infoFacts.code.draft, infoFacts.code.published], { move: 'edit', who: manages, name: '修改' } as const),
    { from: [infoFacts.code.draft], move: 'publish', to: infoFacts.code.published, who: manages, name: '发布' } as const,
    { from: [infoFacts.code.published], move: 'offPublish', to: infoFacts.code.draft, who: manages, name: '取消发布' } as const,
    { from: [infoFacts.code.draft], move: 'delete', to: null, who: manages, name: '删除' } as const,
  ],
})
export const infoFlow = flow<'train_info', PublishedStanding, InfoMove>({
  name: 'trainInfo',
  table: 'train_info',
  ...published('宣传报道'),
})
export const liveFlow = flow<'train_live', PublishedStanding, InfoMove>({ name: 'trainLive', table: 'train_live', ...published('直播') })
