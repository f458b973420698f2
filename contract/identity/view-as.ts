/** 以他人视角查看 (domains/identity.md D2): fifteen minutes, read-only on the server, with a notice to the user. Ours, ADR 0712. */
import { z } from 'zod'
import { can, post, types } from '../endpoint.ts'
import { id, isoDate, ok, requiredText } from '../fields.ts'

export const viewAs = {
  start: post('/sys/viewAs/start', {
    access: can('role:manage'),
    body: z.strictObject({ userId: id, reason: requiredText(200, '请填写原因') }),
    returns: z.object({ until: z.string() }),
    perMinute: 60,
    summary: '以某位工作人员的视角查看，十五分钟，只读；本人收到通知',
  }),
  startChange: post('/sys/viewAs/startChange', {
    access: can('role:manage'),
    /** `userId`: a holder of the changed role; missing: the first · `day`: within the terms of a person’s change; missing: the first on which all of it acts */
    body: z.strictObject({ changeId: id, userId: id.optional(), day: isoDate.optional(), reason: requiredText(200, '请填写原因') }),
    returns: z.object({ until: z.string() }),
    perMinute: 60,
    summary: '预看权限变更生效以后本人看到的页面，十五分钟，只读；本人收到通知',
  }),
  end: post('/sys/viewAs/end', { access: types('YYF'), body: z.strictObject({}), returns: ok, summary: '结束查看' }),
}
