import type { AddressInfo } from 'node:net'
import type { App } from '../../app.ts'

export interface Listener {
  status: number
  headers: Headers
  /** the messages received so far, without keep-alives */
  heard: string[]
  /** resolves when the server ends the stream */
  ended: Promise<void>
  hangUp(): void
}

/** Listens at a free port; the first call starts it. */
export async function addressOf({ http }: Pick<App, 'http'>): Promise<string> {
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

/** Opens one stream over its own connection, as a browser does. */
export async function listen(base: string, token: string): Promise<Listener> {
  const stop = new AbortController()
  const answer = await fetch(`${base}/sys/push`, { headers: { authorization: token, accept: 'text/event-stream' }, signal: stop.signal })
  const heard: string[] = []
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of answer.body!) {
      const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      heard.push(...blocks.filter((block) => block.startsWith('event: ')).map((block) => block.slice(7).replace('\ndata: ', ' ')))
    }
  }
  const ended = read().catch(() => {})
  return { status: answer.status, headers: answer.headers, heard, ended, hangUp: () => stop.abort() }
}
