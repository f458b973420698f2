import { HTTP_GATEWAY_TIMEOUT, HTTP_NOT_FOUND, HTTP_UPDATING_CODES, TOAST_ERROR_S } from '../../contract/constants.ts'
import { fill, messages } from '../../contract/messages.ts'

export interface FieldFault {
  path: string
  message: string
}

/** A failed call. `message` is the sentence for the user; `fields` name the places of a schema refusal. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldFault[]
  readonly traceId: string | undefined
  readonly data: unknown
  /** the address of a refused call whose permission the user lacks and can ask for */
  readonly lacks: string | undefined
  /** seconds after which a busy server may be asked again; 0: it did not say */
  readonly retryAfter: number
  constructor(status: number, message: string, body: Partial<FailureBody> = {}, lacks?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : ''
    this.fields = Array.isArray(body.fields) ? body.fields : []
    this.traceId = typeof body.traceId === 'string' ? body.traceId : undefined
    this.data = body.data
    this.lacks = lacks
    this.retryAfter = body.retryAfter ?? 0
  }
}

export interface FailureBody {
  code: unknown
  msg: unknown
  description: unknown
  data: unknown
  traceId: unknown
  fields: FieldFault[]
  retryAfter: number
}

const LIMIT = 200
/** The text after the end of a code element; empty when it is not closed. */
function afterCode(part: string): string {
  const end = /<\/(?:style|script)>/i.exec(part)
  return end ? part.slice(end.index + end[0].length) : ''
}

/** Only text reaches the user: no objects, no markup, at most 200 characters (ambiguities A48, A51). */
export const sentence = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .split(/<(?:style|script)\b/i)
        .map((part, n) => (n === 0 ? part : afterCode(part)))
        .join('')
        .replace(/<[^<>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, LIMIT)
    : ''
const first = (...values: unknown[]) => values.map(sentence).find(Boolean)

/** Text and seconds for an HTTP error other than 401, 402, 403 (spec §8). `text` is the raw body. */
export function httpFailure(status: number, path: string, body: Partial<FailureBody>, text: string): { text: string; seconds: number } {
  const say = (message: string) => ({ text: message, seconds: TOAST_ERROR_S })
  if ((HTTP_UPDATING_CODES as readonly number[]).includes(status)) return say(messages.serverUpdating)
  if (status === HTTP_NOT_FOUND) return say(fill(messages.pathNotFound, { path }))
  if (status === HTTP_GATEWAY_TIMEOUT) return say(fill(messages.networkError, { body: sentence(text) }))
  return say(first(body.msg, body.description, text) ?? messages.noResponse)
}

/** Text of a business failure, `success: false` (spec §8: description, data, msg). */
export const businessFailure = (body: Partial<FailureBody>): string =>
  first(body.description, body.data, body.msg) ?? messages.unknownFailure
