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
