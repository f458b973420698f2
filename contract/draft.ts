/** Drafts of forms: unsent input of an account, on every device (ADR 0185). Endpoints of ours. */
import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { ok, query } from './fields.ts'

/** Days until a draft is deleted. */
export const DRAFT_DAYS = 30

const form = z.string().regex(/^[\w:.-]{1,120}$/, '表单名称不正确')
/** The values of the form as JSON. */
const content = z.string().min(2).max(300_000, '草稿内容过长')

/** The beginning of a chain of one-time keys (draft-chain.ts), as hex. It comes with the user, so a tab has it before its first form. */
export const DraftChain = z.object({ salt: z.string(), link: z.string() })
export type DraftChain = z.output<typeof DraftChain>

export const drafts = {
  find: get('/sys/draft/find', {
    access: 'token',
    query: query({ form }),
    returns: z.object({
      draft: z.object({ content: z.string(), savedAt: z.number() }).nullable(),
      /** the key with which this browser encrypts a copy of this account’s drafts, 32 hex digits */
      copyKey: z.string(),
      /** with which this browser opens what it stored before such an answer (draft-chain.ts), 64 hex digits */
      chainKey: z.string(),
    }),
    summary: '本人未提交的内容',
  }),
  save: post('/sys/draft/save', {
    access: 'token',
    body: z.strictObject({ form, content }),
    returns: z.object({ savedAt: z.number() }),
    summary: '保存未提交的内容',
  }),
  remove: post('/sys/draft/remove', { access: 'token', body: z.strictObject({ form }), returns: ok, summary: '删除未提交的内容' }),
}
