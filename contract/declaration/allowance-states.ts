import { codes } from '../codes.ts'

/** States of an allowance (inventory S246, S247). No schemas, because the browser imports this file. */
export const allowanceStateCodes = codes({
  pending: { code: 0, label: '待审核', tone: 'waiting' },
  approved: { code: 1, label: '已通过', tone: 'running' },
  refused: { code: 2, label: '未通过', tone: 'refused' },
  paid: { code: 3, label: '已拨付', tone: 'done' },
})
export const allowanceStates = allowanceStateCodes.code
export type AllowanceState = (typeof allowanceStates)[keyof typeof allowanceStates]
export const allowanceStateLabels = allowanceStateCodes.labels
export const allowanceSources = {
  enterprise: '企业申请',
  staff: '部门登记',
  import: '批量导入',
  declaration: '申报通过',
  direct: '免申即享',
} as const
/** the person who enters an allowance that results from a declaration */
export const DECLARED_ALLOWANCE = '申报通过自动登记'
export type AllowanceSource = keyof typeof allowanceSources

/** What an allowance may wait for besides its review; publicity and objections are not states. */
export const allowanceSteps = { publicise: '待公示', objection: '待核实异议', pay: '待拨付', confirm: '待确认更正' } as const
export type AllowanceStep = keyof typeof allowanceSteps

/** Results of an objection; also used for 免申即享. */
export const objectionLabels = ['核实中', '成立', '不成立'] as const

/** The publicity of an approved allowance: not started, running, ended and ready for payment, or blocked by an objection. */
export type Publicity = 'none' | 'running' | 'ended' | 'objected'

/** For the company: the state in plain words and the next step. */
export function allowanceProgress(state: AllowanceState, publicity: Publicity, publicTo: string | null): { name: string; next: string } {
  if (state === allowanceStates.pending) return { name: '待审核', next: '等待部门审核，一般 5 个工作日内完成' }
  if (state === allowanceStates.refused && publicity === 'objected') return { name: '未通过', next: '您的异议正在核实，核实结果会通知您' }
  if (state === allowanceStates.refused) return { name: '未通过', next: '请查看审核意见；如有异议，可在“我的补贴”中提出，或重新申请' }
  if (state === allowanceStates.paid) return { name: '已拨付', next: '资金已拨付，请留意对公账户' }
  if (publicity === 'running') return { name: '公示中', next: `公示至 ${publicTo}，期间无异议即可拨付` }
  if (publicity === 'objected') return { name: '异议处理中', next: '有异议正在核实，核实后继续办理' }
  if (publicity === 'ended') return { name: '公示期满，待拨付', next: '等待拨付资金' }
  return { name: '已通过，待公示', next: '等待公示' }
}
