import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/**
 * down: connections are refused. hole: connections stay open, and no data arrives. slow: every answer comes two seconds late. reset: a
 * connection is torn down as soon as something is sent.
 */
export type Fault = 'none' | 'down' | 'hole' | 'slow' | 'reset'

export interface FaultProxy {
  port: number
  /** Applies the fault to open and to new connections. */
  become(fault: Fault): Promise<void>
  close(): Promise<void>
}

const SLOW_MS = 2000

/** A proxy to a TCP port or a unix socket that produces a given fault. */
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
        // In a hole the client does not learn either that the other side has closed, until the hole ends.
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
      // Data swallowed in a hole is lost, so the open connections are cut, because both sides would misread what follows.
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
