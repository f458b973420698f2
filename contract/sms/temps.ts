/** 短信模板 (spec §2 /work/smsTemp, §7 /sms/temp; inventory E483–E488). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredText, text, wireInt } from '../fields.ts'
import { isSmsPlace, placesIn, SMS_CONTENT_MAX, SMS_VALUE_MAX, smsPurposeKeys, smsTemplateMoves } from './states.ts'

const version = wireInt(1, 1_000_000_000)
export const smsMoved = z.object({ id: z.number(), state: z.number(), version: z.number() })

/** Consecutive letters, digits and characters of an address, as a phone groups them. */
const PIECE = /[a-z0-9.:/_-]+/gi
const isLetter = (c: string | undefined) => c !== undefined && /[a-z]/i.test(c)
/**
 * Whether a phone would show this as a link: a scheme, or a name with a dot before letters. Checked part by part, so that it takes linear
 * time.
 */
const looksLikeLink = (piece: string): boolean =>
  piece.includes('://') || piece.split('.').some((part, n, all) => n > 0 && all[n - 1] !== '' && isLetter(part[0]) && isLetter(part[1]))
/** Addresses in a text; the server decides which are allowed. */
export const linksIn = (text: string): string[] => (text.match(PIECE) ?? []).filter(looksLikeLink)

export const smsText = requiredText(SMS_CONTENT_MAX, '请输入短信内容').superRefine((s, ctx) => {
  const unknown = placesIn(s).find((name) => !isSmsPlace(name))
  if (unknown !== undefined) ctx.addIssue({ code: 'custom', message: `没有可填的“{${unknown}}”，请从可填内容中选` })
  const left = s.replace(/\{[^{}]{1,20}\}/g, '')
  if (/[{}]/.test(left)) ctx.addIssue({ code: 'custom', message: '大括号只用来写可填内容，例如 {企业名称}' })
  if (/[【】]/.test(left)) ctx.addIssue({ code: 'custom', message: '签名由平台加在最前面，内容中不要写【】' })
})
const providerCode = text(32).refine((s) => /^[\w-]{0,32}$/.test(s), '只含字母、数字、下划线和短横')

export const smsTempRow = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  purpose: z.enum(smsPurposeKeys),
  content: z.string(),
  state: z.number(),
  enableFlag: z.number(),
  aliyunCode: z.string(),
  tencentCode: z.string(),
  authorName: z.string(),
  /** it waits for a review that the reader may not make, because the reader wrote on it */
  ownWork: z.boolean(),
  reviewerName: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  /** the template that it replaces on approval */
  replacesId: z.number().nullable(),
  /** its name, purpose and text, so that a reviewer sees what changes */
  replaces: z.object({ name: z.string(), purpose: z.enum(smsPurposeKeys), content: z.string() }).nullable(),
  useNum: z.number(),
  updateTime: z.string(),
  allowed: z.array(z.enum(smsTemplateMoves)),
})
export type SmsTempRow = z.output<typeof smsTempRow>

export const SaveSmsTemp = z.strictObject({
  id: id.optional(),
  version: version.optional(),
  name: requiredText(50, '请输入模板名称'),
  purpose: z.enum(smsPurposeKeys, { error: '请选择用途' }),
  content: smsText,
  aliyunCode: providerCode.default(''),
  tencentCode: providerCode.default(''),
  submit: z.boolean().default(false),
})
const ReviewSmsTemp = z.strictObject({ id, version, reviewState: wireInt(1, 2), reviewOpinion: text(200).default('') })

/** What was sent to the own number. */
export const smsTested = z.object({
  /** masked */
  phone: z.string(),
  text: z.string(),
  /** as `smsMessageCodes` */
  state: z.number(),
  reason: z.string().nullable(),
})
export type SmsTested = z.output<typeof smsTested>
export const smsValues = z.record(z.string().max(20), text(SMS_VALUE_MAX)).default({})

export const smsTemp = {
  list: get('/sms/temp/list', {
    access: can('sms:read'),
    query: query({
      keyword: keyword.optional(),
      state: wireInt(0, 4).optional(),
      forReview: wireInt(0, 1).optional(),
      purpose: z.enum(smsPurposeKeys).optional(),
      ...paging(),
    }),
    returns: page(smsTempRow),
    summary: '短信模板列表',
  }),
  findById: get('/sms/temp/findById', { access: can('sms:read'), query: query({ id }), returns: smsTempRow, summary: '短信模板' }),
  save: post('/sms/temp/saveOrUpdate', {
    access: can('sms:manage'),
    body: SaveSmsTemp,
    returns: smsMoved,
    summary: '新增或修改短信模板；已启用的另成一个待审核的版本，原来的继续使用',
  }),
  remove: post('/sms/temp/delete', {
    access: can('sms:manage'),
    as: 'form',
    body: z.strictObject({ id, version }),
    returns: ok,
    summary: '删除草稿或审核未通过的短信模板',
  }),
  options: get('/sms/temp/options', {
    access: can('sms:read'),
    query: query({}),
    returns: z.array(z.object({ id: z.number(), name: z.string(), purpose: z.enum(smsPurposeKeys), content: z.string() })),
    summary: '可以使用的短信模板',
  }),
  review: post('/sms/temp/updateReviewState', {
    access: can('sms:review'),
    body: ReviewSmsTemp,
    returns: smsMoved,
    summary: '审核短信模板（1 通过，2 不通过）；不能审核自己写的',
  }),
  enable: post('/sms/temp/enable', {
    access: can('sms:manage'),
    as: 'form',
    body: z.strictObject({ id, version, enableFlag: wireInt(0, 1) }),
    returns: smsMoved,
    summary: '停用或重新启用短信模板',
  }),
  test: post('/sms/temp/test', {
    access: can('sms:manage'),
    body: z.strictObject({ id, values: smsValues }),
    returns: smsTested,
    summary: '按模板发一条给自己的手机号，计入限额',
  }),
}
