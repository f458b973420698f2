/** 表格里的收件人 (domains/system.md D): a sheet of numbers becomes recipients of a draft. Ours, ADR 0996. */
import { z } from 'zod'
import { can, post } from '../endpoint.ts'
import { id, wireInt } from '../fields.ts'
import { importChoice, importState } from '../imports.ts'
import { smsMoved } from './temps.ts'

/** The kind of the import and of its template. */
export const SMS_SHEET = 'smsPerson'
/** The text fields of the import, besides the file. */
export const smsSheetParts = z.strictObject({ id, ...importChoice })

export const smsPersons = {
  importRows: post('/sms/send/importPersons', {
    access: can('sms:manage'),
    as: 'multipart',
    parts: smsSheetParts,
    returns: importState,
    summary: '从表格导入草稿的收件人：号码、姓名；已有的试算作废',
  }),
  clear: post('/sms/send/clearPersons', {
    access: can('sms:manage'),
    as: 'form',
    body: z.strictObject({ id, version: wireInt(1, 1_000_000_000) }),
    returns: smsMoved,
    summary: '清空从表格导入的收件人',
  }),
}
