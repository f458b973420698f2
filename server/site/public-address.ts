import { BlockList, isIP } from 'node:net'
import { siteAddress } from '../../contract/site/parts.ts'
import { isPublicHost } from '../kernel/config.ts'
import { invalidField } from '../kernel/errors.ts'

/** Addresses for examples in documents (IANA special-purpose registry): nothing answers there. */
const examples = new BlockList()
for (const [net, bits] of [
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  examples.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  examples.addSubnet(net, bits, 'ipv6')
/** Services whose names lead to the address that is written in them, or to the visitor's own machine. Others like them cannot be known. */
const NAMED_BY_ADDRESS = /(?:^|\.)(?:(?:nip|sslip|xip)\.io|(?:traefik|localtest|lvh|vcap|fuf)\.me|lacolhost\.com|local\.gd)\.?$/
/** An IPv4 address in a name, with dots or hyphens, as such services read it. */
const WRITTEN_ADDRESS = /(?<![\d])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/
const namesInner = (hostname: string): boolean => {
  const written = WRITTEN_ADDRESS.exec(hostname)?.slice(1).map(Number).join('.')
  return written !== undefined && isIP(written) !== 0 && !isPublicHost(written)
}

const opens = (hostname: string): boolean => {
  const ip = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(ip)
  if (version !== 0 && examples.check(ip, version === 6 ? 'ipv6' : 'ipv4')) return false
  return isPublicHost(hostname) && !NAMED_BY_ADDRESS.test(hostname) && !namesInner(hostname)
}

/**
 * Refuses an address in an internal network at the field: visitors of the public pages cannot open it. In the demo too, so that what works
 * there works in a county.
 */
export function refuseInner(field: string, url: string): void {
  if (!URL.canParse(url)) return
  const { hostname, port } = new URL(url)
  if (port === '0') throw invalidField(field, '端口不能是 0，访客打不开')
  if (!opens(hostname)) throw invalidField(field, `“${hostname}”是内部网络的地址，访客打不开`)
}

/** The same for an address that 修改记录 brings back: it was perhaps saved before these rules. */
export function refuseUnfit(field: string, url: string): void {
  const { error } = siteAddress.safeParse(url)
  if (error) throw invalidField(field, error.issues[0]!.message)
  refuseInner(field, url)
}
