import { z } from 'zod'
import { line, phone } from '../../contract/fields.ts'
import type { ImportState } from '../../contract/imports.ts'
import { SMS_SHEET, smsSheetParts } from '../../contract/sms/persons.ts'
import { smsSendCodes } from '../../contract/sms/states.ts'
import { blindIndex, blindIndexes, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { offersTemplate } from '../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../kernel/import/importers.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { SheetColumn } from '../kernel/sheet/check.ts'
import { textCell } from '../kernel/sheet/values.ts'
import { templateSheet } from '../kernel/sheet/write.ts'
import { lockSend, SEND, sendStanding, type LockedSend } from './locking.ts'
import { inSteps } from './recipients.ts'
import { sendFlow } from './send-flow.ts'

const PHONE = '手机号'
const TITLE = '短信收件人'
interface Row {
  phone: string
  name?: string
}
const columns: readonly SheetColumn[] = [
  { key: 'phone', title: PHONE, text: true, width: 20, schema: textCell.pipe(phone), required: true },
  { key: 'name', title: '姓名', text: true, width: 20, schema: textCell.pipe(z.string().pipe(line(40))) },
]

/** 从表格导入收件人: each row is a number and a name; the same file again adds nobody. */
export function offerPersonImport(k: Kernel): void {
  offersImport<{ id: number }, Row>(k, SMS_SHEET, {
    title: TITLE,
    open: async (scope) => ({
      columns,
      keyOf: ({ phone }: Partial<Row>) => (phone ? { key: phone, column: PHONE } : null),
      faultsOf: async () => [],
      apply: (db, rows, dry) => applyRows(scope, db, rows, dry),
    }),
  })
  offersTemplate(k, SMS_SHEET, async () => ({
    fileName: '短信收件人导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet(TITLE, columns),
  }))
}

export const importPersons = (k: Kernel, call: Call): Promise<ImportState> =>
  receiveImport(k, call, signedIn(call.actor), SMS_SHEET, smsSheetParts, async ({ id }) => {
    await k.db.transaction().execute((db) => lockDraft(db, id))
    return { id }
  })

/** Only a draft may change; what others approved is sent as they saw it. */
async function lockDraft(db: Db, id: number) {
  const send = await lockSend(db, id)
  if (send.state !== smsSendCodes.code.draft) throw refused('只有草稿可以改收件人，请先修改任务', 'STATE')
  return send
}

/** The recipients are others than those of the dry run, so it is void. */
async function voidDryRun(db: Db, { id, frozen_hash }: { id: number; frozen_hash: string | null }): Promise<void> {
  if (frozen_hash === null) return
  await db.deleteFrom('sms_message').where('send_id', '=', id).execute()
  await db.updateTable('sms_send').set({ dry_run: null, frozen_hash: null, total_num: 0, skip_num: 0 }).where('id', '=', id).execute()
}

/** Whoever chose recipients wrote a part of the send, and does not review it (C-06). */
const noteChange = (db: Db, call: Call, { id, version, state }: LockedSend) =>
  note(db, call, sendFlow, { id, version, from: state, move: 'change', to: state })

async function applyRows(
  { k, call, params: { id } }: ImportScope<{ id: number }>,
  db: Db,
  rows: readonly ImportRow<Row>[],
  dry: boolean,
): Promise<Applied> {
  const send = dry ? null : await lockDraft(db, id)
  const known = await inSteps(rows, ({ value }) => ({ value, index: blindIndex(k, value.phone), indexes: blindIndexes(k, value.phone) }))
  const standing = new Map(
    (
      await db
        .selectFrom('sms_person')
        .select(['phone_index', 'name_sealed'])
        .where('send_id', '=', id)
        .where('phone_index', 'in', ['', ...known.flatMap(({ indexes }) => indexes)])
        .execute()
    ).map((row) => [row.phone_index, row]),
  )
  const stored = (indexes: readonly string[]) => indexes.map((index) => standing.get(index)).find((row) => row !== undefined)
  const fresh = known.filter(({ indexes }) => !stored(indexes))
  const renamed = known.flatMap(({ value, indexes }) => {
    const row = stored(indexes)
    return row && openPii(k, row.name_sealed) !== (value.name ?? '') ? [{ index: row.phone_index, name: value.name ?? '' }] : []
  })
  if (send && fresh.length + renamed.length > 0) {
    const written = await inSteps(fresh, ({ value, index }) => ({
      send_id: id,
      phone_sealed: sealPii(k, value.phone),
      phone_index: index,
      name_sealed: sealPii(k, value.name ?? ''),
    }))
    if (written.length > 0) await db.insertInto('sms_person').values(written).execute()
    for (const { index, name } of renamed)
      await db
        .updateTable('sms_person')
        .set({ name_sealed: sealPii(k, name) })
        .where('send_id', '=', id)
        .where('phone_index', '=', index)
        .execute()
    await voidDryRun(db, send)
    await noteChange(db, call, send)
  }
  return { added: fresh.length, changed: renamed.length, same: rows.length - fresh.length - renamed.length, errors: [] }
}

export const clearPersons = (k: Kernel, call: Call, { id, version }: { id: number; version: number }) =>
  k.db.transaction().execute(async (db) => {
    const send = await lockDraft(db, id)
    if (send.version !== version) throw conflict()
    const count = await countPersons(db, id)
    await db.deleteFrom('sms_person').where('send_id', '=', id).execute()
    await voidDryRun(db, send)
    await noteChange(db, call, send)
    await audit(db, call, { action: 'smsSend.clearPersons', objectType: SEND, objectId: id, detail: { count } })
    return sendStanding(db, id)
  })

export const countPersons = async (db: Db, sendId: number): Promise<number> =>
  (
    await db
      .selectFrom('sms_person')
      .where('send_id', '=', sendId)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
