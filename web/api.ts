import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import type { WireEndpoint } from '../contract/wire.ts'
import type { BlobAnswer, CallOptions } from './session/request.ts'
import { essential } from './shell/chunks.ts'

export { ApiError, type FieldFault } from './session/failure.ts'
export type { BlobAnswer, CallOptions } from './session/request.ts'

const runtime = essential(() => import('./session/runtime.ts'))
type AnyEndpoint = Endpoint<any, any, any>
/**
 * Only the address and the encoding. An endpoint of the contract has `access` and does not match, because otherwise a wrong input would
 * pass untyped.
 */
type BareWire = WireEndpoint & { access?: undefined }
type Answer<E> = E extends { blob: true } ? BlobAnswer : E extends AnyEndpoint ? Data<E> : unknown

/**
 * Calls the server from the browser (spec §7, §8): `call(policy.list, { query: { page: 1 } })`. Resolves to the `data` of the envelope, for
 * blob endpoints to `{ blob, fileName }`. Errors are shown as a toast (unless `silent`) and thrown as ApiError.
 */
export function call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>, options?: CallOptions): Promise<Answer<E>>
export function call(endpoint: BareWire, input?: { query?: unknown; body?: unknown }, options?: CallOptions): Promise<unknown>
export function call(endpoint: WireEndpoint, input?: { query?: unknown; body?: unknown }, options?: CallOptions): Promise<unknown> {
  return runtime().then(({ request }) => request(endpoint, input, options))
}

/** Saves the answer of a blob endpoint as a file. */
export function saveBlob({ blob, fileName }: BlobAnswer): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
