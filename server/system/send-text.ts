import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { SMS, smsAvailable } from './sms.ts'
import { textOf, type TextTemplate, type TextValues } from './text-templates.ts'
import { afterQuietHours } from './notify.ts'

interface NewText {
  /** a number, or whoever's number it is when it is sent */
  to: { phone: string } | { userId: number }
  template: TextTemplate
  values: TextValues
  /** the same key is sent once */
  key: string
  /** what cannot wait for the morning */
  atNight?: boolean
}

/**
 * Sends a text message in the transaction of the change (`db` may be the transaction handle), not at night unless it cannot wait, and within the limits of its number and of
 * the day. Answers false where none can be sent.
 */
export async function sendText(db: Db, k: Kernel, { to, template, values, key, atNight = false }: NewText): Promise<boolean> {
  if (!smsAvailable(k)) return false
  const whom = 'phone' in to ? { phone: sealPii(k, to.phone) } : to
  return send(
    db,
    SMS,
    `sms:${key}`,
    { ...whom, text: textOf(k, template, values) },
    atNight ? k.clock.now() : afterQuietHours(k.clock.now()),
  )
}
