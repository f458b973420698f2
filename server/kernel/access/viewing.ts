import type { Endpoint } from '../../../contract/endpoint.ts'
import { quoted } from '../../../contract/quoted.ts'
import { viewOnly } from '../../../contract/view-only.ts'
import type { Actor } from '../actor.ts'
import { refused } from '../errors.ts'

/** Calls that end the view or keep the session alive; they stay allowed. */
const OWN = new Set([
  '/sys/viewAs/end',
  '/sys/activeUser/logout',
  '/sys/activeUser/refreshToken',
  '/sys/activeUser/checkTokenInvalid',
  '/sys/activeUser/getVerifiCode',
])
/** Pictures that hold nothing of anybody: without them a map is blank. */
const PICTURES = new Set(['/map/tiles'])
/** Personal settings of the viewed person, and ways into other platforms in that person's name. */
const THEIRS = [
  '/sys/account/',
  '/sys/webauthn/',
  '/sms/optOut/mine',
  '/sys/draft/',
  '/sys/notice/',
  '/pol/my/',
  '/files/link',
  '/sys/activeUser/getCurrentUserSign',
  '/export/',
  '/import/',
]

/**
 * A security officer who views the platform as somebody else may only look. Refused are all changes, files and exports (they hold personal
 * data in clear), and personal matters of the viewed person (ADR 0712).
 */
export function refuseWhileViewing(endpoint: Endpoint<any, any, any>, actor: Actor | null): void {
  if (!actor?.viewer || OWN.has(endpoint.path) || PICTURES.has(endpoint.path)) return
  const looks = endpoint.method === 'GET' ? !endpoint.changes : endpoint.passive === true
  if (!looks || endpoint.blob) throw refused(viewOnly(actor.name), 'VIEW_ONLY')
  if (THEIRS.some((path) => endpoint.path.startsWith(path)))
    throw refused(`这是${quoted(actor.name)}本人的内容，以他人视角查看时不显示`, 'VIEW_ONLY')
}
