import { siteAddress } from '../../contract/site/parts.ts'
import { isPublicHost } from '../kernel/config.ts'
import { invalidField } from '../kernel/errors.ts'

/**
 * Refuses an address in an internal network at the field: visitors of the public pages cannot open it. In the demo too, so that what works
 * there works in a county.
 */
export function refuseInner(field: string, url: string): void {
  if (!URL.canParse(url)) return
  const { hostname } = new URL(url)
  if (!isPublicHost(hostname)) throw invalidField(field, `“${hostname}”是内部网络的地址，访客打不开`)
}

/** The same for an address that 修改记录 brings back: it was perhaps saved before these rules. */
export function refuseUnfit(field: string, url: string): void {
  const { error } = siteAddress.safeParse(url)
  if (error) throw invalidField(field, error.issues[0]!.message)
  refuseInner(field, url)
}
