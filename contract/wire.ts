import type { Encoding } from './endpoint.ts'

/** The data that the browser needs for a call; every endpoint of the contract has it. */
export interface WireEndpoint {
  method: 'GET' | 'POST'
  path: string
  as: Encoding
  blob?: boolean | undefined
  /** a read that does not count as activity of the session (S-06) */
  passive?: boolean | undefined
}

export const get = (path: string): WireEndpoint => ({ method: 'GET', path, as: 'json' })
export const post = (path: string, as: Encoding = 'json'): WireEndpoint => ({ method: 'POST', path, as })

/** The calls of every public page; those of the session are separate, so that pages that are only read do not load them. */
export const shellWire = {
  verifyCode: get('/sys/activeUser/getVerifiCode'),
  saveDisplay: post('/sys/activeUser/saveDisplay'),
  needUpdatePwd: get('/sys/activeUser/isNeedUpdatePwd'),
  businessLog: post('/pol/policyBusinessLog/add'),
} as const
