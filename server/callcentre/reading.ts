import { maskName, maskPhone, maskText, openPii } from '../kernel/access/pii.ts'
import { countSearch, reveal } from '../kernel/access/reveals.ts'
import type { z } from 'zod'
import type { CallFilter, CallFilters, CallRow } from '../../contract/callcentre/calls.ts'
import { callCodes, callDirections, callResults } from '../../contract/callcentre/states.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { dateOf, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { allowed } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { cut, inOrderOf, ordered } from '../kernel/lists/page-of.ts'
import { callFlow } from './flow.ts'
import { listedCalls } from './kept.ts'
import { CALL } from './locking.ts'
import { appealNumber, found, foundPlain, recordingOf, rowColumns, seenBy } from './queries.ts'

type Rows = ReturnType<typeof seenBy>
const withNames = (rows: Rows) => rows.select(rowColumns).select([appealNumber.as('appeal_no'), recordingOf.as('recording')])
type CallRecord = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

const { ringing, talking, sorting } = callCodes.code
/** Whether the agent's own call is running or not registered yet: then the agent needs the number. */
const isRunning = (actor: Actor, r: Pick<CallRecord, 'state' | 'agent_id'>): boolean =>
  r.agent_id === actor.userId && !actor.viewer && [ringing, talking, sorting].includes(r.state as 0)

const MS = 1000
function shown(k: Kernel, actor: Actor, r: CallRecord): CallRow {
  const clear = isRunning(actor, r)
  const own = r.agent_id === actor.userId && !actor.viewer
  const phone = openPii(k, r.phone_sealed)
  const contact = r.contact_sealed === null ? '' : openPii(k, r.contact_sealed)
  return {
    id: r.id,
    version: r.version,
    state: r.state,
    stateName: callCodes.labels[r.state as keyof typeof callCodes.labels],
    direction: r.direction,
    directionName: callDirections[r.direction],
    phone: clear ? phone : maskPhone(phone),
    companyId: r.company_id,
    companyName: r.company_name,
    contact: clear ? contact : maskName(contact),
    agentId: r.agent_id,
    agentName: r.agent_name,
    startTime: r.start_time,
    answerTime: r.answer_time,
    endTime: r.end_time,
    seconds:
      r.answer_time === null || r.end_time === null
        ? null
        : Math.max(0, Math.round((Date.parse(r.end_time) - Date.parse(r.answer_time)) / MS)),
    content: own ? r.content : maskText(r.content),
    typeId: r.type_id,
    typeName: [r.big_name, r.type_name].filter(Boolean).join(' / '),
    result: r.result,
    resultName: r.result === null ? '' : callResults[r.result],
    reportFlag: r.report_flag ? 1 : 0,
    appealId: r.appeal_id,
    appealNo: r.appeal_no,
    officeId: r.office_id,
    officeName: r.office_name,
    byHand: r.call_key === null,
    recording: r.recording,
    allowed: allowed(callFlow, actor, {
      ...r,
      registered_on: r.registered_at === null ? null : dateOf(new Date(r.registered_at)),
      today: today(k.clock),
    }),
  }
}

/** Selected rows as this reader may see them. */
export const rowsShown = async (k: Kernel, actor: Actor, rows: Rows): Promise<CallRow[]> =>
  (await withNames(rows).execute()).map((row) => shown(k, actor, row))

export async function listCalls(k: Kernel, call: Call, filter: z.output<typeof CallFilter>): Promise<{ total: number; list: CallRow[] }> {
  const actor = signedIn(call.actor)
  // A search for a number reveals whether it called, so such searches are limited.
  if (filter.phone) await countSearch(k, call, CALL, filter.phone)
  const { page, pageSize, sort, order, ...filters } = filter
  const total = await listedCalls(k, actor, filters)
  if (total <= (page - 1) * pageSize) return { total, list: [] }
  const inOrder = ordered(foundPlain(k, k.db, actor, filters), { sort, order }, { by: { startTime: 'r.start_time' }, tie: 'r.id' })
  const rows = await cut(inOrder.select('r.id'), filter).execute()
  const list = await inOrderOf(rows, (ids) => withNames(seenBy(k.db, actor).where('r.id', 'in', ids)).execute())
  return { total, list: list.map((row) => shown(k, actor, row)) }
}

export async function findCall(k: Kernel, actor: Actor, id: number): Promise<CallRow> {
  const [row] = await rowsShown(k, actor, seenBy(k.db, actor).where('r.id', '=', id))
  if (!row) throw notFound('该通话记录不存在或已被删除')
  return row
}

/** The next rows of an export in the order of ids; numbers in texts are masked for everybody. */
export async function exportRows(k: Kernel, db: Db, actor: Actor, filters: Partial<CallFilters>, after: number, limit: number) {
  const rows = await withNames(found(k, db, actor, filters).where('r.id', '>', after).orderBy('r.id').limit(limit)).execute()
  return rows.map((row) => {
    const one = shown(k, actor, row)
    return { ...one, phone: maskPhone(one.phone), contact: maskName(one.contact), content: maskText(one.content) }
  })
}

/** Number or contact of a call unmasked, with a recorded reason (P-02). */
export async function revealCaller(
  k: Kernel,
  call: Call,
  { id, field, reason }: { id: number; field: 'contact' | 'phone'; reason: string },
): Promise<{ value: string }> {
  const row = await seenBy(k.db, signedIn(call.actor))
    .where('r.id', '=', id)
    .select(['r.contact_sealed', 'r.phone_sealed'])
    .executeTakeFirst()
  if (!row) throw notFound('该通话记录不存在或已被删除')
  const sealed = field === 'phone' ? row.phone_sealed : row.contact_sealed
  const value = sealed === null ? { open: '' } : { sealed }
  return reveal(k, call, { domain: 'call', objectType: CALL, objectId: id, detail: { field, reason } }, value)
}

/** A user who may see a call may hear its recording; each access is audited as a download. */
export const mayHear = async (k: Kernel, actor: Actor, id: number): Promise<boolean> =>
  Boolean(await seenBy(k.db, actor).where('r.id', '=', id).select('r.id').executeTakeFirst())
