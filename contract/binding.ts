import { passing } from './passing.ts'
/** A person requests to act for a company, with evidence; staff or the company itself examine the request (spec §6, states S205–S208). */
import { z } from 'zod'
import { codes } from './codes.ts'
import { get, post, types } from './endpoint.ts'
import { creditCode, id, keyword, ok, page, paging, query, requiredText, text, wireInt } from './fields.ts'
import { UploadedFile } from './files.ts'

/** states.tsv personal-company binding */
export const bindingStateCodes = codes({
  waiting: { code: 0, label: '待审核', tone: 'waiting' },
  bound: { code: 1, label: '已绑定', tone: 'done' },
  refused: { code: 2, label: '审核未通过', tone: 'refused' },
  unbound: { code: 3, label: '已解绑', tone: 'off' },
})
export const bindingStates = bindingStateCodes.code
export type BindingState = (typeof bindingStates)[keyof typeof bindingStates]
export const bindingStateLabels = bindingStateCodes.labels

const state = z.custom<BindingState>((v) => typeof v === 'number' && v >= 0 && v <= 3)
const version = wireInt(1, 2_000_000_000)
const row = z.object({
  id: z.number(),
  userId: z.number(),
  /** masked except for the person */
  userName: z.string(),
  companyId: z.number(),
  companyName: z.string(),
  code: z.string(),
  position: z.string(),
  state,
  version: z.number(),
  examineOpinion: z.string().nullable(),
  examiner: z.string().nullable(),
  examineTime: z.string().nullable(),
  createTime: z.string(),
  /** moves that the reader may make now */
  allowed: z.array(z.enum(['approve', 'refuse', 'unbind', 'remove'])),
})

export const BindingBody = z.strictObject({
  code: creditCode,
  position: requiredText(40, '请填写在企业担任的职务'),
  proofFiles: z
    .array(
      z.strictObject({
        filePath: z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确'),
        fileName: text(200).optional(),
        exName: text(200).optional(),
      }),
      {
        error: '请上传证明材料',
      },
    )
    .min(1, '请上传证明材料')
    .max(5, '最多 5 个文件'),
})

export const binding = {
  /** individuals: their own; enterprises: those of their company; staff with binding:examine: all. Refused to others. */
  list: get('/personal/company/list', {
    access: 'token',
    /** `lasting`: without bindings that have ended */
    query: query({ ...paging(), state: wireInt(0, 3).optional(), lasting: z.literal('1').optional(), keyword: keyword.optional() }),
    returns: page(row),
    summary: '个人绑定企业列表',
  }),
  findById: get('/personal/company/findById', {
    access: 'token',
    query: query({ id }),
    returns: row.extend({ proofFiles: z.array(UploadedFile) }),
    summary: '个人绑定企业详情（含证明材料）',
  }),
  save: post('/personal/company/save', {
    access: types('GR'),
    body: BindingBody,
    returns: z.object({ id: z.number() }),
    summary: '申请绑定企业',
  }),
  /** another person than the applicant (S-07): staff, or the company’s own account */
  examine: post('/personal/company/examine', {
    access: types('YYF', 'QY'),
    body: z
      .strictObject({
        id,
        version,
        examineState: z.union([z.literal(1), z.literal(2)], { error: '请选择处理结果' }),
        opinion: text(500).default(''),
      })
      .refine((b) => b.examineState === passing.code.pass || b.opinion.length > 0, { path: ['opinion'], message: '请填写原因' }),
    returns: ok,
    summary: '审核绑定申请',
  }),
  /** ends an approved binding (the company’s role ends at once), or withdraws a waiting or refused request */
  remove: post('/personal/company/delete', {
    access: 'token',
    as: 'form',
    body: z.strictObject({ id, version: version.optional() }),
    returns: ok,
    summary: '解除绑定，或撤回申请',
  }),
}

export type BindingRow = z.output<typeof row>
