import { sessionWire } from '../../contract/session-wire.ts'
import { ownAddress } from './own-address.ts'
import type { Account, TokenPair } from './account.ts'
import type { Ports } from './ports.ts'
import type { Request } from './request.ts'

/** OAuth 2.0: the user cancelled at the provider, and knows it. */
const CANCELLED = 'access_denied'

const names = ['code', 'state', 'iss', 'session_state', 'scope', 'error', 'error_description'] as const

/** The authorization code of an address, in the query or in the query of the hash (ambiguities A26); null when there is none. */
export function codeIn(href: string): { code: string; state: string; iss?: string; clean: string } | null {
  const { code, state, iss, clean } = answerIn(href)
  return code && state ? { code, state, ...(iss ? { iss } : {}), clean } : null
}

/** The identity provider's answer in an address, and the address without it. */
function answerIn(href: string) {
  const url = new URL(href)
  const inHash = new URLSearchParams(url.hash.includes('?') ? url.hash.slice(url.hash.indexOf('?') + 1) : '')
  const source = url.searchParams.has('state') ? url.searchParams : inHash
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => source.get(name))
  for (const name of names) {
    url.searchParams.delete(name)
    inHash.delete(name)
  }
  if (url.hash.includes('?')) {
    const rest = inHash.toString()
    url.hash = url.hash.slice(0, url.hash.indexOf('?')) + (rest && `?${rest}`)
  }
  return { code, state, iss, error, clean: url.pathname + url.search + url.hash }
}

/** Logs in with the code of the address and cleans the address. True when there was one (the page is reloaded as that user). */
export async function loginByAddress(ports: Ports, request: Request, account: Account): Promise<boolean> {
  const found = codeIn(ports.location.href())
  if (!found) {
    const { state, error, clean } = answerIn(ports.location.href())
    if (state && error) {
      ports.cleanAddress(clean)
      if (error !== CANCELLED) ports.toast.show('error', '登录未完成，请重新登录')
    }
    return false
  }
  const { clean, ...body } = found
  ports.cleanAddress(clean)
  const pair = (await request(sessionWire.loginByAuthCode, { body }).catch(() => null)) as TokenPair | null
  if (!pair) return false
  await account.accept(pair)
  ports.location.replace(ownAddress(pair.redirect, ports.location.href()) ?? clean)
  return true
}
