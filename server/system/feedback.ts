import type { z } from 'zod'
import type { BusinessEvent, Feedback } from '../../contract/system.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'
import { blindIndex, maskDeep, sealPii } from '../kernel/access/pii.ts'

/** What every notice of new messages asks for: that none is left unanswered. */
export const FEEDBACK_WAIT = 'feedback'

/**
 * Stores a message of the feedback dialog; who wrote it and how to reach them is kept encrypted (P-03). Those who answer are told once an
 * hour, however much was written.
 */
export const saveFeedback = (k: Kernel, call: Call, body: z.output<typeof Feedback>): Promise<true> =>
  k.db.transaction().execute(async (db): Promise<true> => {
    await db
      .insertInto('feedback')
      .values({
        at: k.clock.now(),
        user_id: call.actor?.userId ?? null,
        title: body.name,
        message: body.textarea,
        other_sealed: sealPii(k, body.othervalue),
        name_sealed: sealPii(k, body.namevalue),
        phone_sealed: sealPii(k, body.phonevalue),
        phone_index: blindIndex(k, body.phonevalue),
        ip: call.ip,
      })
      .execute()
    await notify(db, k, {
      to: { permission: 'feedback:answer' },
      kind: 'work',
      title: '有新的留言反馈待处理',
      link: '/work/feedback?state=0',
      waitsFor: FEEDBACK_WAIT,
      key: `feedback:${k.clock.now().toISOString().slice(0, 13)}`,
    })
    return true
  })

/** Records a business event such as the click on commercial law (spec §3 L72). */
export async function addBusinessEvent(k: Kernel, call: Call, { type, ...detail }: z.output<typeof BusinessEvent>): Promise<true> {
  await k.db
    .insertInto('business_log')
    .values({
      at: k.clock.now(),
      user_id: call.actor?.userId ?? null,
      user_type: call.actor?.type ?? null,
      kind: String(type),
      detail: JSON.stringify(maskDeep(detail)),
      ip: call.ip,
    })
    .execute()
  return true
}
