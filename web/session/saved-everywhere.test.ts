import { expect, test } from 'vitest'
import { DRAFTS_LOCK } from './drafts.ts'
import { savedEverywhere } from './saved-everywhere.ts'
import { fakeBrowser, ok } from './testing/fake-browser.ts'

const twoPages = () => {
  const browser = fakeBrowser(() => ok())
  return [browser.tab(), browser.tab()] as const
}

test('a log-out waits until the other page, which holds something typed, has saved', async () => {
  const [page, other] = twoPages()
  const saving = Promise.withResolvers<void>()
  const done: string[] = []
  void other.ports.lock(DRAFTS_LOCK, () => saving.promise.then(() => void done.push('other')))
  const leaving = savedEverywhere(page.ports, async () => void done.push('own')).then(() => done.push('left'))
  await page.pass(200)
  expect(done).toEqual(['own'])
  saving.resolve()
  await leaving
  expect(done).toEqual(['own', 'other', 'left'])
})

test('a save of the own page that is not answered holds nobody up for long either', async () => {
  const [page] = twoPages()
  let left = false
  void savedEverywhere(page.ports, () => new Promise(() => {})).then(() => {
    left = true
  })
  await page.pass(2900)
  expect(left).toBe(false)
  await page.pass(200)
  expect(left).toBe(true)
})

test('a page that does not come to an end with saving holds nobody up for long', async () => {
  const [page, other] = twoPages()
  let left = false
  void savedEverywhere(page.ports, () => Promise.resolve()).then(() => {
    left = true
  })
  void other.ports.lock(DRAFTS_LOCK, () => new Promise(() => {}))
  await page.pass(2000)
  expect(left).toBe(false)
  await page.pass(1500)
  expect(left).toBe(true)
})
