/**
 * An endpoint is data: method, path, access, input and output. Routing, access checks, validation, the typed client, OpenAPI and the role
 * matrix are derived from it. This file uses no schema library at run time, so that the browser may import it.
 */
import type { z } from 'zod'
import type { PermissionCode } from './permissions.ts'

export type UserType = 'QY' | 'GR' | 'YYF'

/** public: anyone · token: any logged-in user · types: these user types · can: holders of a permission code (staff) */
export type Access = 'public' | 'token' | { types: readonly UserType[] } | { can: PermissionCode }
export const types = (...list: UserType[]): Access => ({ types: list })
export const can = (code: PermissionCode): Access => ({ can: code })
export const accessText = (a: Access) => (typeof a === 'string' ? a : 'can' in a ? `can:${a.can}` : `type:${a.types.join(',')}`)

/** Encoding of the request: json, form (urlencoded) or multipart. */
export type Encoding = 'json' | 'form' | 'multipart'

export interface Endpoint<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: string
  access: Access
  /** the permission that the handler asks for besides, by the value of a query parameter: { kind: { visit: 'log:read' } } */
  canBy?: Readonly<Record<string, Readonly<Record<string, PermissionCode>>>>
  as: Encoding
  /** true: the response is a file, not an envelope */
  blob?: boolean
  query?: Q
  body?: B
  /** the text fields of a multipart call, besides the file */
  parts?: z.ZodType
  returns?: R
  /** further paths with the same handler (ambiguities A07) */
  aliases?: readonly string[]
  /** a GET that changes state answers no-store and is never prefetched */
  changes?: boolean
  /** a read that does not count as activity of the session (S-06) */
  passive?: boolean
  /** own request limit, calls per minute: of an account, or of an address without log-in (ADR 0907) */
  perMinute?: number
  /** counted by address also with a session: log-in and codes, so that guesses do not multiply with accounts */
  byAddress?: true
  /** authenticated by a signature over the request: the call contains its bytes and headers (ADR 0501) */
  signed?: boolean
  /** polled by an open page: callers with a session are counted by session, so that an office behind one address is not refused */
  polled?: boolean
  summary?: string
}

type Shape<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Omit<Endpoint<Q, B, R>, 'method' | 'path' | 'as'> & {
  as?: Encoding
}

export const get = <Q extends z.ZodType, R extends z.ZodType>(
  path: string,
  shape: Omit<Shape<Q, never, R>, 'body' | 'as'>,
): Endpoint<Q, never, R> => ({ ...shape, method: 'GET', path, as: 'json' })

export const post = <Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  path: string,
  shape: Shape<Q, B, R>,
): Endpoint<Q, B, R> => ({ as: 'json', ...shape, method: 'POST', path })

/** A domain's table of endpoints. */
export type EndpointTable = Record<string, Endpoint<any, any, any>>

type In<T> = [T] extends [never] ? undefined : T extends z.ZodType ? z.input<T> : undefined
type Out<T> = [T] extends [never] ? undefined : T extends z.ZodType ? z.output<T> : undefined

/** The input that a caller passes. */
export interface Input<E extends Endpoint<any, any, any>> {
  query?: E extends Endpoint<infer Q, any, any> ? In<Q> : never
  body?: E extends Endpoint<any, infer B, any> ? In<B> : never
}
/** The input that a handler receives after validation. */
export interface Parsed<E extends Endpoint<any, any, any>> {
  query: E extends Endpoint<infer Q, any, any> ? Out<Q> : never
  body: E extends Endpoint<any, infer B, any> ? Out<B> : never
}
/** The output that a handler returns (before undeclared fields are dropped) and that a caller gets. */
export type Result<E extends Endpoint<any, any, any>> = E extends Endpoint<any, any, infer R> ? z.input<R> : never
export type Data<E extends Endpoint<any, any, any>> = E extends Endpoint<any, any, infer R> ? z.output<R> : never

type InputOf<Q, B> = [Exclude<In<Q>, undefined>] extends [never] ? Exclude<In<B>, undefined> : Exclude<In<Q>, undefined>
/** The input of a list: the query of a GET, the body of a POST. */
export type AskedOf<E extends Endpoint<any, any, any>> = E extends Endpoint<infer Q, infer B, any> ? InputOf<Q, B> : never
/** Rows of a list, in either paging shape of the specification. */
export type RowOf<E extends Endpoint<any, any, any>> =
  Data<E> extends { list: readonly (infer R extends object)[] }
    ? R
    : Data<E> extends { commonPage: { list: readonly (infer R extends object)[] } }
      ? R
      : never
/** The keys by which a list can be filtered. */
export type CriterionOf<E extends Endpoint<any, any, any>> = Exclude<keyof AskedOf<E> & string, 'page' | 'pageSize' | 'sort' | 'order'>
/** The keys by which a list can be sorted: `amount` for `sort=amount` and `sort=-amount`. */
export type SortKeyOf<E extends Endpoint<any, any, any>> =
  AskedOf<E> extends { sort?: (infer S) | undefined } ? Exclude<S & string, `-${string}`> : never
