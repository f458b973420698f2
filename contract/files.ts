/** Upload, download and export: what every domain shares. */
import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { query, wireBoolean, wireInt } from './fields.ts'

const fileKey = z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确')

export const UploadedFile = z.object({ filePath: z.string(), fileName: z.string() })

export const files = {
  upload: post('/files/upload', { access: 'token', as: 'multipart', perMinute: 120, summary: '上传一个文件（字段 file；可附 bizType、accept）', returns: UploadedFile }),
  download: get('/files/download', {
    access: 'public', blob: true, summary: '下载文件；公开文件、有权限的登录用户、或 5 分钟内的签名链接',
    query: query({ filePath: fileKey, inline: wireBoolean.optional(), e: wireInt(0, 1e11).optional(), u: wireInt(1, Number.MAX_SAFE_INTEGER).optional(), t: z.enum(['QY', 'GR', 'YYF']).optional(), s: z.string().regex(/^[0-9a-f]{64}$/, '链接不正确').optional() }),
  }),
  link: get('/files/link', { access: 'token', summary: '取得文件的签名链接', query: query({ filePath: fileKey }), returns: z.object({ url: z.string(), expiresIn: z.number() }) }),
  downloadTemplate: get('/files/downloadTemplate', { access: 'public', blob: true, perMinute: 60, summary: '下载模板', query: query({ code: z.string().regex(/^[\w.-]{1,64}$/, '模板编码不正确') }) }),
}

