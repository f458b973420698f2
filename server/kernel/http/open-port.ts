import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** With the 511 of Node the system drops connections in silence while too many come. */
const BACKLOG = 4096
const DOORS = 16
/** Only there several sockets share one port by themselves. */
const SHARES_PORTS = process.platform === 'linux'

/**
 * Listens with several sockets on one port. Node lets one waiting connection in per turn of its event loop: while it is busy, new visitors would wait
 * for half a minute beside others who are answered at once (V-06). Throws EADDRINUSE as ever when somebody else listens there.
 */
export async function listenWidely(http: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  const doors: Server[] = []
  // Before the listener itself: whoever came in here is answered too (V-04).
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
    // As Node's own HTTP server is made.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.server.emit('connection', socket))
    server.listen({ host, port: main.port, backlog: BACKLOG, reusePort: true })
    await once(server, 'listening')
    doors.push(server)
  }
  return address
}

/** What shares ports would share this one with another process of ours, too. */
async function nobodyElse(host: string, port: number): Promise<void> {
  const alone = createServer().listen({ host, port })
  await once(alone, 'listening')
  await new Promise((resolve) => alone.close(resolve))
}

/**
 * Resolves when three turns of the event loop have let nobody in, after a second at the latest. The system resets whoever still waits at a socket
 * that is closed, and a proxy may not send a POST again that met it (V-04).
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
