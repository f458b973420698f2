import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { SMS, smsAvailable } from './sms.ts'
import { isUrgent, textOf, type TextTemplate, type TextValues } from './text-templates.ts'
import { afterQuietHours } from './notify.ts'

interface NewText {
  /** a number, or the user whose number at the time of sending is used */
  to: { phone: string } | { userId: number }
  template: TextTemplate
  values: TextValues
  /** a key is sent once */
  key: string
}

/**
 * Sends a text message in the transaction of the change (`db` may be the transaction handle), within the limits per number and day. At
 * night and to a number that has opted out goes only what concerns the security of the account or the platform. Returns false when no text
 * messages are available.
 */
export async function sendText(db: Db, k: Kernel, { to, template, values, key }: NewText): Promise<boolean> {
  if (!smsAvailable(k)) return false
  const whom = 'phone' in to ? { phone: sealPii(k, to.phone), phoneIndex: blindIndex(k, to.phone) } : to
  const urgent = isUrgent(template)
  const now = k.clock.now()
  return send(
    db,
    SMS,
    `sms:${key}`,
    { ...whom, text: textOf(k, template, values), ...(urgent ? { always: true } : {}) },
    urgent ? now : afterQuietHours(now),
  )
}
