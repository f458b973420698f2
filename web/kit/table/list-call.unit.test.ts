import { expect, it } from 'vitest'
import { sharedViews } from '../../../contract/shared-view.ts'
import { listCallOf } from './list-call.ts'

it('names a list with the words that it always asks for, as the call of a shared view', () => {
  expect(listCallOf('/sys/log/list', { kind: 'audit' })).toBe('/sys/log/list?kind=audit')
  const asked = { scope: 'manage', id: 7, words: '张三', ids: [1], long: 'x'.repeat(21) }
  expect(listCallOf('/cms/news/list', asked)).toBe('/cms/news/list?scope=manage')
  for (const none of [undefined, () => ({ kind: 'audit' })]) expect(listCallOf('/sys/log/list', none)).toBe('/sys/log/list')
  expect(sharedViews.list.query!.safeParse({ table: 'auditLog', call: listCallOf('/sys/log/list', { kind: 'audit' }) }).success).toBe(true)
})
