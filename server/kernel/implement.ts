import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint, EndpointTable, Parsed, Result } from '../../contract/endpoint.ts'
import { checkAccess, signedIn, type Actor } from './actor.ts'
import { invalid, invalidField, type FieldIssue } from './errors.ts'
import { askedBy } from './access/asking.ts'
import { refuseGivenPassword } from './access/given-password.ts'
import { refuseWhileViewing } from './access/viewing.ts'
import type { KeptAnswers } from './answers/kept-answers.ts'
import type { Call, Kernel } from './kernel.ts'
import { faultsIn } from './http/input-faults.ts'
import { unstorableIn } from './http/storable-text.ts'
import { filterFaults, inOrder } from './lists/read-filters.ts'
import type { Speaker } from './http/speak.ts'
import { asWide, gathered, WidePage } from './answers/wide-pages.ts'

/** A binary answer (`blob: true`). `inline` shows it in the browser instead of saving it (pictures, PDF). */
export interface FileAnswer {
  fileName: string
  mime: string
  body: Buffer | Readable
  size?: number
  inline?: boolean
  /** the caller may ask for parts; `part`: `body` holds these bytes of `total`, both ends included (206) */
  ranges?: true
  part?: { start: number; end: number; total: number }
}

type HandlerInput<E extends Endpoint<any, any, any>> = Parsed<E> & {
  /** the caller; reading it without a session throws 401 */
  readonly actor: Actor
  readonly call: Call
}
type Wide<R> = R extends { total: number; list: (infer T)[] } ? WidePage<T> : never
type Answer<E extends Endpoint<any, any, any>> = E extends { blob: true } ? FileAnswer : Result<E> | Wide<Result<E>> | FileAnswer
export type Handlers<T extends EndpointTable> = { [K in keyof T]: (input: HandlerInput<T[K]>) => Answer<T[K]> | Promise<Answer<T[K]>> }

export interface Registered {
  endpoint: Endpoint<any, any, any>
  domain: string
  handler: (input: any) => unknown
  /** answers kept for callers without a token (kept-answers.ts) */
  kept?: KeptAnswers
  /** the endpoint speaks another protocol (speak.ts) */
  speaks?: Speaker
  /** a stream that stays open, for callers who ask for one (push/push.ts) */
  streams?: (input: { call: Call }) => Readable
}

export const endpointKey = (e: { method: string; path: string }, path = e.path) => `${e.method} ${path}`

/**
 * Registers a domain's handlers. A missing or misnamed handler and a result of the wrong shape are type errors; an endpoint without
 * declared access, or an address taken twice, stops the start (default deny, C-01).
 */
export function implement<T extends EndpointTable>(k: Kernel, domain: string, table: T, handlers: Handlers<T>): void {
  for (const [name, endpoint] of Object.entries(table)) {
    if (!endpoint.access) throw new Error(`${domain}.${name}: no access declared`)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const key = endpointKey(endpoint, path)
      if (k.registry.has(key)) throw new Error(`${key} is declared twice`)
      k.registry.set(key, { endpoint, domain, handler: handlers[name] as Registered['handler'] })
    }
  }
}

interface Raw {
  query?: unknown
  body?: unknown
}

/** Access → validation → use case → response schema: the one pipeline for HTTP and in-process calls. Throws AppError. */
export async function perform(registered: Registered, raw: Raw, call: Call): Promise<unknown> {
  const result = await performInStretches(registered, raw, call)
  return result instanceof WidePage ? gathered(result) : result
}

/**
 * The same, for callers that write the answer while it is read: many rows come as a WidePage, whose stretches are each checked against the
 * schema.
 */
export async function performInStretches({ endpoint, handler }: Registered, raw: Raw, call: Call): Promise<unknown> {
  checkAccess(endpoint.access, call.actor)
  refuseWhileViewing(endpoint, call.actor)
  refuseGivenPassword(endpoint, call.actor)
  const input = {
    query: endpoint.query ? inOrder(parse(endpoint.query, raw.query ?? {}, filterFaults)) : undefined,
    body: endpoint.body ? parse(endpoint.body, raw.body ?? {}) : undefined,
    call,
    get actor() {
      return signedIn(call.actor)
    },
  }
  const result = asWide(await askedBy(call, () => handler(input)))
  if (isFile(result) || !endpoint.returns) return result
  const returns: z.ZodType = endpoint.returns
  return result instanceof WidePage ? new WidePage(result.total, checked(returns, result)) : returns.parse(result)
}

async function* checked(returns: z.ZodType, { total, stretches }: WidePage<unknown>): AsyncGenerator<unknown[]> {
  for await (const list of stretches) yield (returns.parse({ total, list }) as { list: unknown[] }).list
}

export const isFile = (v: unknown): v is FileAnswer => typeof v === 'object' && v !== null && 'fileName' in v && 'mime' in v && 'body' in v

/** A page beyond this would make the database count its way there: page × pageSize stays within 100,000 (I-04). */
const REACH = 100_000

function parse(
  schema: z.ZodType,
  value: unknown,
  faults: (error: z.ZodError, given: unknown) => FieldIssue[] = (error) => faultsIn(error),
): unknown {
  const unstorable = unstorableIn(value)
  if (unstorable !== null) throw invalidField(unstorable.path, unstorable.message)
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw invalid(faults(parsed.error, value))
  const { page, pageSize } = (parsed.data ?? {}) as { page?: unknown; pageSize?: unknown }
  if (Number(page) * Number(pageSize) > REACH) throw invalidField('page', '页码超出范围，请缩小查询范围')
  return parsed.data
}

/** Calls an endpoint in process by its address (server-side rendering, jobs): same pipeline, no HTTP. */
export async function invoke(
  k: Kernel,
  endpoint: { method: string; path: string },
  input: { query?: unknown; body?: unknown },
  call: Call,
): Promise<unknown> {
  const registered = k.registry.get(endpointKey(endpoint))
  if (!registered) throw new Error(`${endpointKey(endpoint)} has no handler`)
  // With a token the answer may contain more, so only answers without a token are cached.
  if (!registered.kept || call.actor || call.token !== null) return perform(registered, input, call)
  // Callers share this value; a loader never changes it.
  return registered.kept.value(`in-process ${JSON.stringify(input.query ?? null)}`, () => perform(registered, input, call))
}

export interface EndpointRow {
  method: string
  path: string
  domain: string
  endpoint: Endpoint<any, any, any>
}
/** Every registered address (npm run -s endpoints, OpenAPI, the role matrix). */
export const listEndpoints = (k: Pick<Kernel, 'registry'>): EndpointRow[] =>
  [...k.registry].map(([key, { endpoint, domain }]) => ({
    method: endpoint.method,
    path: key.slice(key.indexOf(' ') + 1),
    domain,
    endpoint,
  }))
