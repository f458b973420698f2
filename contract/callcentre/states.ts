import { codes } from '../codes.ts'

/** Labels of the call centre. No schemas, because the browser imports this file. */
export const callCodes = codes({
  ringing: { code: 0, label: '振铃', tone: 'urgent' },
  talking: { code: 1, label: '通话中', tone: 'running' },
  sorting: { code: 2, label: '待整理', tone: 'waiting' },
  registered: { code: 3, label: '已登记', tone: 'done' },
  missed: { code: 4, label: '未接', tone: 'back' },
  calledBack: { code: 5, label: '已回拨', tone: 'off' },
})
export const agentCodes = codes({
  offline: { code: 0, label: '离线', tone: 'off' },
  free: { code: 1, label: '示闲', tone: 'done' },
  talking: { code: 2, label: '通话中', tone: 'running' },
  sorting: { code: 3, label: '整理', tone: 'waiting' },
  busy: { code: 4, label: '示忙', tone: 'back' },
})
export type AgentState = keyof typeof agentCodes.labels
export const callbackCodes = codes({
  waiting: { code: 0, label: '待回拨', tone: 'waiting' },
  taken: { code: 1, label: '回拨中', tone: 'running' },
  done: { code: 2, label: '已回拨', tone: 'done' },
})

export const callDirections = { in: '呼入', out: '呼出' } as const
export type CallDirection = keyof typeof callDirections
export const callEvents = ['ringing', 'answered', 'ended', 'missed'] as const
export type CallEvent = (typeof callEvents)[number]

/** The result of a call; the second and third are 上报. */
export const callResults = {
  answered: '当场答复',
  appeal: '转诉求',
  office: '转部门',
  callback: '约回拨',
  wrong: '打错或无效',
} as const
export type CallResult = keyof typeof callResults

export const callMoves = ['ring', 'connect', 'hangUp', 'miss', 'register', 'correct', 'delete', 'callBack'] as const
export type CallMove = (typeof callMoves)[number]
export const callbackMoves = ['open', 'take', 'give', 'putBack', 'done', 'met'] as const
export type CallbackMove = (typeof callbackMoves)[number]

export const CALL_CONTENT_MAX = 1000
/** A missed call is called back within this many minutes of the working hours (ADR 0502). */
export const CALLBACK_WORK_MINUTES = 30
/** 12345: a call should be answered within this many seconds. */
export const ANSWER_IN_SECONDS = 15
/** A signature of the telephone system is valid this many seconds before and after. */
export const CALL_CLOCK_SECONDS = 120
/** Ways to group the figures. */
export const callGroups = { agent: '坐席', day: '日', month: '月', street: '镇街', type: '诉求大类' } as const
export type CallGroup = keyof typeof callGroups
