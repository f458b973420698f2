import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { maskText } from '../kernel/access/pii.ts'

/** spec §7 saveLog. The address is stored without its query, because search words and authorization codes must not be logged (L-04). */
export async function saveVisit(k: Kernel, call: Call, visit: { routerName: string; pageTitle: string }): Promise<true> {
  const path = visit.routerName.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/') || path.length > 200) throw invalidField('routerName', '页面地址不正确')
  await k.db
    .insertInto('visit_log')
    .values({
      at: k.clock.now(),
      user_id: call.actor?.userId ?? null,
      user_type: call.actor?.type ?? null,
      router_name: path,
      // The log can be searched by title, so numbers in it are masked.
      page_title: maskText(visit.pageTitle) || null,
      ip: call.ip,
      request_id: call.requestId,
    })
    .execute()
  return true
}
