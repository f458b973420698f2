import { expect, it } from 'vitest'
import { accountKey, addressKey, sessionKey } from './call-limits.ts'

const ip = '203.0.113.7'
const other = '203.0.113.8'

it('an address is an IPv4 address or the /64 of an IPv6 home network; a closed connection has no address and is no error', () => {
  expect(addressKey({ ip })).toBe(ip)
  expect(addressKey({ ip: `::ffff:${ip}` })).toBe(ip)
  expect(addressKey({ ip: '2001:db8:1:2::7' })).toBe(addressKey({ ip: '2001:db8:1:2::8' }))
  expect(addressKey({ ip: '2001:db8:1:3::7' })).not.toBe(addressKey({ ip: '2001:db8:1:2::8' }))
  expect(addressKey({ ip: undefined })).toBe('hung up')
})

it('polled calls are counted by session, or by address without a session', () => {
  expect(sessionKey({ ip, actor: { userId: 1, sessionId: 'a' } })).not.toBe(sessionKey({ ip, actor: { userId: 1, sessionId: 'b' } }))
  expect(sessionKey({ ip, actor: { userId: 1, sessionId: 'a' } })).toBe(sessionKey({ ip: other, actor: { userId: 1, sessionId: 'a' } }))
  expect(sessionKey({ ip, actor: null })).toBe(addressKey({ ip }))
})

it('calls with their own limit are counted by account over all its sessions, an officer who views as somebody by the officer', () => {
  const mine = accountKey({ ip, actor: { userId: 1, sessionId: 'a' } })
  expect(accountKey({ ip: other, actor: { userId: 1, sessionId: 'b' } })).toBe(mine)
  expect(accountKey({ ip, actor: { userId: 2, sessionId: 'c' } })).not.toBe(mine)
  const viewer = { userId: 2, name: '安全员', roles: [], until: '' }
  expect(accountKey({ ip, actor: { userId: 1, sessionId: 'd', viewer } })).toBe(accountKey({ ip, actor: { userId: 2, sessionId: 'c' } }))
  expect(accountKey({ ip, actor: null })).toBe(addressKey({ ip }))
})
