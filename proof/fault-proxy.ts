import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/**
 * down: connections are refused. hole: they stand, and nothing arrives anywhere. slow: every answer comes two seconds late.
 * reset: they are torn down as soon as something is sent.
 */
export type Fault = 'none' | 'down' | 'hole' | 'slow' | 'reset'

export interface FaultProxy {
  port: number
  /** Takes effect on connections that stand and on new ones. */
  become(fault: Fault): Promise<void>
  close(): Promise<void>
}

const SLOW_MS = 2000

/** A wire to a TCP port or a unix socket that fails as told. */
export async function faultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  let fault: Fault = 'none'
  const ends = new Map<Socket, Socket>()
  const server = createServer((client) => {
    const far = connect(target)
    ends.set(client, far)
    const both = [client, far] as const
    for (const [from, to] of [both, [far, client] as const]) {
      from.on('data', (part) => {
        if (fault === 'reset') return client.resetAndDestroy()
        if (fault === 'hole') return
        if (fault === 'slow' && from === far) setTimeout(() => to.writable && to.write(part), SLOW_MS)
        else to.write(part)
      })
      from.on('error', () => {})
      from.on('close', () => {
        // A hole hides also that the other side is gone, until it ends.
        if (fault === 'hole') return
        ends.delete(client)
        to.destroy()
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const [client, far] of ends) {
      client.resetAndDestroy()
      far.destroy()
    }
    ends.clear()
  }
  return {
    port,
    become: async (next) => {
      const before = fault
      fault = next
      if (next === 'down') {
        server.close()
        cut()
      } else if (before === 'down') await listen(port)
      // What was swallowed in a hole is lost; the connection could only confuse both sides.
      if (before === 'hole' && next !== 'hole') cut()
    },
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
        if (!server.listening) resolve()
      }),
  }
}
