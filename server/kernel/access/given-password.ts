import type { Endpoint } from '../../../contract/endpoint.ts'
import { GIVEN_PASSWORD } from '../../../contract/identity/given-password.ts'
import type { Actor } from '../actor.ts'
import { refused } from '../errors.ts'

const CHANGING = '/sys/user/savePwd'
const OWN_SESSION = '/sys/activeUser/'

/**
 * Somebody else knows a password that a system administrator set. A session that was opened with it only changes the password and ends, so
 * that nobody works in the name of another person without that person noticing: their own password is then gone (C-06).
 */
export function refuseGivenPassword(endpoint: Endpoint<any, any, any>, actor: Actor | null): void {
  if (!actor?.givenPassword || endpoint.access === 'public') return
  if (endpoint.path === CHANGING || endpoint.path.startsWith(OWN_SESSION)) return
  throw refused(GIVEN_PASSWORD, 'PASSWORD_GIVEN')
}
