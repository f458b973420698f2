import { Writable } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from './context.ts'
import { NonceContext } from './shell/nonce.ts'

export { servicesContext }
export const streamTimeout = 5_000

/**
 * The whole page as one string: loader data travels in a Suspense boundary, so renderToString would lose it, and buffered output can be
 * cached and hashed. The abort timer is cleared, because a pending one pins the render's memory (stack-notes §3).
 */
function renderAll(element: ReactElement, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(parts).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      onAllReady() {
        clearTimeout(timer)
        pipe(sink)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error as Error)
      },
      onError(error) {
        if (!(error instanceof Error && error.name === 'AbortError')) console.error(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce } = loadContext.get(servicesContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await renderAll(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  // A Response turns its text into a stream of bytes and back again; whoever renders here reads the text alone.
  return Object.assign(new Response(null, { status, headers }), { text: () => Promise.resolve(html) })
}

/** Refusals of a use case are no faults of the page; everything else is logged. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && error instanceof Error) console.error(error)
}
