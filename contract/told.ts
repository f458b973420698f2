/** 告知记录 (domains/system.md E2): who was told what about a record, when, and why not. Ours, ADR 0840. */
import { z } from 'zod'
import { get, types } from './endpoint.ts'
import { id, query } from './fields.ts'

export const toldKinds = { policy: '政策', declaration: '申报', company: '企业', user: '用户' } as const
export type ToldKind = keyof typeof toldKinds

/** The newest notices and messages about a record; older ones are left out. */
export const TOLD_MOST = 200

const row = z.object({
  key: z.string(),
  time: z.string(),
  /** 消息 or 群发短信 */
  way: z.string(),
  /** kind of the notice, or name of the send */
  what: z.string(),
  /** null where the reader has no right to the records that the text is about */
  text: z.string().nullable(),
  /** staff with their office, a company's own account by its name; the names of other people are masked */
  to: z.string(),
  /** whether it was read, or the result at the provider */
  receipt: z.string(),
  /** the text message beside a notice: its state, or why there was none */
  sms: z.string(),
})
export type ToldRow = z.output<typeof row>

export const told = {
  list: get('/sys/told/list', {
    access: types('YYF'),
    query: query({ kind: z.enum(Object.keys(toldKinds) as [ToldKind, ...ToldKind[]], { error: '没有这类记录' }), id }),
    returns: z.object({ list: z.array(row), total: z.number() }),
    summary: '告知记录：谁在什么时候被告知了什么，没有告知的写明原因',
  }),
}
