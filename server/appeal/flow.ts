import { appealCodes, ARCHIVE_AFTER_DAYS, type AppealMove } from '../../contract/appeal/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { draft, waiting, dealing, examining, closed, back, archived, withdrawn } = appealCodes.code
const DAY_MS = 86_400_000

/** The columns of an appeal that decide about its moves. */
export interface AppealStanding extends Standing {
  state: number
  user_id: number
  company_id: number | null
  /** offices that handle it now, the responsible one first */
  writers: readonly number[]
  dealt_by: number | null
  /** everybody who had a hand in its answer (queries.ts) */
  hands: readonly number[]
  deal_time: string | null
  ruling: boolean
  ruled_office_id: number | null
  score: number | null
  redone: boolean
  closed_at: string | null
  paused_at: string | null
  /** when the sender may urge again; null: at once */
  urge_from: string | null
  now: string
  /** the appeal whose answer also answers this one */
  merged_into: number | null
  /** while it is merged: the state of the leading appeal */
  lead_state?: number
  /** it moves because its leading appeal moves */
  led?: boolean
  passed_by: number | null
  deadline: string | null
  extended_days: number
  extend_days: number | null
}

/** An appeal filed for a company belongs to everybody who acts for the company; a personal one only to its sender. */
export const isSender = (actor: Actor, row: Pick<AppealStanding, 'user_id' | 'company_id'>): boolean =>
  actor.type !== 'YYF'
  && (actor.companyId === null ? row.company_id === null && row.user_id === actor.userId : row.company_id === actor.companyId)

const deals = ({ permissions, officeId }: Actor, row: AppealStanding): boolean =>
  (permissions.has('appeal:deal') || permissions.has('appeal:dispatch')) && officeId !== null && row.writers.includes(officeId)
const isInCharge = (actor: Actor, row: AppealStanding): boolean => deals(actor, row) && row.writers[0] === actor.officeId
const assists = (actor: Actor, row: AppealStanding): boolean => deals(actor, row) && row.writers[0] !== actor.officeId
/** The service centre may pause and resume the clock of any office's appeal. */
const holdsClock = (actor: Actor, row: AppealStanding): boolean => actor.permissions.has('appeal:dispatch') || deals(actor, row)

type When = (row: AppealStanding) => boolean | string
/** A merged appeal moves only together with its leading one. */
const alone: When = ({ merged_into, led }) => led === true || merged_into === null || '该诉求已合并办理，随主办的那一件一起办理'
const and =
  (...all: readonly When[]): When =>
  (row) =>
    all.reduce<boolean | string>((so, when) => (so === true ? when(row) : so), true)
const undecided: When = ({ ruling }) => !ruling || '该诉求已两次退回，须由服务中心裁定'
const movable: When = (row) =>
  row.ruled_office_id === null || row.ruled_office_id !== row.writers[0] || '该诉求已裁定由贵单位办理，不能再退回'
const mergeable = (state: number): When =>
  and(undecided, ({ lead_state, merged_into }) => (lead_state ?? state) === state && (merged_into === null || '该诉求已合并办理'))
const notExtended: When = ({ extended_days, deadline, now }) =>
  extended_days > 0 ? '该诉求已经延期一次' : (deadline !== null && deadline >= now) || '已超过承诺办结日，不能再延期'
const extensible: When = (row) => (row.extend_days === null ? notExtended(row) : '已经申请延期，请等待服务中心答复')
const unanswered = ({ deal_time }: AppealStanding) => deal_time === null || '部门已经写出答复，不能撤回'
const urgable = ({ urge_from, now }: AppealStanding) => urge_from === null || urge_from <= now || '两个工作日内只能催办一次'
const served = ({ score, closed_at, now }: AppealStanding) =>
  score !== null
  || (closed_at !== null && Date.parse(now) - Date.parse(closed_at) >= ARCHIVE_AFTER_DAYS * DAY_MS)
  || `提出人评价后，或办结满 ${ARCHIVE_AFTER_DAYS} 天后才能归档`

const reason = (ask: string, field = 'reason') => ({ field, ask })

/** The data of a move that the log stores for the timeline. */
interface Kept {
  transfer: { office: string; assist: string[] }
  rule: { office: string }
  deal: { content: string; result: string }
  pause: { kind: string }
  merge: { lead: string }
  extendAsk: { days: number }
  extend: { days: number }
  evaluate: { score: number }
  redo: { score: number }
}

/**
 * S178–S190, and withdraw, redo, rule (ADR 0300), merge (ADR 0440), extension and second level (ADR 0441), assist (ADR 0807). A person who handled an appeal,
 * gave an opinion on it or entered it never reviews its answer (C-06, ADR 1037).
 */
