import { describe, expect, test } from 'vitest'
import { arrange, isChanged, moved, pinned, toggled, widened } from './column-settings.ts'

const shipped = [{ key: 'title' }, { key: 'office' }, { key: 'state' }, { key: 'note', hidden: true }]
const view = (delta: Parameters<typeof arrange>[1], columns = shipped) =>
  arrange(columns, delta).map((c) => `${c.key}${c.visible ? '' : '-'}`)

describe('column settings', () => {
  test('default order and visibility', () => expect(view({})).toEqual(['title', 'office', 'state', 'note-']))
  test('columns can be hidden and shown', () => {
    expect(view(toggled(shipped, {}, 'office', false))).toEqual(['title', 'office-', 'state', 'note-'])
    expect(view(toggled(shipped, {}, 'note', true))).toEqual(['title', 'office', 'state', 'note'])
    expect(view(toggled(shipped, toggled(shipped, {}, 'note', true), 'note', false))).toEqual(['title', 'office', 'state', 'note-'])
  })
  test('the last visible column cannot be hidden', () => {
    const one = [{ key: 'title' }]
    expect(toggled(one, {}, 'title', false)).toEqual({})
  })
  test('order', () => {
    const delta = moved(shipped, {}, 'state', -1)
    expect(view(delta)).toEqual(['title', 'state', 'office', 'note-'])
    expect(moved(shipped, {}, 'title', -1)).toEqual({})
  })
  test('a column of a later version has its default place and visibility; a removed column is dropped', () => {
    const delta = { order: ['state', 'gone', 'office', 'title', 'note'], hidden: ['office'] }
    const later = [{ key: 'title' }, { key: 'fresh' }, { key: 'office' }, { key: 'state' }, { key: 'note', hidden: true }]
    expect(view(delta, later)).toEqual(['state', 'office-', 'title', 'fresh', 'note-'])
  })
  test('pinned columns come first in their order and can be unpinned; widths are limited; without changes nothing is stored', () => {
    const both = pinned(pinned({}, 'state', true), 'office', true)
    expect(view(both)).toEqual(['office', 'state', 'title', 'note-'])
    expect(view(pinned(both, 'office', false))).toEqual(['state', 'title', 'office', 'note-'])
    expect(isChanged(pinned(pinned(both, 'office', false), 'state', false))).toBe(false)
    expect(widened({}, 'title', 9000).widths).toEqual({ title: 800 })
    expect(widened(widened({}, 'title', 320.4), 'state', 2).widths).toEqual({ title: 320, state: 60 })
    expect(arrange(shipped, { widths: { title: 320, gone: 100 } })[0]).toEqual({ key: 'title', visible: true, pinned: false, width: 320 })
  })
})
