import type { FastifyReply, FastifyRequest } from 'fastify'

/** Turns a Fastify GET or HEAD into a web GET request, so that HEAD can report the length; it is aborted when the visitor disconnects. */
export function toRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return new Request(origin + request.originalUrl, { headers, signal: gone.signal })
}

/** A request without anything of the visitor, for rendering cached pages. */
export function sharedRequest(url: string, origin: string, cookie: string): Request {
  return new Request(origin + url, { headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) } })
}

export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  if (!header) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decode(part.slice(at + 1).trim())
  }
  return undefined
}
const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
