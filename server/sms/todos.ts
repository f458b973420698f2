import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { sendFlow } from './send-flow.ts'
import { templateFlow } from './template-flow.ts'

const reviews = ({ permissions }: Actor) => permissions.has('sms:review')

/** Adds the to-dos of templates and sends that wait for this person's approval; nobody reviews what they wrote on. */
export function offerSmsTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'sms-template',
    group: '短信',
    of: (actor) => (reviews(actor) ? { label: '待审核的短信模板', mark: '短信', to: '/work/smsTemp?forReview=1' } : null),
    find: (_, actor) =>
      k.db
        .selectFrom('sms_template')
        .where(forReviewBy(actor, templateFlow, 'sms_template'))
        .where('deleted', '=', false)
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('updated_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
  offersTodo(k, {
    kind: 'sms-send',
    group: '短信',
    of: (actor) => (reviews(actor) ? { label: '待复核的短信任务', mark: '短信', to: '/work/smsSend?forReview=1' } : null),
    find: (_, actor) =>
      k.db
        .selectFrom('sms_send')
        .where(forReviewBy(actor, sendFlow, 'sms_send'))
        .where('deleted', '=', false)
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('updated_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
}
