import { Writable } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from './context.ts'
import { NonceContext } from './shell/nonce.ts'
import { stylesFirst } from './shell/styles-first.ts'

export { servicesContext }
export const streamTimeout = 5_000

/**
 * React's string renderer needs about a third less time per page, but it cannot wait. When a part has to wait (a late-loaded part on its
 * first use), the HTML contains this mark, and the page is rendered again with the renderer that waits.
 */
const WAITED = '<!--$!-->'
async function renderPage(element: ReactElement, nonce: string | undefined): Promise<string> {
  const html = renderToString(element)
  return html.includes(WAITED) ? renderWaiting(element, nonce) : `<!DOCTYPE html>${html}`
}

/** The abort timer is cleared, because a pending one keeps the render's memory alive (stack-notes §3). */
function renderWaiting(element: ReactElement, nonce: string | undefined): Promise<string> {
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
      // Nothing is streamed: a part that a script puts into its place later would shift the layout.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
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

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/**
 * The data scripts as the router's own element writes them, but at the end of the page and in one piece. The router's element waits for the
 * stream, so the string renderer would lose them.
 */
async function dataScripts(stream: ReadableStream<Uint8Array> | undefined, nonce: string | undefined): Promise<string> {
  if (!stream) return ''
  const data = JSON.stringify(await textOf(stream)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const open = nonce ? `<script nonce="${nonce}">` : '<script>'
  const controller = 'window.__reactRouterContext.streamController'
  return `${open}${controller}.enqueue(${data});${controller}.close();</script>`
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
  const { serverHandoffStream, ...context } = routerContext
  const rendered = await renderPage(
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  const page = stylesFirst(rendered)
  const end = page.lastIndexOf('</body>')
  const html = context.renderMeta?.didRenderScripts
    ? `${page.slice(0, end)}${await dataScripts(serverHandoffStream, nonce)}${page.slice(end)}`
    : page
  // A Response would convert its text into a byte stream and back; the caller reads only the text.
  return Object.assign(new Response(null, { status, headers }), { text: () => Promise.resolve(html) })
}

/** Logs errors of the page. Errors of a use case are route data, not Error objects, and are not logged; nor are aborted requests. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && error instanceof Error) console.error(error)
}
