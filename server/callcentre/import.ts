import { z } from 'zod'
import { text, wireTime } from '../../contract/fields.ts'
import { importParts, type ImportState } from '../../contract/imports.ts'
import { callNumber } from '../../contract/callcentre/number.ts'
import { CALL_CONTENT_MAX, callCodes, callDirections, type CallDirection } from '../../contract/callcentre/states.ts'
import { companiesOf } from '../company/index.ts'
import { blindIndex, blindIndexes, sealPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { offersTemplate } from '../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../kernel/import/importers.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { CellError, SheetColumn } from '../kernel/sheet/check.ts'
import { creditCodeCell, textCell, timeCell, wordCell } from '../kernel/sheet/values.ts'
import { templateSheet } from '../kernel/sheet/write.ts'
import { callsChanged } from './kept.ts'
import { callVector } from './call-words.ts'

const KIND = 'call'
const START = '开始时间'
const END = '结束时间'
const CODE = '统一社会信用代码'
const directionOf: Readonly<Record<string, CallDirection>> = { [callDirections.in]: 'in', [callDirections.out]: 'out' }
interface Row {
  direction: string
  phone: string
  start: string
  end?: string
  code?: string
  contact?: string
  content: string
}
const phoneCell = textCell.transform(callNumber).pipe(z.string({ error: '电话号码不正确' }))
const columns: readonly SheetColumn[] = [
  {
    key: 'direction',
    title: '呼叫方向',
    schema: wordCell([callDirections.in, callDirections.out], '应为呼入或呼出'),
    required: true,
  },
  { key: 'phone', title: '号码', text: true, width: 18, schema: phoneCell, required: true },
  { key: 'start', title: START, text: true, width: 22, schema: timeCell.pipe(wireTime), required: true },
  { key: 'end', title: END, text: true, width: 22, schema: timeCell.pipe(wireTime) },
  { key: 'code', title: CODE, text: true, width: 24, schema: creditCodeCell },
  { key: 'contact', title: '联系人', text: true, width: 12, schema: textCell.pipe(text(30)) },
  { key: 'content', title: '内容', text: true, width: 50, schema: textCell.pipe(text(CALL_CONTENT_MAX)), required: true },
]

/** 通话记录导入: imports calls from a sheet as if the importing user had entered them by hand; a repeated import adds nothing. */
export function offerCallImport(k: Kernel): void {
  offersImport<Record<string, never>, Row>(k, KIND, {
    title: '通话记录导入',
    open: async (scope) => ({
      columns,
      keyOf: ({ direction, phone, start }: Partial<Row>) =>
        direction && phone && start ? { key: `${direction} ${phone} ${start}`, column: START } : null,
      faultsOf: async (db, rows) => {
        const companies = await companiesNamed(db, scope.actor, rows)
        return rows.flatMap((row) => faultsIn(row, companies, scope.k.clock.now().toISOString()))
      },
      apply: (db, rows, dry) => applyRows(scope, db, rows, dry),
    }),
  })
  offersTemplate(k, KIND, async () => ({
    fileName: '通话记录导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet('通话记录导入', columns),
  }))
}

export const importCalls = (k: Kernel, call: Call): Promise<ImportState> => receiveImport(k, call, signedIn(call.actor), KIND, importParts)

const keyOf = (direction: string, index: string, start: string) => `${direction} ${index} ${Date.parse(start)}`

async function applyRows({ k, actor }: ImportScope<unknown>, db: Db, rows: readonly ImportRow<Row>[], dry: boolean): Promise<Applied> {
  const companies = await companiesNamed(db, actor, rows)
  const now = k.clock.now().toISOString()
  const errors: CellError[] = []
  const good = rows.filter((row) => {
    const faults = faultsIn(row, companies, now)
    errors.push(...faults)
    return faults.length === 0
  })
  const standing = await callsStanding(k, db, good)
  const fresh = good.filter(
    ({ value }) => !blindIndexes(k, value.phone).some((index) => standing.has(keyOf(directionOf[value.direction]!, index, value.start))),
  )
  if (!dry && fresh.length > 0)
    await db
      .insertInto('call_record')
      .values(fresh.map(({ value }) => recordOf(k, actor, value, value.code ? companies.get(value.code)! : null)))
      .execute()
  if (!dry) callsChanged(k)
  return { added: fresh.length, changed: 0, same: good.length - fresh.length, errors }
}

/** What is wrong with a row beyond its single cells. A cell that is missing is not judged. */
function faultsIn(
  { row, value: { start, end, code } }: ImportRow<Partial<Row>>,
  companies: ReadonlyMap<string, unknown>,
  now: string,
): CellError[] {
  const faults: CellError[] = []
  if (start && start > now) faults.push({ row, column: START, message: '不能晚于现在' })
  if (start && end && end < start) faults.push({ row, column: END, message: '不能早于开始时间' })
  if (end && end > now) faults.push({ row, column: END, message: '不能晚于现在' })
  if (code && !companies.has(code)) faults.push({ row, column: CODE, message: '没有这家企业' })
  return faults
}

async function companiesNamed(
  db: Db,
  actor: Actor,
  rows: readonly ImportRow<Partial<Row>>[],
): Promise<Map<string, { id: number; name: string }>> {
  const codes = [...new Set(rows.flatMap(({ value }) => value.code ?? []))]
  const found = await db
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.credit_code'])
    .where('c.credit_code', 'in', ['', ...codes])
    .where(companiesOf(actor))
    .execute()
  return new Map(found.map(({ id, name, credit_code }) => [credit_code, { id, name }]))
}

/** The keys of stored calls with these numbers at these times. */
async function callsStanding(k: Kernel, db: Db, rows: readonly ImportRow<Row>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const found = await db
    .selectFrom('call_record')
    .select(['direction', 'phone_index', 'start_time'])
    .where('phone_index', 'in', [...new Set(rows.flatMap(({ value }) => blindIndexes(k, value.phone)))])
    .where('start_time', 'in', [...new Set(rows.map(({ value }) => value.start))])
    .where('deleted', '=', false)
    .execute()
  return new Set(found.map((row) => keyOf(row.direction, row.phone_index, row.start_time)))
}

const recordOf = (k: Kernel, actor: Actor, value: Row, company: { id: number; name: string } | null) => ({
  state: callCodes.code.registered,
  direction: directionOf[value.direction]!,
  phone_sealed: sealPii(k, value.phone),
  phone_index: blindIndex(k, value.phone),
  contact_sealed: value.contact ? sealPii(k, value.contact) : null,
  company_id: company?.id ?? null,
  agent_id: actor.userId,
  start_time: value.start,
  answer_time: value.start,
  end_time: value.end ?? null,
  content: value.content,
  result: 'answered' as const,
  search: callVector(value.content, company?.name ?? null),
  registered_at: k.clock.now(),
})
