import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { askOutside, InnerAddress, isInner } from './outbound.ts'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '192.0.0.8',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '100::1',
  '2001::1',
  '2001:2::1',
  '5f00::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'no address',
])('%s is inner', (ip) => expect(isInner(ip)).toBe(true))
it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '192.0.2.1', '198.20.0.1', '2001:200::1', '2001:db8::1', '2400:3200::1'])(
  '%s is outside',
  (ip) => expect(isInner(ip)).toBe(false),
)

it('connects only to the checked address: a name that changes to loopback, or includes it, is not requested', async () => {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const loopback = { address: '127.0.0.1', family: 4 }
  // TEST-NET-1: no host answers there.
  const outside = { address: '192.0.2.1', family: 4 }
  let asked = 0
  const flips = async () => [asked++ === 0 ? outside : loopback]
  await expect(askOutside(`http://flip.example:${port}/`, { within: 300, resolve: flips })).rejects.not.toBeInstanceOf(InnerAddress)
  expect(asked).toBe(1)
  for (const found of [[loopback], [outside, loopback], []])
    await expect(askOutside(`http://mixed.example:${port}/`, { resolve: async () => found })).rejects.toBeInstanceOf(InnerAddress)
  await expect(askOutside('http://never.example/', { within: 50, resolve: () => new Promise(() => {}) })).rejects.toThrow(/timeout/)
  expect(hits).toBe(0)
  server.close()
})
