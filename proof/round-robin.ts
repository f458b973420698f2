import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RoundRobin {
  base: string
  /** number of answers of each process so far */
  served: number[]
  replace(upstreams: readonly string[]): void
  close(): Promise<void>
}

/** A small load balancer: it uses the processes in turn, but only those that report ready; it asks them ten times a second. */
export async function roundRobin(first: readonly string[]): Promise<RoundRobin> {
  let upstreams = first
  const served: number[] = []
  let turn = 0
  const out = new Set<string>()
  const looks = setInterval(() => {
    for (const one of upstreams)
      void fetch(`${one}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ status }) => (status === 200 ? out.delete(one) : out.add(one)),
        () => out.add(one),
      )
  }, 100)
  const pass = (from: IncomingMessage, to: ServerResponse, body: Buffer, left: number) => {
    const ready = upstreams.filter((one) => !out.has(one))
    const chosen = ready[turn++ % ready.length] ?? upstreams[0]!
    const at = upstreams.indexOf(chosen)
    const target = new URL(from.url!, chosen)
    const sent = request(target, { method: from.method, headers: { ...from.headers, connection: 'close' }, agent: false }, (answer) => {
      served[at] = (served[at] ?? 0) + 1
      to.writeHead(answer.statusCode!, { ...answer.headers, 'x-process': String(at) })
      // When a process dies during its answer, the connection ends.
      answer.once('error', () => to.destroy())
      answer.pipe(to)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (to.headersSent) to.destroy()
      else if (left > 0 && error.code === 'ECONNREFUSED') pass(from, to, body, left - 1)
      else to.writeHead(502).end(String(error.code))
    })
    sent.end(body)
  }
  const server = createServer((from, to) => {
    void (async () => {
      const body = Buffer.concat((await from.toArray()) as Buffer[])
      pass(from, to, body, 2)
    })().catch(() => to.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    replace: (next) => {
      upstreams = next
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(looks)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
