import { parse } from 'node:path'
import { absent } from './screens.ts'

export interface Crawled {
  broken: string[]
  asked: number
}

const DOCUMENT = { accept: 'text/html', 'sec-fetch-dest': 'document' }
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
/** Limit of addresses per path, because filters can be combined without end. */
const PER_PATH = 60

/**
 * Follows every link, image, script, style and attachment of the pages, starting with the home page, the sitemap and `beginnings` (address,
 * where it was found). Only addresses of this site; addresses of the workbench answer with its shell.
 */
export async function crawl(base: string, beginnings: readonly (readonly [string, string])[], most: number): Promise<Crawled> {
  const found = new Map<string, string>()
  const queue: string[] = []
  const perPath = new Map<string, number>()
  const broken: string[] = []
  const add = (link: string, from: string) => {
    const url = URL.parse(link, base + from)
    // The identity provider of demo mode represents an external party, and its pages are valid in one sign-in only.
    if (!url || url.origin !== base || url.pathname.startsWith('/demo-idp/')) return
    const address = url.pathname + url.search
    if (found.has(address) || absent.includes(url.pathname)) return
    const kind = parse(url.pathname).ext ? '' : url.pathname
    const many = (perPath.get(kind) ?? 0) + 1
    if (kind && many > PER_PATH) return
    perPath.set(kind, many)
    found.set(address, from)
    queue.push(address)
  }
  add('/page/home', '/')
  add('/rss.xml', '/')
  const map = await (await fetch(`${base}/sitemap.xml`)).text()
  for (const [, address] of map.matchAll(/<loc>([^<]+)<\/loc>/g)) add(unescaped(address!), '/sitemap.xml')
  for (const [address, from] of beginnings) add(address, from)

  let asked = 0
  const ask = async (address: string) => {
    asked += 1
    const answer = await fetch(base + address, {
      headers: { ...DOCUMENT, 'x-forwarded-for': `10.44.${asked & 255}.9` },
      redirect: 'manual',
    })
    const text = await answer.text()
    const to = answer.headers.get('location')
    if (to?.startsWith('/404') || answer.status >= 400 || (to === null && answer.status >= 300))
      broken.push(`${found.get(address)} → ${address}: ${to ?? answer.status}`)
    else if (to) add(to, address)
    else if (answer.headers.get('content-type')?.startsWith('text/html')) {
      for (const [, link] of text.matchAll(/(?:href|src|poster)="([^"#]+)/g)) add(unescaped(link!), address)
      for (const [, id] of text.matchAll(/href="#([^"]+)"/g))
        if (!text.includes(`id="${id}"`)) broken.push(`${address} → #${id}: nothing there`)
    }
  }
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined && asked < most; next = queue.shift()) await ask(next)
  }
  // The first request runs alone, because at first there is only one address and the other workers would end at once.
  await ask(queue.shift()!)
  await Promise.all(Array.from({ length: 6 }, worker))
  return { broken, asked }
}
