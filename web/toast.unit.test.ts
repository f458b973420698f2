import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../contract/messages.ts'
import { keepUnread, sayKept, toast, toastStore, UNTIL_CLOSED } from './toast.ts'

const storage = new Map<string, string>()
const tab = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
}
/** Leaves the page for another one in the same tab, which shows no toasts yet. */
const nextPage = (afterMs = 300) => {
  keepUnread(tab)
  for (const { id } of toastStore.list()) toastStore.close(id)
  vi.advanceTimersByTime(afterMs)
  sayKept(tab)
}
const shown = () => toastStore.list().map(({ kind, text }) => `${kind} ${text}`)

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
})
afterEach(() => {
  for (const { id } of toastStore.list()) toastStore.close(id)
  vi.useRealTimers()
})

test('M063: that the password was changed is told by the log-in page too; another success is not', () => {
  toast.success('已保存')
  toast.success(messages.passwordChanged)
  nextPage()
  expect(shown()).toEqual([`success ${messages.passwordChanged}`])
})

test('M001: an error shown just before the page was left is shown on the next page for five seconds', () => {
  toast.error(messages.noWorkbench)
  nextPage()
  expect(shown()).toEqual(['error 当前角色尚未选择工作台，请联系管理员！'])
  vi.advanceTimersByTime(4900)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(200)
  expect(shown()).toEqual([])
  nextPage()
  expect(shown(), 'once').toEqual([])
})

test('read toasts, successes and old toasts are not shown again', () => {
  toast.error('读过的')
  vi.advanceTimersByTime(2100)
  toast.success('已保存')
  nextPage()
  expect(shown()).toEqual([])
  toast.warning('刚出现的')
  nextPage(20_000)
  expect(shown()).toEqual([])
})

test('a toast that stays is shown until it is closed, also on the page that follows, but not to whoever logs in there later', () => {
  toast.warning('查看已结束：时间到了', UNTIL_CLOSED)
  vi.advanceTimersByTime(4000)
  nextPage()
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toEqual(['warning 查看已结束：时间到了'])
  nextPage()
  expect(shown()).toEqual([])
  toast.warning('查看已结束：时间到了', UNTIL_CLOSED)
  toastStore.close(toastStore.list()[0]!.id)
  nextPage()
  expect(shown()).toEqual([])
})
