/**
 * An endpoint is data: method, path, who may call it, what goes in and what comes out. Routing, access checks, validation, the typed
 * client, OpenAPI and the role matrix are derived from it. This file holds no schema library at run time, so the browser may import it freely.
 */
import type { z } from 'zod'
import type { PermissionCode } from './permissions.ts'

export type UserType = 'QY' | 'GR' | 'YYF'

/** public: anyone · token: any logged-in user · types: these user types · can: holders of a permission code (staff) */
export type Access = 'public' | 'token' | { types: readonly UserType[] } | { can: PermissionCode }
export const types = (...list: UserType[]): Access => ({ types: list })
export const can = (code: PermissionCode): Access => ({ can: code })
export const accessText = (a: Access) => (typeof a === 'string' ? a : 'can' in a ? `can:${a.can}` : `type:${a.types.join(',')}`)

/** json, form (urlencoded), multipart for what is sent; blob marks a binary answer. */
export type Encoding = 'json' | 'form' | 'multipart'

export interface Endpoint<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: string
  access: Access
  as: Encoding
  /** true: the answer is a file, not an envelope */
  blob?: boolean
  query?: Q
  body?: B
  /** the text fields beside the file of a multipart call */
  parts?: z.ZodType
  returns?: R
  /** further addresses that answer the same (ambiguities A07) */
  aliases?: readonly string[]
  /** a GET that changes state answers no-store and is never prefetched */
  changes?: boolean
  /** a look that does not count as activity of the session (S-06) */
  passive?: boolean
  /** request limit of its own, calls a minute to one source; the general limit stands besides */
  perMinute?: number
  /** proved by a signature over what is sent: the call carries its bytes and headers (ADR 0501) */
  signed?: boolean
  /** asked again and again by an open page: who is logged in is counted for themselves, so that an office behind one address is not refused */
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

/** What a caller passes. */
export interface Input<E extends Endpoint<any, any, any>> {
  query?: E extends Endpoint<infer Q, any, any> ? In<Q> : never
  body?: E extends Endpoint<any, infer B, any> ? In<B> : never
}
/** What a handler receives after validation. */
export interface Parsed<E extends Endpoint<any, any, any>> {
  query: E extends Endpoint<infer Q, any, any> ? Out<Q> : never
  body: E extends Endpoint<any, infer B, any> ? Out<B> : never
}
/** What a handler returns (before the contract drops what it does not name) and what a caller gets. */
export type Result<E extends Endpoint<any, any, any>> = E extends Endpoint<any, any, infer R> ? z.input<R> : never
export type Data<E extends Endpoint<any, any, any>> = E extends Endpoint<any, any, infer R> ? z.output<R> : never

type InputOf<Q, B> = [Exclude<In<Q>, undefined>] extends [never] ? Exclude<In<B>, undefined> : Exclude<In<Q>, undefined>
/** What a list is asked: the query of a GET, the body of a POST. */
export type AskedOf<E extends Endpoint<any, any, any>> = E extends Endpoint<infer Q, infer B, any> ? InputOf<Q, B> : never
/** Rows of a list, in either paging shape of the specification. */
export type RowOf<E extends Endpoint<any, any, any>> =
  Data<E> extends { list: readonly (infer R extends object)[] }
    ? R
    : Data<E> extends { commonPage: { list: readonly (infer R extends object)[] } }
      ? R
      : never
/** What a list can be narrowed by. */
export type CriterionOf<E extends Endpoint<any, any, any>> = Exclude<keyof AskedOf<E> & string, 'page' | 'pageSize' | 'sort' | 'order'>
/** What a list can be sorted by: `amount` of `sort=amount` and `sort=-amount`. */
export type SortKeyOf<E extends Endpoint<any, any, any>> =
  AskedOf<E> extends { sort?: (infer S) | undefined } ? Exclude<S & string, `-${string}`> : never
