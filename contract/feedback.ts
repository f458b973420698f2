/** Messages from the feedback dialog, for the staff who read and answer them. */
import { z } from 'zod'
import { can, get, post } from './endpoint.ts'
import { id, isoDate, page, paging, query, requiredText, wireInt } from './fields.ts'
import { isUsualMobile, usualNumber } from './usual-number.ts'

export const FEEDBACK_REPLY_MAX = 500

export const FeedbackRow = z.object({
  id: z.number(),
  at: z.string(),
  title: z.string(),
  message: z.string(),
  /** masked; `reveal` shows it in clear */
  namevalue: z.string(),
  phonevalue: z.string(),
  /** the writer was logged in, so the answer goes to the inbox */
  known: z.boolean(),
  state: z.number(),
  stateName: z.string(),
  reply: z.string().nullable(),
  handlerName: z.string().nullable(),
  handleTime: z.string().nullable(),
})
export type FeedbackRow = z.output<typeof FeedbackRow>

export const feedbackDesk = {
  list: get('/sys/feedback/list', {
    access: can('feedback:read'),
    query: query({
      state: wireInt(0, 1).optional(),
      startTime: isoDate.optional(),
      endTime: isoDate.optional(),
      /** the whole number, because sealed numbers can be compared but not searched */
      phonevalue: z
        .string()
        .max(40, '请输入完整的手机号')
        .transform(usualNumber)
        .pipe(z.string().refine(isUsualMobile, '请输入完整的手机号'))
        .optional(),
      ...paging(),
    }),
    returns: page(FeedbackRow),
    summary: '留言反馈列表',
  }),
  reply: post('/sys/feedback/reply', {
    access: can('feedback:answer'),
    body: z.strictObject({ id, reply: requiredText(FEEDBACK_REPLY_MAX, '请输入答复或处理情况') }),
    returns: z.object({ state: z.number() }),
    summary: '答复留言反馈',
  }),
  reveal: post('/sys/feedback/reveal', {
    access: can('feedback:read'),
    body: z.strictObject({
      id,
      field: z.enum(['namevalue', 'phonevalue', 'othervalue'], { error: '请选择要查看的内容' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看留言人的一项信息（记录原因）',
  }),
}
