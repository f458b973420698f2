import { RISK_BLOCKING, RISK_NONE, RISK_WARNING } from '../constants.ts'
import type { Tone } from '../codes.ts'

/** The states of a declaration: number on the wire, name in code, labels for staff and enterprise (states.tsv, machine declaration). */
export const declarationStates = {
  draft: { code: 0, internal: '草稿', public: '草稿', tone: 'off', next: '填写完成后提交' },
  accepting: { code: 1, internal: '待受理', public: '已提交，待受理', tone: 'waiting', next: '等待受理部门查看材料' },
  reviewing: { code: 2, internal: '部门审核中', public: '审核中', tone: 'running', next: '等待业务部门审核' },
  inspecting: { code: 8, internal: '现场核查中', public: '审核中', tone: 'running', next: '等待部门到现场核查' },
  assessing: { code: 9, internal: '专家评审中', public: '审核中', tone: 'running', next: '等待专家评审' },
  deciding: { code: 7, internal: '待决定', public: '审核中', tone: 'running', next: '等待部门作出决定' },
  approved: { code: 3, internal: '已通过', public: '已通过', tone: 'done', next: '等待资金兑付通知' },
  returned: { code: 4, internal: '已退回', public: '待补正', tone: 'back', next: '请按意见补正后重新提交' },
  refused: {
    code: 5,
    internal: '未通过',
    public: '不予支持',
    tone: 'refused',
    next: '如有异议，可凭受理号向办理部门申请复核，也可依法申请行政复议或提起行政诉讼',
  },
  withdrawn: { code: 6, internal: '已撤回', public: '已撤回', tone: 'off', next: '可修改后重新提交' },
} as const satisfies Readonly<Record<string, { code: number; internal: string; public: string; tone: Tone; next: string }>>
export type DeclarationState = keyof typeof declarationStates
export type StateCode = (typeof declarationStates)[DeclarationState]['code']

export const declarationStateKeys = Object.keys(declarationStates) as DeclarationState[]
export const stateOfCode = (code: number): DeclarationState => {
  const found = declarationStateKeys.find((key) => declarationStates[key].code === code)
  if (!found) throw new Error(`unknown declaration state ${code}`)
  return found
}
export const isStateCode = (code: number): boolean => declarationStateKeys.some((key) => declarationStates[key].code === code)

/** Steps of a review in their fixed order; a project uses some or all of them. */
export const reviewSteps = {
  accept: { state: 'accepting', label: '受理' },
  review: { state: 'reviewing', label: '部门审核' },
  inspect: { state: 'inspecting', label: '现场核查' },
  assess: { state: 'assessing', label: '专家评审' },
  decide: { state: 'deciding', label: '决定' },
} as const satisfies Record<string, { state: DeclarationState; label: string }>
export type ReviewStep = keyof typeof reviewSteps
export const reviewStepKeys = Object.keys(reviewSteps) as ReviewStep[]
/** The label of a step: the project’s own name (ADR 0550), or the usual one. */
export const stepName = ({ step, name }: { step: ReviewStep; name?: string | undefined }): string => name || reviewSteps[step].label
/** Steps between acceptance and decision: with 决定与审核不得同一人, a person who signed one of them cannot decide. */
export const examiningSteps = ['review', 'inspect', 'assess'] as const satisfies readonly ReviewStep[]
export const isExamining = (step: ReviewStep): boolean => examiningSteps.some((s) => s === step)

/**
 * one: a single reviewer decides · two: two different reviewers must pass · all: each listed office passes, in any order · ordered: each
 * listed office in order · any: the first of the listed offices. A single return or refusal is always enough.
 */
export const stepModes = { one: '一人审核', two: '双人复核', all: '会签', ordered: '依次会签', any: '或签' } as const
export type StepMode = keyof typeof stepModes

export const declarationMoves = {
  submit: '提交申报',
  resubmit: '补正后重新提交',
  withdraw: '撤回',
  remove: '删除',
  pass: '通过',
  countersign: '会签通过（待其他签署）',
  refuse: '不予支持',
  back: '退回补正',
  revoke: '撤回处理',
} as const
export type DeclarationMove = keyof typeof declarationMoves

/** spec §3 project payload: derived from the four times by the clock (states.tsv S202–S204) */
export const projectStates = {
  upcoming: { code: 0, label: '未开始', tone: 'waiting' },
  open: { code: 1, label: '申报中', tone: 'running' },
  examining: { code: 2, label: '审核中', tone: 'running' },
  ended: { code: 3, label: '已结束', tone: 'off' },
} as const satisfies Readonly<Record<string, { code: number; label: string; tone: Tone }>>
export type ProjectState = keyof typeof projectStates

/** spec §3 riskType */
export const riskTypes = { none: RISK_NONE, blocking: RISK_BLOCKING, warning: RISK_WARNING } as const
export type RiskType = (typeof riskTypes)[keyof typeof riskTypes]
export const riskTypeLabels = { [RISK_NONE]: '无风险', [RISK_BLOCKING]: '不可申报', [RISK_WARNING]: '需自查' } as const

/** Working days for the correction of a returned declaration (states.tsv S200). */
export const CORRECTION_WORKING_DAYS = 5
export const BATCH_REVIEW_MAX = 100
/** Seconds in which a reviewer may revoke a decision; nobody is notified of it before (ux §4 REVIEW). */
export const DECISION_UNDO_S = 10
/** Seconds between two reports that a declaration is open, and for how long a report counts. */
export const PRESENCE_EVERY_S = 20
export const PRESENCE_LASTS_S = 45
