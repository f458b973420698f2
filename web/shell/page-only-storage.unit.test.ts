import { expect, test } from 'vitest'
import { allowStorage } from './page-only-storage.ts'

test('a page whose browser refuses storage keeps what it stores until it is left; other pages keep their storage', () => {
  const refusing = Object.defineProperties({} as Window, {
    sessionStorage: {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    },
    localStorage: { configurable: true, value: { length: 0, mark: 'own' } },
  })
  expect(() => refusing.sessionStorage).toThrow('denied')
  allowStorage(refusing)
  const storage = refusing.sessionStorage
  storage.setItem('a', '1')
  storage.setItem('b', '2')
  storage.removeItem('a')
  expect([storage.length, storage.key(0), storage.getItem('a'), storage.getItem('b')]).toEqual([1, 'b', null, '2'])
  storage.clear()
  expect(storage.length).toBe(0)
  expect(refusing.localStorage).toMatchObject({ mark: 'own' })
})
