import { describe, expect, test } from 'vitest'
import { arrange, isChanged, moved, parseDelta, settingsKey, toggled } from './column-settings.ts'

const shipped = [{ key: 'title' }, { key: 'office' }, { key: 'state' }, { key: 'note', hidden: true }]
const view = (delta: Parameters<typeof arrange>[1], columns = shipped) =>
  arrange(columns, delta).map((c) => `${c.key}${c.visible ? '' : '-'}`)

describe('column settings', () => {
  test('damaged storage counts as nothing changed', () => {
    for (const bad of [null, '', '{', '[1]', 'null', '{"order":"x","density":"huge"}']) expect(isChanged(parseDelta(bad))).toBe(false)
  })
  test('shipped order and visibility', () => expect(view({})).toEqual(['title', 'office', 'state', 'note-']))
  test('hidden and shown columns come and go', () => {
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
  test('a column of a later version stands where it ships, with its own default; a vanished one is forgotten', () => {
    const delta = parseDelta('{"order":["state","gone","office","title","note"],"hidden":["office"]}')
    const later = [{ key: 'title' }, { key: 'fresh' }, { key: 'office' }, { key: 'state' }, { key: 'note', hidden: true }]
    expect(view(delta, later)).toEqual(['state', 'office-', 'title', 'fresh', 'note-'])
  })
  test('each person and table has a key of its own', () => expect(settingsKey('7', 'policy')).not.toBe(settingsKey('8', 'policy')))
})
