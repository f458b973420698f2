import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { push as endpoints } from '../../../contract/push.ts'
import { PUSH_BEAT_SECONDS, PUSH_TYPE, pushNames } from '../../../contract/push-names.ts'
import { signedIn } from '../actor.ts'
import type { Db } from '../db/index.ts'
import { endpointKey, implement } from '../implement.ts'
import { publish, subscribe } from '../jobs/events.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'
import { Streams, type Told } from './streams.ts'

export const streamsOf = perKernel((k) => new Streams(k))

/** The receivers: these users, or everybody who holds a right. */
export type PushTo = { users: readonly number[] } | { can: PermissionCode }

const TOPIC = 'push'
/** So many user ids keep a message within 200 bytes; a commit with NOTIFY holds a database-wide lock while it writes. */
const AT_ONCE = 16
/** With more receivers than this, all open pages are told; each one then queries its own data. */
const MOST_NAMED = AT_ONCE * 6

/** Tells the open pages of the receivers, in every process, after the transaction `db` has committed. */
export async function push(db: Db, told: Told, to: PushTo): Promise<void> {
  if ('can' in to) return publish(db, TOPIC, { ...told, can: to.can })
  if (to.users.length > MOST_NAMED) return publish(db, TOPIC, { ...told, all: true })
  for (let from = 0; from < to.users.length; from += AT_ONCE)
    await publish(db, TOPIC, { ...told, to: to.users.slice(from, from + AT_ONCE) })
}

/** Called once by createApp, before the domains join. */
export function startPush(k: Kernel, http: FastifyInstance): void {
  const streams = streamsOf(k)
  implement(k, 'kernel', endpoints, { listen: () => ({ beatSeconds: PUSH_BEAT_SECONDS }) })
  k.registry.get(endpointKey(endpoints.listen))!.streams = ({ call }) => streams.open(signedIn(call.actor), call.token ?? '')
  subscribe(k, TOPIC, (data) => {
    const name = pushNames.find((one) => one === data.name)
    if (!name) return
    const told: Told = typeof data.id === 'string' || typeof data.id === 'number' ? { name, id: data.id } : { name }
    if (Array.isArray(data.to)) streams.tellUsers(told, data.to.map(Number))
    else if (typeof data.can === 'string') streams.tell(told, ({ permissions }) => permissions.has(String(data.can)))
    else if (data.all === true) streams.tell(told, () => true)
  })
  // Events between two connections are lost.
  subscribe(k, 'reconnected', () => streams.tell({ name: 'look' }, () => true))
  // Runs before the server waits for its open answers.
  http.addHook('preClose', async () => streams.close())
}

export const wantsStream = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && String(headers.accept ?? '').includes(PUSH_TYPE)

/**
 * Headers that keep caches and proxies from buffering the stream. The connection is closed afterwards, otherwise a stop would wait for it.
 */
export const asStream = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-type', `${PUSH_TYPE}; charset=utf-8`)
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
