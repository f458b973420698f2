import {
  HTTP_REFRESH_CODES,
  HTTP_UNAUTHORIZED,
  RELOAD_AFTER_REFRESH_S,
  REQUEST_TIMEOUT_MS,
  TOAST_ERROR_S,
  TOAST_LOGIN_401_S,
  TOAST_LOGIN_403_S,
} from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import { ApiError, businessFailure, httpFailure, sentence, type FailureBody } from './failure.ts'
import type { ToastAction } from '../toast.ts'
import { createFollowLater } from './follow-later.ts'
import type { Ports } from './ports.ts'
import type { Refresher } from './refresh.ts'
import type { SessionUser } from './session-reader.ts'
import { forgetUserOfLeft } from './until-left.ts'
import type { SessionStore } from './store.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** no toast: the caller shows the error itself (401, 402 and 403 still follow the session rules) */
  silent?: boolean
  /** with a form endpoint: send the body as it is (FormData) */
  noFormat?: boolean
  /** a repeated submit with the same key is executed once */
  idempotencyKey?: string
  timeoutMs?: number
  /** continues after the page is closed, for logs */
  keepalive?: boolean
}
export interface CallInput {
  query?: unknown
  body?: unknown
}
/** The result of a blob endpoint. */
export interface BlobAnswer {
  blob: Blob
  fileName: string
}

export interface RequestHooks {
  /** saves drafts before a reload */
  flushDrafts(): Promise<void> | void
  /** a reload would lose input on the screen */
  holdsTyping(): boolean
  /** the page is still loading its user and menus */
  opening(): boolean
  /** rights have changed and the page stays: user and menus are asked for anew */
  follow(): void
  /** why a change is not sent, because the page is no longer of whom the session is for; null: it is sent */
  refusal(endpoint: WireEndpoint): string | null | Promise<string | null>
  /** the session is about to be cleared without the user's doing */
  ending(): void
  /** it has been cleared; `reason` is the server's sentence */
  ended(user: SessionUser | undefined, reason: string): void
  /** the page already asks for a log-in, and no further message is shown: why the session ended, '' when not known; null: it does not ask */
  askedBecause(): string | null
  /** asks the user for a code of their second factor; false: declined */
  askCode(): Promise<boolean>
  /** asks for the password of the log-in; false: declined */
  askPassword(): Promise<boolean>
  /** the user lacks a permission for a refused call and can ask for it; `refusal` is the server's sentence */
  mayAsk(refusal: string): boolean
  askRight(refusedCall: string): Promise<void>
}

const FORBIDDEN = 'FORBIDDEN'
const RIGHTS_CHANGED = 'RIGHTS_CHANGED'
/** A call is repeated with a newer token, after a fresh code and after the password. */
const TRIES = 4
/** Minimum time between two records that the server has heard from the user. */
const SEEN_EVERY_MS = 10_000

