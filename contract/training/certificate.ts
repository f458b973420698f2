/**
 * 培训证书 (domains/training.md D.5): a number, a PDF, and a page that shows all printed facts to anybody who scans it. All ours (ADR 0760).
 */
import { z } from 'zod'
import { get, post, types } from '../endpoint.ts'
import { id, ok, page, paging, query, requiredText } from '../fields.ts'
import { REASON_MAX } from './states.ts'

const publisher = types('QY', 'YYF')
const participant = types('QY', 'GR')
/** Most certificates issued by one call; the response says how many are left. */
export const ISSUE_MAX = 500
/** The page of the QR code on this site. */
export const certificatePage = '/page/trainCertificate'

/** The printed facts. */
const printed = {
  number: z.string(),
  contact: z.string(),
  companyName: z.string().nullable(),
  title: z.string(),
  type: z.string(),
  host: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  place: z.string(),
  /** 学时, in steps of a half */
  hours: z.number(),
  issueDate: z.string(),
}
const standing = {
  /** 1 有效 · 2 已撤销 · 3 已换发 */
  state: z.number(),
  stateName: z.string(),
  revokeDate: z.string().nullable(),
  revokeReason: z.string().nullable(),
  /** the number of the certificate that replaced it */
  replacedBy: z.string().nullable(),
}
export const Certificate = z.object({ id: z.number(), activityId: z.number(), ...printed, ...standing, path: z.string() })
export type Certificate = z.output<typeof Certificate>
export const VerifiedCertificate = z.object({ ...printed, ...standing })
export type VerifiedCertificate = z.output<typeof VerifiedCertificate>

export const hours = z
  .number({ error: '请输入学时' })
  .min(0.5, '学时不能少于 0.5')
  .max(200, '学时不能多于 200')
  .refine((h) => Number.isInteger(h * 2), '学时以 0.5 为单位')

export const certificate = {
  issue: post('/train/certificate/issue', {
    access: publisher,
    body: z.strictObject({ id, hours }),
    returns: z.object({ issued: z.number(), left: z.number() }),
    summary: '给签到参加的人发证书，一次最多 500 张',
  }),
  list: get('/train/certificate/list', {
    access: publisher,
    query: query({ id, ...paging() }),
    returns: page(Certificate),
    summary: '活动发出的证书',
  }),
  listMy: get('/train/certificate/listMy', {
    access: participant,
    query: query({ ...paging() }),
    returns: page(Certificate).extend({ year: z.number(), hours: z.number() }),
    summary: '本人或本企业的证书，与本年度学时',
  }),
  pdf: get('/train/certificate/pdf', {
    access: types('QY', 'GR', 'YYF'),
    query: query({ id }),
    perMinute: 30,
    blob: true,
    summary: '下载证书 PDF',
  }),
  zip: get('/train/certificate/zip', { access: publisher, query: query({ id }), blob: true, summary: '下载活动的全部证书' }),
  revoke: post('/train/certificate/revoke', {
    access: publisher,
    body: z.strictObject({ id, reason: requiredText(REASON_MAX, '请填写撤销原因') }),
    returns: ok,
    summary: '撤销证书',
  }),
  reissue: post('/train/certificate/reissue', {
    access: publisher,
    body: z.strictObject({ id, contact: requiredText(30, '请输入姓名'), hours, reason: requiredText(REASON_MAX, '请填写换发原因') }),
    returns: z.object({ id: z.number(), number: z.string() }),
    summary: '更正后换发证书，原证书失效',
  }),
  verify: get('/train/certificate/verify', {
    access: 'public',
    perMinute: 60,
    query: query({ c: z.string().max(64) }),
    returns: VerifiedCertificate.nullable(),
    summary: '证书核验：显示证书上印的每一项',
  }),
}
