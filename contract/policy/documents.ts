/** Policy documents: files besides a policy’s text, reviewed and published like policies. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { batchIds, BatchResult } from '../batch.ts'
import { id, idList, isoDate, keyword, ok, option, page, paging, requiredText, text, wireInt } from '../fields.ts'
import { importParts, importState } from '../imports.ts'

const filePath = z.string({ error: '请上传文件' }).regex(/^[0-9a-f]{32}$/, '文件地址不正确')
const seen = wireInt(1, 2_000_000_000)
const version = seen.optional()

export const documentMoves = ['publish', 'approve', 'reject', 'takeUp', 'takeDown', 'delete', 'edit'] as const
export const PolicyDocument = z.object({
  id: z.number(),
  fileName: z.string(),
  policyTitle: z.string(),
  polInfoId: z.number().nullable(),
  filePath: z.string(),
  docNo: z.string().nullable(),
  publishDate: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  state: z.number(),
  stateName: z.string(),
  reviewOpinion: z.string().nullable(),
  version: z.number(),
  allowed: z.array(z.enum(documentMoves)),
})
export type PolicyDocument = z.output<typeof PolicyDocument>

const found = { fileName: keyword.optional(), policyTitle: keyword.optional(), state: wireInt(0, 4).optional(), polInfoId: id.optional() }
export const DocumentFilter = z.strictObject({ ...found, ...paging(9000) })
export const DocumentExport = z.strictObject({ ...found, ids: idList.optional() })

const written = {
  fileName: requiredText(200, '请输入文件名称'),
  policyTitle: requiredText(200, '请输入政策标题'),
  polInfoId: id.nullish(),
  docNo: text(200).nullish(),
  publishDate: isoDate.nullish(),
}
export const SaveDocument = z
  .strictObject({ id: id.optional(), version, filePath, ...written })
  .refine((d) => d.id === undefined || d.version !== undefined, { error: '缺少版本号，请刷新后重试', path: ['version'] })
/** E045: changes a document; missing fields stay */
const EditDocument = z.strictObject({
  id,
  version,
  fileName: written.fileName.optional(),
  policyTitle: written.policyTitle.optional(),
  filePath: filePath.optional(),
  polInfoId: written.polInfoId,
  docNo: written.docNo,
  publishDate: written.publishDate,
})
const one = z.strictObject({ id, version })
const moved = z.object({ state: z.number(), version: z.number() })
/** Titles of the import sheet; the header row may not be changed (M038). */
export const importTitles = {
  title: '政策标题',
  docNo: '文号',
  depName: '发文部门',
  level: '政策级别',
  area: '适用地区',
  supportModes: '支持方式',
  industries: '适用行业',
  summary: '政策摘要',
  applyFrom: '申报开始',
  applyTo: '申报截止',
  content: '政策正文',
} as const

export const documents = {
  list: get('/admin/policy/doc/list', {
    access: can('policy:read'),
    query: DocumentFilter,
    returns: page(PolicyDocument),
    summary: '政策文件列表',
  }),
  byName: get('/admin/policy/doc/listByFileName', {
    access: can('policy:read'),
    query: z.strictObject({ fileName: keyword.default(''), ...paging(9000) }),
    returns: page(PolicyDocument),
    summary: '按文件名查政策文件',
  }),
  findById: get('/admin/policy/doc/findById', {
    access: can('policy:read'),
    query: z.strictObject({ id }),
    returns: PolicyDocument,
    summary: '政策文件详情',
  }),
  save: post('/admin/policy/doc/save', {
    access: can('policy:edit'),
    body: SaveDocument,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改政策文件',
  }),
  edit: post('/admin/policy/doc/edit', { access: can('policy:edit'), body: EditDocument, returns: ok, summary: '修改政策文件' }),
  deleteFile: get('/admin/policy/doc/deletePolicyFile', {
    access: can('policy:edit'),
    changes: true,
    query: one,
    returns: ok,
    summary: '删除政策文件',
  }),
  remove: post('/admin/policy/doc/delete', { access: can('policy:edit'), as: 'form', body: one, returns: ok, summary: '删除政策文件' }),
  removeSeveral: post('/admin/policy/doc/deleteBatch', {
    access: can('policy:edit'),
    as: 'form',
    body: z.strictObject({ ids: batchIds }),
    returns: BatchResult,
    summary: '批量删除政策文件',
  }),
  publish: post('/admin/policy/doc/publish', {
    access: can('policy:edit'),
    as: 'form',
    body: one,
    returns: moved,
    summary: '提交政策文件审核',
  }),
  review: post('/admin/policy/doc/updateReviewState', {
    access: can('policy:review'),
    body: z.strictObject({
      id,
      version: seen,
      reviewState: z.enum(['pass', 'reject'], { error: '审核结果只能是 pass 或 reject' }),
      reviewOpinion: text(300).nullish(),
    }),
    returns: moved,
    summary: '审核政策文件',
  }),
  takeUp: post('/admin/policy/doc/takeUp', {
    access: can('policy:publish'),
    as: 'form',
    body: one,
    returns: moved,
    summary: '上架政策文件',
  }),
  takeDown: post('/admin/policy/doc/takeDown', {
    access: can('policy:publish'),
    as: 'form',
    body: one,
    returns: moved,
    summary: '下架政策文件',
  }),
  enums: get('/admin/policy/doc/enums', {
    access: can('policy:read'),
    query: z.strictObject({}),
    returns: z.record(z.string(), z.array(option)),
    summary: '政策文件枚举',
  }),
  /** `file` .xlsx or .xls; fields `mode`, `dryRun` as in every import. Creates drafts without a rule; existing policies are not changed. */
  import: post('/admin/policy/doc/import', {
    access: can('policy:edit'),
    as: 'multipart',
    parts: importParts,
    perMinute: 20,
    returns: importState,
    summary: '从表格导入政策草稿',
  }),
  /** converts a `file` .docx to cleaned rich text; its pictures are stored as uploads of the caller */
  readWord: post('/admin/policy/doc/readWord', {
    access: can('policy:edit'),
    as: 'multipart',
    perMinute: 20,
    returns: z.object({ title: z.string(), html: z.string(), notes: z.array(z.string()) }),
    summary: '读取 Word 文件为正文',
  }),
}
