import { parentsWire } from '../../../contract/parents-wire.ts'

/** A sign-in that a parent platform put into the address: the endpoint with its input, and the page to open afterwards. */
export interface Arrival {
  endpoint: (typeof parentsWire)['loginByZzd' | 'szjjLogin' | 'zmlLogin']
  input: { query?: Record<string, string>; body?: Record<string, string> }
  redirect: string | null
}

/** Reads a sign-in from 浙政钉: accountId, token and name (spec §3 Embedded login), and the page of ours that asked for it. null: the address contains none. */
export function zzdArrival(search: string): Arrival | null {
  const params = new URLSearchParams(search)
  const body = given(params, ['accountId', 'token', 'name'])
  return body.token ? { endpoint: parentsWire.loginByZzd, input: { body }, redirect: params.get('redirect') } : null
}

/** Reads a sign-in from zml or szjj: the ticket, and the state with which this browser left. */
export function platformArrival(search: string): Arrival | null {
  const params = new URLSearchParams(search)
  const sent = given(params, ['ticket', 'state'])
  const redirect = params.get('redirect')
  if (!sent.ticket) return null
  if (params.get('from') === 'zml') return { endpoint: parentsWire.zmlLogin, input: { query: sent }, redirect }
  return params.get('from') === 'szjj' ? { endpoint: parentsWire.szjjLogin, input: { body: sent }, redirect } : null
}

const given = (params: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])))

/** The surrounding app gives a one-use code to pages that it knows; null outside the app. */
export async function codeOfContainer(): Promise<string | null> {
  const { dd } = window as { dd?: { getAuthCode?: (ask: object) => Promise<unknown> } }
  if (typeof dd?.getAuthCode !== 'function') return null
  const answer = (await dd.getAuthCode({ corpId: '' }).catch(() => null)) as { auth_code?: unknown; code?: unknown } | null
  const code = answer?.auth_code ?? answer?.code
  return typeof code === 'string' && code !== '' ? code : null
}
