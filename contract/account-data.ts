/** 我的数据: the personal data that the platform stores about a user, to view, download, erase and end with the account (P-04). */
import { z } from 'zod'
import { get, post, types } from './endpoint.ts'
import { isoDate, ok, query, text } from './fields.ts'

/** Days between the request and the end of the account; until then the user can log in and withdraw the request. */
export const CLOSE_AFTER_DAYS = 7
/** The word that the user types to close the account. */
export const CLOSE_WORD = '注销'

const kind = z.object({
  key: z.string(),
  title: z.string(),
  count: z.number(),
  /** false: the account needs it, or the law requires to keep it */
  erasable: z.boolean(),
  /** what happens to it when the account ends; empty: it is erased */
  kept: z.string(),
})
export type MyDataKind = z.output<typeof kind>
const key = text(64)

/** Something that is still under way when an account is closed. */
const openMatter = z.object({
  title: z.string(),
  count: z.number(),
  /** the earliest day by which the person must act; null: none */
  deadline: z.string().nullable(),
  to: z.string(),
  /** what becomes of it when the account is closed; none: it goes on, and the person can no longer look after it */
  atClosing: z.string().optional(),
})
export type OpenMatter = z.output<typeof openMatter>

const copyState = z.object({
  taskId: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number().nullable(),
  createTime: z.string(),
  /** null: the file does not exist yet or no longer */
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
})
const myData = z.object({
  kinds: z.array(kind),
  /** the latest copy of the last seven days */
  copy: copyState.nullable(),
  /** why this account cannot be closed here; empty: it can */
  closeElsewhere: z.string(),
  /** what is still under way */
  open: z.array(openMatter),
  closing: z.object({ askedAt: z.string(), dueOn: isoDate }).nullable(),
})
export type MyData = z.output<typeof myData>

export const accountData = {
  find: get('/sys/account/data', { access: 'token', query: query({}), returns: myData, summary: '本人的数据：有哪些，注销后怎样' }),
  rows: get('/sys/account/dataRows', {
    access: 'token',
    query: query({ key }),
    returns: z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
    summary: '本人的一类数据（最近 100 行）',
  }),
  copy: post('/sys/account/copyData', {
    access: 'token',
    perMinute: 10,
    body: z.strictObject({}),
    returns: z.object({ taskId: z.string() }),
    summary: '生成本人数据的副本（压缩包，保留 7 天）',
  }),
  erase: post('/sys/account/eraseData', {
    access: 'token',
    as: 'form',
    body: z.strictObject({ key }),
    returns: z.object({ erased: z.number() }),
    summary: '删除本人的一类数据',
  }),
  close: post('/sys/account/close', {
    access: types('QY', 'GR'),
    as: 'form',
    body: z.strictObject({ word: z.literal(CLOSE_WORD, { error: `请输入“${CLOSE_WORD}”` }) }),
    returns: z.object({ dueOn: isoDate }),
    summary: `申请注销账号，${CLOSE_AFTER_DAYS} 天后生效`,
  }),
  keepOpen: post('/sys/account/keepOpen', { access: types('QY', 'GR'), body: z.strictObject({}), returns: ok, summary: '撤回注销申请' }),
}
