import { sessionWire } from '../../contract/wire.ts'
import type { Account, TokenPair } from './account.ts'
import type { Ports } from './ports.ts'
import type { Request } from './request.ts'

const names = ['code', 'state', 'iss', 'session_state', 'scope'] as const

/** The authorization code of an address, in the query or in the query of the hash (ambiguities A26); null when there is none. */
export function codeIn(href: string): { code: string; state: string; iss?: string; clean: string } | null {
  const url = new URL(href)
  const inHash = new URLSearchParams(url.hash.includes('?') ? url.hash.slice(url.hash.indexOf('?') + 1) : '')
  const source = url.searchParams.has('code') && url.searchParams.has('state') ? url.searchParams : inHash
  const code = source.get('code')
  const state = source.get('state')
  if (!code || !state) return null
  const iss = source.get('iss')
  for (const name of names) { url.searchParams.delete(name); inHash.delete(name) }
  if (url.hash.includes('?')) {
    const rest = inHash.toString()
    url.hash = url.hash.slice(0, url.hash.indexOf('?')) + (rest && `?${rest}`)
  }
  return { code, state, ...(iss ? { iss } : {}), clean: url.pathname + url.search + url.hash }
}

/** Logs in with the code of the address and cleans the address. True when there was one (the page is loaded anew as that person). */
export async function loginByAddress(ports: Ports, request: Request, account: Account): Promise<boolean> {
  const found = codeIn(ports.location.href())
  if (!found) return false
  const { clean, ...body } = found
  ports.cleanAddress(clean)
  const pair = await request(sessionWire.loginByAuthCode, { body }).catch(() => null) as TokenPair | null
  if (!pair) return false
  await account.accept(pair)
  ports.location.replace(pair.redirect && pair.redirect.startsWith('/') && !pair.redirect.startsWith('//') ? pair.redirect : clean)
  return true
}