export const appealFlow = flow<'appeal', AppealStanding, AppealMove, Kept>({
  name: 'appeal',
  table: 'appeal',
  thing: '诉求',
  labels: appealCodes.labels,
  first: [draft, waiting],
  final: [archived, withdrawn],
  // When it is handled a second time, another person than the first time reviews it: one level up.
  makers: (row) => [row.dealt_by, ...row.hands, ...(row.redone ? [row.passed_by] : [])],
  steps: [
    ...inPlace([draft, back], { move: 'change', who: isSender, name: '修改' } as const),
    { from: [draft, back], move: 'submit', to: waiting, who: isSender, name: '提交' },
    { from: [draft, back], move: 'delete', to: null, who: isSender, name: '删除' },
    { from: [waiting], move: 'delete', to: null, who: 'appeal:dispatch', name: '删除', when: alone, reason: reason('请填写删除的原因') },
    { from: [waiting, dealing], move: 'withdraw', to: withdrawn, who: isSender, name: '撤回', when: unanswered },
    ...inPlace([waiting, dealing, examining], { move: 'supplement', who: isSender, name: '补充' } as const),
    ...inPlace([waiting, dealing], { move: 'urge', who: isSender, name: '催办', when: urgable } as const),
    { from: [waiting], move: 'transfer', to: dealing, who: 'appeal:dispatch', name: '转办', when: and(alone, undecided) },
    {
      from: [waiting],
      move: 'back',
      to: back,
      who: 'appeal:dispatch',
      name: '退回',
      when: and(alone, undecided),
      reason: reason('请填写退回的原因'),
    },
    { from: [waiting], move: 'deal', to: examining, who: 'appeal:dispatch', name: '办理', when: and(alone, undecided) },
    {
      from: [waiting],
      move: 'rule',
      to: dealing,
      who: 'appeal:dispatch',
      name: '裁定',
      when: and(alone, ({ ruling }) => ruling || '该诉求没有两次退回，直接转办即可'),
      reason: reason('请填写裁定的依据', 'ground'),
    },
    { from: [dealing], move: 'transfer', to: dealing, who: isInCharge, name: '转办', when: and(alone, movable) },
    { from: [dealing], move: 'deal', to: examining, who: deals, name: '办理', when: alone },
    {
      from: [dealing],
      move: 'back',
      to: waiting,
      who: isInCharge,
      name: '退回',
      when: and(alone, movable),
      reason: reason('请填写退回的原因'),
    },
    {
      from: [dealing],
      move: 'pause',
      to: dealing,
      who: holdsClock,
      name: '暂停计时',
      when: and(alone, ({ paused_at }) => paused_at === null || '该诉求已经暂停计时'),
      reason: reason('请填写暂停的说明'),
    },
    {
      from: [dealing],
      move: 'resume',
      to: dealing,
      who: holdsClock,
      name: '恢复计时',
      when: and(alone, ({ paused_at }) => paused_at !== null || '该诉求没有暂停计时'),
    },
    { from: [dealing], move: 'resume', to: dealing, who: 'system', name: '恢复计时', when: ({ paused_at }) => paused_at !== null },
    { from: [waiting], move: 'merge', to: waiting, who: 'appeal:dispatch', name: '合并', when: mergeable(waiting) },
    { from: [waiting, dealing], move: 'merge', to: dealing, who: 'appeal:dispatch', name: '合并', when: mergeable(dealing) },
    {
      from: [dealing],
      move: 'extendAsk',
      to: dealing,
      who: isInCharge,
      name: '申请延期',
      when: and(alone, extensible),
      reason: reason('请填写延期的理由'),
    },
    {
      from: [dealing],
      move: 'extend',
      to: dealing,
      who: 'appeal:dispatch',
      name: '延期',
      when: and(alone, notExtended),
      reason: reason('请填写延期的理由'),
    },
    {
      from: [dealing],
      move: 'extendRefuse',
      to: dealing,
      who: 'appeal:dispatch',
      name: '不同意延期',
      when: and(alone, ({ extend_days }) => extend_days !== null || '办理部门没有申请延期'),
      reason: reason('请填写不同意的理由'),
    },
    {
      from: [dealing],
      move: 'assist',
      to: dealing,
      who: assists,
      name: '协办意见',
      when: alone,
      reason: reason('请填写协办意见', 'content'),
    },
    ...inPlace([waiting, dealing, examining], { move: 'escalate', who: 'system', name: '提级督办' } as const),
    { from: [examining], move: 'pass', to: closed, who: 'appeal:examine', name: '审核', own: 'never', when: alone },
    {
      from: [examining],
      move: 'reject',
      to: dealing,
      who: 'appeal:examine',
      name: '审核',
      own: 'never',
      when: alone,
      reason: reason('请填写审核意见', 'opinion'),
    },
    {
      from: [closed],
      move: 'evaluate',
      to: closed,
      who: isSender,
      name: '评价',
      when: ({ score }) => score === null || '您已经评价过该诉求',
    },
    {
      from: [closed],
      move: 'redo',
      to: dealing,
      who: isSender,
      name: '要求重办',
      when: ({ redone, score }) => (redone ? '该诉求已经重办过一次' : score === null || '您已经评价过该诉求'),
    },
    { from: [closed], move: 'archive', to: archived, who: 'appeal:dispatch', name: '归档', when: served },
  ],
})
