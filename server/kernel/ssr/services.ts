import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import type { Viewer } from '../../../contract/site.ts'
import type { Actor } from '../actor.ts'
import { AppError, fromDatabase } from '../errors.ts'
import { invoke } from '../implement.ts'
import type { Call, Kernel } from '../kernel.ts'

export interface Visit {
  actor: Actor | null
  token: string | null
  requestId?: string
  ip: string
  userAgent: string
  signal: AbortSignal
}

const statusOf: Record<string, number> = { NOT_FOUND: 404, FORBIDDEN: 403 }

/**
 * The `call` of a server loader: runs the endpoint's own pipeline as the visitor. A refusal becomes route data with a status, so that a
 * missing record answers 404 in place, and a page can say which part of its address is refused; unforeseen errors stay errors.
 */
export function serviceCall(
  k: Kernel,
  visit: Visit,
): (endpoint: { method: string; path: string }, input?: { query?: unknown; body?: unknown }) => Promise<unknown> {
  const call: Call = {
    actor: visit.actor,
    // A token that proves nobody counts as none (S-05): a call would refuse it, and a page cannot renew it.
    token: visit.actor && visit.token,
    requestId: visit.requestId ?? randomUUID(),
    ip: visit.ip,
    userAgent: visit.userAgent,
    signal: visit.signal,
    cookies: {},
    setCookie: () => {
      throw new Error('a rendered page sets no cookies')
    },
  }
  return async (endpoint, input = {}) => {
    try {
      return await invoke(k, endpoint, input, call)
    } catch (error) {
      const known = error instanceof AppError ? error : fromDatabase(error)
      if (!known) throw error
      const at = known.fields?.[0]?.path
      const message = at ? `地址里的 ${at} 不对：${known.message}` : known.message
      throw data(
        { code: known.code, message, ...(known.fields ? { fields: known.fields } : {}) },
        { status: known.status >= 400 ? known.status : (statusOf[known.code] ?? 422) },
      )
    }
  }
}

/** The visitor by the cookie. It only chooses what a page shows and proves nothing (S-05). An invalid token counts as no token. */
export async function viewerOf(k: Kernel, token: string | undefined): Promise<Actor | null> {
  if (!token || token.length > 512) return null
  return k.authenticate(token, { passive: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  })
}

export const publicViewer = (actor: Actor | null): Viewer | null => actor && { type: actor.type, name: actor.name }
