import { expect, test } from 'vitest'
import { newestOf } from './came-from.ts'

const HERE = 'http://a.example'
const lists = ['/page/policysearch', '/page/search']

test('the latest list of this site is used, with its query', () => {
  const walked = [`${HERE}/page/policyserverdetail?id=3`, `${HERE}/page/search?q=a&page=2#x`, `${HERE}/page/policysearch`]
  expect(newestOf(walked, lists, HERE)).toBe('/page/search?q=a&page=2')
})
test('another site, another page and an invalid address are not lists', () => {
  expect(
    newestOf(['', 'http://b.example/page/search?q=a', `${HERE}/page/searches`, 'javascript:alert(1)//page/search'], lists, HERE),
  ).toBeUndefined()
})
