/** Filing at the desk for a company, the printed sheet of an appeal, and who has it open (ADR 0443). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, phone, query, requiredText, text, wireInt } from '../fields.ts'
import { messages } from '../messages.ts'
import { fileList, formFiles } from './parts.ts'
import { APPEAL_CONTENT_MAX, APPEAL_TITLE_MAX } from './states.ts'

const street = text(12).refine((code) => /^\d{6,12}$/.test(code), '镇街代码不正确')
const words = {
  companyId: z.number({ error: '请选择企业' }).int().positive(),
  /** who requested it, and how: 电话来访, 走访记录 */
  entrust: requiredText(200, '请写明企业的委托方式'),
  sourceType: z.string({ error: '请选择来源' }).regex(/^\d{2}$/, '请选择来源'),
  typeId: z.number({ error: messages.treeLeafOnly }).int().positive(),
  title: requiredText(APPEAL_TITLE_MAX, '请输入诉求标题'),
  content: requiredText(APPEAL_CONTENT_MAX, '请输入诉求内容'),
  contact: requiredText(30, '请输入联系人'),
  phone,
  streetId: street.optional(),
}
export const EnterAppeal = z.strictObject({
  ...words,
  files: fileList.default([]),
  publicFlag: wireInt(0, 1).default(0),
  noPolicy: wireInt(0, 1).default(0),
})
/** The form for filing at the desk. */
export const EnterAppealForm = z.object({
  ...words,
  files: formFiles,
  publicFlag: z.boolean().optional(),
  noPolicy: z.boolean().optional(),
})

/** Seconds between two reports that an appeal is open, and after which a user without report counts as gone. */
export const APPEAL_PRESENCE_EVERY_S = 20
export const APPEAL_PRESENCE_LASTS_S = 45

export const appealDesk = {
  enter: post('/appeal/info/enter', {
    access: can('appeal:enter'),
    body: EnterAppeal,
    returns: z.object({ id: z.number(), appealNo: z.string().nullable(), deadline: z.string().nullable() }),
    summary: '代企业提交诉求（写明委托方式，企业收到通知）',
  }),
  present: post('/appeal/info/present', {
    polled: true,
    access: can('appeal:read'),
    body: z.strictObject({ id, leaving: z.boolean().default(false) }),
    returns: z.object({ others: z.array(z.string()) }),
    summary: '报告正在查看，返回还有谁在查看',
  }),
  sheet: get('/appeal/info/sheet', { access: can('appeal:read'), blob: true, query: query({ id }), summary: '督办单（Word）' }),
}
