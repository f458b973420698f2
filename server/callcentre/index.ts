import { callData } from '../../contract/callcentre/calls.ts'
import { callAgent, callCallback, callDoor, callPop } from '../../contract/callcentre/desk.ts'
import { signedIn } from '../kernel/actor.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { keepQuestion } from '../policy/index.ts'
import { agentBoard, myDesk, setAgentState } from './agents.ts'
import { finishCallback, listCallbacks, takeCallback } from './callbacks.ts'
import { cardOf } from './card.ts'
import { hearEvent } from './events.ts'
import { exportCalls, offerCallExport } from './export.ts'
import { callFigures, callOverview, callTrend } from './figures.ts'
import { offerCallbackHandOver } from './hand-over.ts'
import { importCalls, offerCallImport } from './import.ts'
import { keepEventsShort } from './kept-events.ts'
import { CALL_RECORDING } from './locking.ts'
import { offerCallRecords } from './of-company.ts'
import { offerCallPersonalData } from './personal.ts'
import { findCall, listCalls, mayHear, revealCaller } from './reading.ts'
import { keepRecordingsShort } from './recordings.ts'
import { removeCall, saveCall } from './saving.ts'
import { scriptLines } from './script.ts'
import { simulateEvent } from './simulate.ts'
import { callToAppeal } from './to-appeal.ts'
import { offerCallTodos } from './todos.ts'

/** 企业服务呼叫中心: calls as the telephone system reports them, their registration by agents, promised callbacks, figures (ADR 0500). */
export function joinCallCentre(k: Kernel): void {
  offerCallPersonalData(k)
  offerCallTodos(k)
  offerCallbackHandOver(k)
  offerCallExport(k)
  offerCallImport(k)
  offerCallRecords(k)
  keepRecordingsShort(k)
  keepEventsShort(k)
  fileOwner(k, CALL_RECORDING, (actor, id) => mayHear(k, actor, Number(id)))
  implement(k, 'callcentre', callData, {
    list: ({ call, query }) => listCalls(k, call, query),
    findById: ({ actor, query }) => findCall(k, signedIn(actor), query.id),
    saveOrUpdate: ({ call, body }) => saveCall(k, call, body),
    remove: ({ call, body }) => removeCall(k, call, body),
    importExcel: ({ call }) => importCalls(k, call),
    export: ({ call, query }) => exportCalls(k, call, query),
    statistics: ({ actor, query }) => callFigures(k, actor, query),
    trend: ({ actor, query }) => callTrend(k, actor, query),
    overview: ({ actor, query }) => callOverview(k, actor, query),
    reveal: ({ call, body }) => revealCaller(k, call, body),
    toAppeal: ({ call, body }) => callToAppeal(k, call, body),
  })
  implement(k, 'callcentre', callDoor, {
    event: ({ call, body }) => hearEvent(k, call, body),
    simulate: ({ call, body }) => simulateEvent(k, call, body),
  })
  implement(k, 'callcentre', callAgent, {
    me: ({ call }) => myDesk(k, call),
    state: ({ call, body }) => setAgentState(k, call, body),
    board: () => agentBoard(k),
  })
  implement(k, 'callcentre', callCallback, {
    list: ({ actor, query }) => listCallbacks(k, actor, query),
    take: ({ call, body }) => takeCallback(k, call, body),
    done: ({ call, body }) => finishCallback(k, call, body),
  })
  implement(k, 'callcentre', callPop, {
    pop: ({ call, query }) => cardOf(k, call, query),
    script: ({ query }) => scriptLines(k, query.keyword),
    unanswered: async ({ call, body }) => {
      await keepQuestion(k, call, body.question)
      return true as const
    },
  })
}
