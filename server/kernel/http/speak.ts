import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpointKey } from '../implement.ts'
import type { Call, Kernel } from '../kernel.ts'

/** Answers a request in another protocol than our envelope; the body is already parsed. */
export type Speaker = (request: Request, body: unknown, call: Call) => Promise<Response>

/** Registers an address for another protocol. Access, limits and the list of endpoints apply as for every call; the envelope does not. */
export function speak(k: Kernel, domain: string, endpoint: Endpoint<any, any, any>, speaker: Speaker): void {
  const key = endpointKey(endpoint)
  if (k.registry.has(key)) throw new Error(`${key} is declared twice`)
  const handler = () => Promise.reject(new Error(`${key} is called over HTTP only`))
  k.registry.set(key, { endpoint, domain, handler, speaks: speaker })
}

/** Passes a request on to its speaker as it came, and sends the speaker's answer. */
export async function sendSpoken(request: FastifyRequest, reply: FastifyReply, speaks: Speaker, call: Call): Promise<FastifyReply> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  // The URL names a placeholder host: the Host header of a caller is not trusted (I-08).
  const asked = new Request(`http://own${request.url}`, { method: request.method, headers, signal: call.signal })
  const answer = await speaks(asked, request.body, call)
  void reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store')
  return reply.send(Buffer.from(await answer.arrayBuffer()))
}
