import { expect, it } from 'vitest'
import { callerKey, pollerKey } from './http.ts'

it('calls are counted by address, an IPv6 home network as one; a closed connection has no address and is no error', () => {
  expect(callerKey({ ip: '203.0.113.7' })).toBe('203.0.113.7')
  expect(callerKey({ ip: '::ffff:203.0.113.7' })).toBe('203.0.113.7')
  expect(callerKey({ ip: '2001:db8:1:2::7' })).toBe(callerKey({ ip: '2001:db8:1:2::8' }))
  expect(callerKey({ ip: '2001:db8:1:3::7' })).not.toBe(callerKey({ ip: '2001:db8:1:2::8' }))
  expect(callerKey({ ip: undefined })).toBe('hung up')
})

it('polled calls are counted by session, or by address without a session', () => {
  const ip = '203.0.113.7'
  expect(pollerKey({ ip, actor: { sessionId: 'a' } })).not.toBe(pollerKey({ ip, actor: { sessionId: 'b' } }))
  expect(pollerKey({ ip, actor: { sessionId: 'a' } })).toBe(pollerKey({ ip: '203.0.113.8', actor: { sessionId: 'a' } }))
  expect(pollerKey({ ip, actor: null })).toBe(callerKey({ ip }))
})
