import type { Encoding } from './endpoint.ts'

/** What the browser needs to make a call. Every endpoint of the contract is one. */
export interface WireEndpoint {
  method: 'GET' | 'POST'
  path: string
  as: Encoding
  blob?: boolean | undefined
  /** a look that does not count as activity of the session (S-06) */
  passive?: boolean | undefined
}

export const get = (path: string): WireEndpoint => ({ method: 'GET', path, as: 'json' })
export const post = (path: string, as: Encoding = 'json'): WireEndpoint => ({ method: 'POST', path, as })

/** The calls that every public page makes; those of the session stand apart, so that a page that is only read does not load them. */
export const shellWire = {
  verifyCode: get('/sys/activeUser/getVerifiCode'),
  saveDisplay: post('/sys/activeUser/saveDisplay'),
  needUpdatePwd: get('/sys/activeUser/isNeedUpdatePwd'),
  businessLog: post('/pol/policyBusinessLog/add'),
} as const
