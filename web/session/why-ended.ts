import { HTTP_UNAUTHORIZED } from '../../contract/constants.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { sentence } from './failure.ts'
import type { Ports } from './ports.ts'

/** Why the session of a token is over, in the server’s words; empty: not known. The shared client would end the session once more. */
export async function whyEnded(ports: Ports, token: string | undefined): Promise<string> {
  if (!token) return ''
  try {
    const answer = await ports.fetch(sessionWire.info.path, {
      headers: { authorization: token, accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
    if (answer.status !== HTTP_UNAUTHORIZED) return ''
    return sentence(((await answer.json()) as { msg?: unknown }).msg)
  } catch {
    return ''
  }
}
