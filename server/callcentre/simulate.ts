import { randomUUID } from 'node:crypto'
import type { callDoor } from '../../contract/callcentre/desk.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { isPresent } from './presence.ts'
import { signed } from './door.ts'
import { hearEvent } from './events.ts'

/** Demo mode: sends a signed event through the same endpoint as a real telephone system. */
export async function simulateEvent(
  k: Kernel,
  call: Call,
  { callId = `demo-${randomUUID()}`, ...asked }: Parsed<typeof callDoor.simulate>['body'],
) {
  if (!k.config.DEMO) throw refused('模拟来电只在演示模式可用')
  const agent = await k.db
    .selectFrom('call_agent')
    .select('extension')
    .where('user_id', '=', signedIn(call.actor).userId)
    .where(isPresent(k))
    .executeTakeFirst()
  if (!agent?.extension) throw refused('请先签入并填写分机', 'STATE')
  const event = { callId, ...asked, extension: agent.extension, at: k.clock.now().toISOString() }
  // The nonce distinguishes two equal events within a second, because a repeated signature is refused.
  const body = JSON.stringify({ ...event, nonce: randomUUID() })
  const headers: Readonly<Record<string, string>> = signed(k, body)
  const heard = await hearEvent(k, { ...call, sent: { body, header: (name) => headers[name] ?? '' } }, event)
  return { id: heard.id, callId, state: heard.state }
}
