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
 * React's string renderer writes no bytes and waits for nothing, which takes a third off a page. What waits (a part loaded late for the first
 * time) leaves its mark, and the page is rendered again by the one that waits.
 */
const WAITED = '<!--$!-->'
async function renderPage(element: ReactElement, nonce: string | undefined): Promise<string> {
  const html = renderToString(element)
  return html.includes(WAITED) ? renderWaiting(element, nonce) : `<!DOCTYPE html>${html}`
}

/** The abort timer is cleared, because a pending one pins the render's memory (stack-notes §3). */
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
      // Nothing is streamed: a part that waits for its script to be put in its place would only move what is around it.
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

/** As the router's own element writes them, at the end of the page and in one piece: its element waits for the stream, so the string renderer would lose them. */
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
  // A Response turns its text into a stream of bytes and back again; whoever renders here reads the text alone.
  return Object.assign(new Response(null, { status, headers }), { text: () => Promise.resolve(html) })
}

/** Refusals of a use case are no faults of the page; everything else is logged. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && error instanceof Error) console.error(error)
}