/** The shared client of the specification (§7, §8). Resolves to `data` of the envelope, or rejects with ApiError after the error was shown. */
export function createRequest(ports: Ports, store: SessionStore, refresher: Refresher, hooks: RequestHooks) {
  const say = (options: CallOptions, text: string, seconds: number, ...action: ToastAction[]) => {
    if (!options.silent) ports.toast.show('error', text, seconds, ...action)
  }

  const send = async (endpoint: WireEndpoint, input: CallInput, options: CallOptions, token: string | undefined): Promise<Response> => {
    const time = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
    const { body, type } = encode(endpoint, input.body, options)
    try {
      return await ports.fetch(endpoint.path + queryString(input.query), {
        method: endpoint.method,
        headers: {
          accept: endpoint.blob ? '*/*' : 'application/json',
          ...(token ? { authorization: token } : {}),
          ...(type ? { 'content-type': type } : {}),
          ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        },
        ...(body === undefined ? {} : { body }),
        signal: options.signal ? AbortSignal.any([options.signal, time]) : time,
        ...(options.keepalive ? { keepalive: true } : {}),
      })
    } catch (error) {
      if (options.signal?.aborted) throw error
      say(options, messages.noResponse, TOAST_ERROR_S)
      throw new ApiError(0, messages.noResponse, { code: 'NO_RESPONSE' })
    }
  }

  /** Loads the page again; after a change of rights with its user and menus asked for anew. */
  const startAnew = (rightsChanged: boolean) => {
    if (rightsChanged) forgetUserOfLeft(ports, store)
    ports.location.reload()
  }
  /** The session is over: said once in the words of spec §8 (whoever asks for the log-in says why), unless the page asks for it already. */
  const end = (clear: () => void, text: string, seconds: number, reason: string) => {
    if (hooks.askedBecause() !== null) return
    const user = store.user()
    hooks.ending()
    clear()
    ports.toast.show('error', text, seconds)
    hooks.ended(user, reason)
  }

  const followLater = createFollowLater(ports, refresher, async () => {
    if (hooks.holdsTyping()) return hooks.follow()
    await hooks.flushDrafts()
    startAnew(true)
  })

  /** 402, 403: one refresh, then a reload after 2 s; or the end of the session (spec §4, §8). */
  const renew = async (status: number, token: string | undefined, options: CallOptions, body: Partial<FailureBody>): Promise<'again'> => {
    const rights = rightsOf(body)
    const outcome = await refresher.refresh(token, { rights, inPlace: hooks.opening() || hooks.holdsTyping() })
    if (outcome === 'newer') {
      if (status === 403 && !hooks.opening()) hooks.follow()
      return 'again'
    }
    if (outcome === 'refreshed') {
      // Drafts are flushed for a reload only: the refused call may be the save of a draft itself, and a flush waits for its end.
      if (hooks.holdsTyping()) {
        if (status === 403) hooks.follow()
        return 'again'
      }
      await hooks.flushDrafts()
      ports.after(RELOAD_AFTER_REFRESH_S * 1000, () => startAnew(status === 403))
      throw new ApiError(status, '', { ...body, code: 'REFRESHED' })
    }
    if (outcome === 'offline') {
      say(options, messages.noResponse, TOAST_ERROR_S)
      throw new ApiError(status, messages.noResponse, body)
    }
    if (outcome === 'recent') {
      const text = body.code === RIGHTS_CHANGED ? `您的权限刚刚又有变更，约 ${followLater(token)} 秒后自动更新` : businessFailure(body)
      say(options, text, TOAST_ERROR_S)
      throw new ApiError(status, text, body)
    }
    const [text, reason] = token ? [messages.loginTimeoutRefresh, refresher.refusal()] : [messages.pleaseLogin, hooks.askedBecause() ?? '']
    end(store.clearTokens, text, TOAST_LOGIN_403_S, reason)
    throw new ApiError(status, reason || text, body)
  }

  const receive = async (endpoint: WireEndpoint, response: Response, options: CallOptions, token: string | undefined): Promise<unknown> => {
    const json = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    if (response.ok && endpoint.blob && !json) return { blob: await response.blob(), fileName: fileNameOf(response) } satisfies BlobAnswer
    const text = await response.text()
    const body = parse(text)
    if (response.ok) {
      if (body.success === true) return body.data
      // After the proof, the same call is sent again with its input.
      const prove = body.code === 'FACTOR_STALE' ? hooks.askCode : body.code === 'PASSWORD_STALE' ? hooks.askPassword : undefined
      if (await prove?.()) return 'again'
      const message = businessFailure(body)
      const lacked = body.code === FORBIDDEN && hooks.mayAsk(message) ? endpoint.path : undefined
      const ask = lacked === undefined ? [] : [{ label: '申请权限', run: () => void hooks.askRight(lacked) }]
      say(options, message, TOAST_ERROR_S, ...ask)
      throw new ApiError(response.status, message, body, lacked)
    }
    if (response.status === HTTP_UNAUTHORIZED) {
      // A call with an older token says nothing about the present one.
      const reason = (!token && hooks.askedBecause()) || sentence(body.msg)
      if (!token || token === store.token()) end(store.clear, messages.loginTimeout401, TOAST_LOGIN_401_S, reason)
      throw new ApiError(HTTP_UNAUTHORIZED, reason || messages.loginTimeout401, body)
    }
    if ((HTTP_REFRESH_CODES as readonly number[]).includes(response.status)) return renew(response.status, token, options, body)
    const failure = httpFailure(response.status, endpoint.path, body, text)
    say(options, failure.text, failure.seconds)
    throw new ApiError(response.status, failure.text, { ...body, retryAfter: Number(response.headers.get('retry-after')) || 0 })
  }

  return async function request(endpoint: WireEndpoint, input: CallInput = {}, options: CallOptions = {}): Promise<unknown> {
    const token = store.token()
    if (token && !endpoint.passive && ports.now() - store.seenAt() > SEEN_EVERY_MS) store.noteSeen(ports.now())
    for (let tries = 0; tries < TRIES; tries++) {
      const asked = hooks.refusal(endpoint)
      const refusal = typeof asked === 'object' ? await asked : asked
      if (refusal !== null) {
        say(options, refusal, TOAST_ERROR_S)
        throw new ApiError(0, refusal, { code: 'OTHER_COMPANY' })
      }
      const now = store.token()
      const answer = await receive(endpoint, await send(endpoint, input, options, now), options, now)
      if (answer !== 'again') return answer
    }
    throw new ApiError(0, messages.noResponse)
  }
}
export type Request = ReturnType<typeof createRequest>

/** The version of the rights that a 403 names. */
const rightsOf = ({ code, data }: Partial<FailureBody>): number | undefined => {
  const { rights } = (code === RIGHTS_CHANGED && typeof data === 'object' && data !== null ? data : {}) as { rights?: unknown }
  return typeof rights === 'number' ? rights : undefined
}

type Envelope = { success?: boolean; data?: unknown } & Partial<FailureBody>
function parse(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Envelope) : {}
  } catch {
    return {}
  }
}

function encode(endpoint: WireEndpoint, body: unknown, { noFormat }: CallOptions): { body: BodyInit | undefined; type?: string } {
  if (endpoint.method === 'GET') return { body: undefined }
  if (body instanceof FormData || noFormat) return { body: body as BodyInit | undefined }
  if (endpoint.as === 'form') return { body: formOf(body), type: 'application/x-www-form-urlencoded' }
  // An invalid figure is NaN in a form; null would mean "none", so it is sent as text, which the server refuses at its field.
  return { body: JSON.stringify(body ?? {}, (_, v) => (Number.isNaN(v) ? 'NaN' : v)), type: 'application/json' }
}

const pairs = (value: unknown): [string, string][] =>
  Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([key, v]): [string, string][] => {
    if (v === undefined || v === null) return []
    if (Array.isArray(v)) return v.map((one): [string, string] => [key, String(one)])
    return [[key, typeof v === 'object' ? JSON.stringify(v) : String(v)]]
  })
const formOf = (value: unknown) => new URLSearchParams(pairs(value)).toString()
export const queryString = (value: unknown): string => {
  const text = formOf(value)
  return text && `?${text}`
}

function fileNameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    /* falls through to the plain name */
  }
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'download'
}
