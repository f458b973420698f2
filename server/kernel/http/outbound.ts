import { lookup } from 'node:dns/promises'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// IPv4 and IPv6 need separate lists: in one list, the mapped addresses would cover every IPv4 address.
const [inner4, inner6] = [new BlockList(), new BlockList()]
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // Protocol assignments, 6to4 relays, benchmarks of networks (IANA special-purpose registry).
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner4.addSubnet(net, bits, 'ipv4')
// Unspecified, loopback and embedded IPv4; translated; discard; protocol assignments (Teredo, ORCHID, benchmarks); unique local; link-local;
// multicast.
for (const [net, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner6.addSubnet(net, bits, 'ipv6')

/** Whether an address is loopback, private, link-local, unspecified or mapped (I-07). A text that is not an address counts as inner too. */
export const isInner = (ip: string): boolean => {
  const version = isIP(ip)
  return version === 0 || (version === 6 ? inner6.check(ip, 'ipv6') : inner4.check(ip))
}

export class InnerAddress extends Error {}

/** Resolves a name to all its addresses. */
export type Resolver = (host: string) => Promise<readonly { address: string; family: number }[]>
const dns: Resolver = (host) => lookup(host, { all: true })

/**
 * Sends one HEAD request to an outside address and returns the status. The name is resolved once, every address is checked, and the
 * connection uses a checked address, so that a name that resolves differently the next time gains nothing (DNS rebinding). Redirects are
 * not followed, and at most 16 KB of headers are read. Throws InnerAddress; an Error when there is no answer within `within` ms.
 */
export async function askOutside(
  address: string,
  { within = 5000, resolve = dns }: { within?: number; resolve?: Resolver } = {},
): Promise<number> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const signal = AbortSignal.timeout(within)
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(resolve(host), signal)
  if (found.length === 0 || found.some((one) => isInner(one.address))) throw new InnerAddress(host)
  const pinned: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, found as { address: string; family: number }[])
    else done(null, found[0]!.address, found[0]!.family)
  }
  const send = url.protocol === 'https:' ? secure : plain
  return new Promise((answered, failed) => {
    const call = send(url, { method: 'HEAD', agent: false, lookup: pinned, signal, maxHeaderSize: 16 << 10 }, (answer) => {
      answered(answer.statusCode ?? 0)
      answer.destroy()
    })
    call.on('error', failed)
    call.end()
  })
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true })
  })
  return Promise.race([work, late])
}
