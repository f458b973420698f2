/** Upload, download and export for all domains. */
import { z } from 'zod'
import { get, post, types } from './endpoint.ts'
import { codeList, ok, query, wireBoolean, wireInt } from './fields.ts'
import { taskStates } from './task-states.ts'

const fileKey = z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确')

export const UploadedFile = z.object({ filePath: z.string(), fileName: z.string() })

export const files = {
  upload: post('/files/upload', {
    access: 'token',
    as: 'multipart',
    parts: z.strictObject({
      bizType: z.string().max(64).optional(),
      /** suffixes that the caller accepts, joined with commas */
      accept: z.string().max(200).optional(),
    }),
    perMinute: 120,
    summary: '上传一个文件（字段 file；可附 bizType、accept）',
    returns: UploadedFile,
  }),
  download: get('/files/download', {
    access: 'public',
    blob: true,
    summary: '下载文件；公开文件、有权限的登录用户、或 5 分钟内的签名链接',
    query: query({
      filePath: fileKey,
      inline: wireBoolean.optional(),
      e: wireInt(0, 1e11).optional(),
      n: z
        .string()
        .regex(/^[\w-]{16,64}$/, '链接不正确')
        .optional(),
      s: z
        .string()
        .regex(/^[0-9a-f]{64}$/, '链接不正确')
        .optional(),
    }),
  }),
  link: get('/files/link', {
    access: 'token',
    summary: '取得文件的签名链接',
    query: query({ filePath: fileKey }),
    returns: z.object({ url: z.string(), expiresIn: z.number() }),
  }),
  downloadTemplate: get('/files/downloadTemplate', {
    access: 'public',
    blob: true,
    perMinute: 60,
    summary: '下载模板',
    query: query({ code: z.string().regex(/^[\w.-]{1,64}$/, '模板编码不正确') }),
  }),
}

const taskId = z.uuid('任务编号不正确')

export const ExportProgress = z.object({
  /** spec §4: 1 in progress, 2 success, anything else a failure (3 failed, 4 abandoned) */
  status: z.literal(Object.values(taskStates.code)),
  /** place in the queue, from 1; 0: running or finished */
  waiting: z.number(),
  /** seconds since the last progress of a running export */
  silentSeconds: z.number(),
  percent: z.number(),
  done: z.number(),
  total: z.number().nullable(),
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  message: z.string().nullable(),
})
export const MyExport = z.object({
  taskId: z.string(),
  title: z.string(),
  status: z.literal(Object.values(taskStates.code)),
  done: z.number(),
  total: z.number().nullable(),
  createTime: z.string(),
  /** null when there is no file, or no longer */
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  size: z.number().nullable(),
  /** the file is deleted after this time */
  expireTime: z.string().nullable(),
  message: z.string().nullable(),
  /** there is no file for it, and the person may export the list anew */
  again: z.boolean(),
})
export type MyExport = z.output<typeof MyExport>
export const ExportScope = z.object({
  /** rows that match the filters now, and the most rows of one export */
  total: z.number(),
  limit: z.number(),
  /** usual: included when the caller names no columns */
  columns: z.array(z.object({ key: z.string(), title: z.string(), usual: z.boolean() })),
})
export type ExportScope = z.output<typeof ExportScope>
const asked = {
  bizType: z.string().regex(/^[\w.-]{1,64}$/, '不支持的导出类型'),
  filters: z.record(z.string().max(64), z.unknown()).default({}),
}

/** The permission of each bizType decides who may export (server/kernel/export). */
export const exports = {
  start: post('/export/start', {
    access: types('YYF'),
    perMinute: 30,
    summary: '开始导出；每人同时最多 2 个，全平台 4 个，一次最多 100,000 行',
    /** columns in the order of the sheet */
    body: z.strictObject({ ...asked, columns: codeList.optional() }),
    returns: z.object({ taskId: z.string() }),
  }),
  scope: post('/export/scope', {
    access: types('YYF'),
    perMinute: 60,
    summary: '导出之前：现在有多少行，一次最多多少行，有哪些列',
    body: z.strictObject(asked),
    returns: ExportScope,
  }),
  again: post('/export/again', {
    access: types('YYF'),
    perMinute: 30,
    summary: '重新导出：按以前一次导出的列表、条件和列，用现在的权限',
    body: z.strictObject({ taskId }),
    returns: z.object({ taskId: z.string() }),
  }),
  progress: get('/export/progress', {
    access: types('YYF'),
    polled: true,
    summary: '导出进度',
    query: query({ taskId }),
    returns: ExportProgress,
  }),
  abort: post('/export/abort', { access: types('YYF'), as: 'form', summary: '放弃导出', body: z.strictObject({ taskId }), returns: ok }),
  listMy: get('/export/listMy', { access: types('YYF'), summary: '我的导出（文件保留 7 天）', returns: z.array(MyExport) }),
}
