import { callCodes, callbackCodes, type CallbackMove, type CallMove } from '../../contract/callcentre/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { flow, type Standing } from '../kernel/flow.ts'

const { ringing, talking, sorting, registered, missed, calledBack } = callCodes.code

/** The columns of a call that decide about its moves. */
export interface CallStanding extends Standing {
  state: number
  agent_id: number | null
  call_key: string | null
  /** the day of registration, and today */
  registered_on: string | null
  today: string
  /** the telephone system has reported its end */
  over?: boolean
}

const isAgentOf = ({ userId, permissions }: Actor, row: CallStanding): boolean => permissions.has('call:agent') && row.agent_id === userId
const sameDay = ({ registered_on, today }: CallStanding) => registered_on === today || '只能更正当天登记的记录'
const ownEntry = (row: CallStanding) =>
  row.call_key !== null ? '电话系统产生的记录不能删除' : row.registered_on === row.today || '只能删除当天手工登记的记录'

/**
 * A call as reported by the telephone system and registered by its agent (ADR 0500). Events may come in any order: events.ts computes the
 * result, one move per event; `connect` of a missed call is an answer event that arrived late.
 */
export const callFlow = flow<'call_record', CallStanding, CallMove>({
  name: 'call',
  table: 'call_record',
  thing: '通话记录',
  labels: callCodes.labels,
  first: [ringing, registered],
  final: [calledBack],
  steps: [
    { from: [ringing], move: 'connect', to: talking, who: 'system', name: '接通' },
    { from: [missed], move: 'connect', to: sorting, who: 'system', name: '接通', when: ({ over }) => over === true },
    { from: [missed], move: 'connect', to: talking, who: 'system', name: '接通', when: ({ over }) => over !== true },
    { from: [ringing], move: 'miss', to: missed, who: 'system', name: '记为未接' },
    { from: [talking], move: 'hangUp', to: sorting, who: 'system', name: '挂断' },
    { from: [missed], move: 'callBack', to: calledBack, who: 'system', name: '回拨' },
    { from: [talking, sorting], move: 'register', to: registered, who: isAgentOf, name: '登记' },
    { from: [registered], move: 'correct', to: registered, who: isAgentOf, name: '更正', when: sameDay },
    {
      from: [registered],
      move: 'delete',
      to: null,
      who: isAgentOf,
      name: '删除',
      when: ownEntry,
      reason: { field: 'reason', ask: '请填写删除的原因' },
    },
  ],
})

export interface CallbackStanding extends Standing {
  state: number
  taken_by: number | null
  /** the agent who took it is no longer at work (presence.ts) */
  left: boolean
}
const { waiting, taken, done } = callbackCodes.code

/** A promised callback belongs to exactly one agent; when that agent has gone home, another one can take it (ADR 0502). */
export const callbackFlow = flow<'call_callback', CallbackStanding, CallbackMove>({
  name: 'callback',
  table: 'call_callback',
  thing: '回拨',
  labels: callbackCodes.labels,
  first: [waiting],
  final: [done],
  steps: [
    { from: [waiting], move: 'take', to: taken, who: 'call:agent', name: '领取' },
    { from: [taken], move: 'take', to: taken, who: 'call:agent', name: '领取', when: ({ left }) => left || '已由其他坐席领取' },
    { from: [taken], move: 'give', to: taken, who: 'system', name: '交接' },
    { from: [taken], move: 'putBack', to: waiting, who: 'system', name: '放回' },
    { from: [taken], move: 'done', to: done, who: ({ userId }, row) => row.taken_by === userId, name: '完成' },
    { from: [waiting, taken], move: 'met', to: done, who: 'system', name: '完成' },
  ],
})
