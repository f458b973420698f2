import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMessages } from './window-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two windows of one browser: what the first sends, the second hears. */
function twoWindows() {
  const token: { sender?: string; receiver?: string } = {}
  const heard: string[] = []
  let deliver: (event: MessageEvent<string>) => void = () => {}
  const sender = createMessages(
    { postMessage: (data: string) => deliver({ data } as MessageEvent<string>), addEventListener: () => {} },
    () => token.sender,
  )
  createMessages(
    {
      postMessage: () => {},
      addEventListener: (_: string, listener: unknown) => {
        deliver = listener as typeof deliver
      },
    },
    () => token.receiver,
  ).listen((message) => heard.push(message))
  return { token, heard, send: sender.broadcast, deliver: (data: string) => deliver({ data } as MessageEvent<string>) }
}

test('a log-in elsewhere is heard when its cookie is here, not before', () => {
  const { token, heard, send } = twoWindows()
  token.sender = 'newtoken'
  send('login')
  vi.advanceTimersByTime(100)
  expect(heard).toEqual([])
  token.receiver = 'newtoken'
  vi.advanceTimersByTime(20)
  expect(heard).toEqual(['login'])
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(['login'])
})

test('a newer token replaces the one that this window still has', () => {
  const { token, heard, send } = twoWindows()
  Object.assign(token, { sender: 'newtoken', receiver: 'oldtoken' })
  send('token')
  expect(heard).toEqual([])
  token.receiver = 'newtoken'
  vi.advanceTimersByTime(20)
  expect(heard).toEqual(['token'])
})

test('with the cookie here it is heard at once; one that never comes is heard after two seconds', () => {
  const { token, heard, send } = twoWindows()
  Object.assign(token, { sender: 'newtoken', receiver: 'newtoken' })
  send('login')
  expect(heard).toEqual(['login'])
  token.receiver = 'another'
  send('token')
  vi.advanceTimersByTime(1_900)
  expect(heard).toEqual(['login'])
  vi.advanceTimersByTime(200)
  expect(heard).toEqual(['login', 'token'])
})

test('all other messages, and those of a page of an earlier version, are heard at once', () => {
  const { token, heard, send, deliver } = twoWindows()
  Object.assign(token, { sender: 'newtoken', receiver: 'oldtoken' })
  for (const message of ['leaving', 'logout', 'ended', 'ended 您已在其他页面退出登录'] as const) send(message)
  deliver('login')
  expect(heard).toEqual(['leaving', 'logout', 'ended', 'ended 您已在其他页面退出登录', 'login'])
})
