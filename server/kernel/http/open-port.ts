import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** With Node's default of 511 the system silently drops connections during a rush. */
const BACKLOG = 4096
const DOORS = 16
/** Only Linux distributes connections over several sockets of one port. */
const SHARES_PORTS = process.platform === 'linux'

/**
 * Listens with several sockets on one port. Node accepts one waiting connection per turn of its event loop: while it is busy, new visitors
 * would wait for half a minute while others are answered at once (V-06). Throws EADDRINUSE when another process listens on the port.
 */
export async function listenWidely(http: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  const doors: Server[] = []
  // Runs before the main listener closes, so that connections accepted here are answered too (V-04).
  http.addHook('preClose', async () => {
    await nobodyWaits(http)
    await closeAll(doors, () => http.server.closeIdleConnections())
    await nobodyWaits(http)
  })
  if (SHARES_PORTS) await nobodyElse(host, port)
  const address = await http.listen({ host, port, backlog: BACKLOG, ...(SHARES_PORTS ? { reusePort: true } : {}) })
  if (!SHARES_PORTS) return address
  const main = http.server.address() as AddressInfo
  for (let door = 1; door < DOORS; door++) {
    // The same options as Node's own HTTP server uses.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.server.emit('connection', socket))
    server.listen({ host, port: main.port, backlog: BACKLOG, reusePort: true })
    await once(server, 'listening')
    doors.push(server)
  }
  return address
}

/** Checks that no other process listens: sockets that share ports would also share this one with another process of ours. */
async function nobodyElse(host: string, port: number): Promise<void> {
  const alone = createServer().listen({ host, port })
  await once(alone, 'listening')
  await new Promise((resolve) => alone.close(resolve))
}

/**
 * Resolves when three turns of the event loop accepted no connection, after a second at the latest. Closing a socket resets the connections
 * that still wait on it, and a proxy may not resend a POST after a reset (V-04).
 */
async function nobodyWaits({ server }: FastifyInstance): Promise<void> {
  let came = 0
  const count = () => void (came += 1)
  server.on('connection', count)
  const until = performance.now() + 1000
  for (let quiet = 0, before = 0; quiet < 3 && performance.now() < until; quiet = came === before ? quiet + 1 : 0) {
    before = came
    await nextTurn()
  }
  server.off('connection', count)
}

async function closeAll(servers: readonly Server[], hangUpIdle: () => void): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  hangUpIdle()
  const again = setInterval(hangUpIdle, 100)
  await Promise.all(closed)
  clearInterval(again)
}
