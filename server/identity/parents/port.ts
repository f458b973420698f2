import type { ParentCode } from '../../../contract/identity/parents.ts'
import { parentPlatforms } from '../../../contract/identity/parents.ts'
import { refused } from '../../kernel/errors.ts'

/** The person that another platform has verified. */
export interface Verified {
  subject: string
  kind: 'YYF' | 'QY' | 'GR'
  name: string
  creditCode?: string
  companyName?: string
}

/** Asks one platform who brought a ticket. Throws `ticketRefused` or `parentUnavailable`. */
export interface ParentPlatform {
  code: ParentCode
  verify(ticket: string): Promise<Verified>
}

/** Calls an outside server; in demo mode our own stand-in. */
export type Ask = (url: string, init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }) => Promise<Response>

export const ticketRefused = () => refused('登录票据无效或已过期，请重新进入', 'TICKET_INVALID')
export const parentUnavailable = (code: ParentCode) => refused(`${parentPlatforms[code]}暂时无法使用，请稍后再试`, 'PARENT_UNAVAILABLE')
export const parentOff = (code: ParentCode) => refused(`${parentPlatforms[code]}登录尚未启用`, 'PARENT_OFF')
