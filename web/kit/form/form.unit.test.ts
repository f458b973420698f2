import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CONSULT_TEXTAREA_MAX_ROWS, CONSULT_TEXTAREA_MIN_ROWS, FALLS_DEBOUNCE_MS, SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { creditCode, phone, requiredText, text, wireInt } from '../../../contract/fields.ts'
import { debounced } from '../debounce.ts'
import { sentMark } from './draft-sent.ts'
import { autosaver, DRAFT_DELAY_MS, DRAFT_RETRY_MS, offers, readStored, savedText, together, type Stored } from './draft.ts'
import { readFailure } from '../failure.ts'
import { shownAt } from './fields.ts'
import { checkField, checkValues, isDirty, isRequired, namedIn, placeErrors } from './form-values.ts'

const schema = z.strictObject({
  name: requiredText(30, '请输入标题'),
  code: creditCode,
  phone,
  note: text(300).optional(),
  amount: z.number().min(1),
})

describe('the schema gives the rules of a form', () => {
  test('V012 V013 V014 V015 M039 M040 M041 M042: the messages of the specification, one per field', () => {
    expect(checkValues(schema, { name: ' ', code: '', phone: '', amount: 0 })).toEqual([
      { path: 'name', message: '请输入标题' },
      { path: 'code', message: '社会信用代码不能为空' },
      { path: 'phone', message: '手机号不能为空' },
      { path: 'amount', message: '不能小于 1' },
    ])
    expect(checkField(schema, 'phone', '23800000000')).toBe('手机号格式错误')
    expect(checkField(schema, 'code', '91350100m000100Y43')).toBe('社会信用代码格式错误')
    expect(checkField(schema, 'phone', '13800000000')).toBeNull()
  })
  test('a form that begins with a whole row is checked by what its schema names', () => {
    const row = { id: 7, version: 2, name: '甲', code: '91350100M000100Y43', phone: '13800000000', amount: 3, updateTime: '2026-11-29' }
    expect(checkValues(schema, row)).toEqual([])
    expect(Object.keys(namedIn(schema, row))).toEqual(['name', 'code', 'phone', 'amount'])
    expect(namedIn(z.object({ name: z.string() }), row)).toEqual({ name: '甲' })
    expect(namedIn(z.looseObject({ name: z.string() }), row)).toBe(row)
    expect(
      namedIn(
        z.strictObject({ name: z.string() }).refine(() => true),
        row,
      ),
    ).toEqual({ name: '甲' })
  })
  test('a cleared control counts as empty', () => {
    expect(checkField(schema, 'note', null)).toBeNull()
    expect(checkValues(schema, { name: '甲', code: '91350100M000100Y43', phone: '13800000000', note: null, amount: 3 })).toEqual([])
    expect(checkField(schema, 'amount', null)).toBe('必填')
    expect([isRequired(schema, 'name'), isRequired(schema, 'note')]).toEqual([true, false])
  })
  test('errors of the server are shown at their fields; others are shown in the summary', () => {
    expect(
      placeErrors(
        [
          { path: 'body.phone', message: '手机号格式错误' },
          { path: 'items.0.x', message: '必填' },
          { path: 'other', message: '不支持的字段：other' },
        ],
        ['phone', 'items'],
      ),
    ).toEqual({
      fields: [
        { path: 'phone', message: '手机号格式错误' },
        { path: 'items', message: '第 1 行：必填' },
      ],
      rest: ['不支持的字段：other'],
    })
    // A control that writes two keys shows the faults of both.
    const place = { key: 'lng', label: '位置', also: ['lat'] }
    expect(placeErrors([{ path: 'body.lat', message: '要一起填写' }], ['lng'], shownAt([place]))).toEqual({
      fields: [{ path: 'lng', message: '要一起填写' }],
      rest: [],
    })
    expect(
      readFailure({ success: false, code: 'INVALID', msg: 'm', description: 'd', traceId: 't1', fields: [{ path: 'a', message: 'x' }] }),
    ).toEqual({ code: 'INVALID', message: 'd', traceId: 't1', fields: [{ path: 'a', message: 'x' }], sessionEnded: false })
    for (const status of [401, 402, 403]) expect(readFailure({ status }).sessionEnded).toBe(true)
    expect(readFailure(undefined).message).not.toBe('')
  })
  test('a form is dirty only when a value differs', () => {
    expect(isDirty({ a: 1, b: null }, { a: '1', b: '', c: undefined, d: [] })).toBe(false)
    expect(isDirty({ a: 1 }, { a: 2 })).toBe(true)
    expect(isDirty({ f: [{ p: 1 }] }, { f: [] })).toBe(true)
  })
})

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('saves two seconds after the last change, at once when a field loses the focus, and once per change', async () => {
    const saved = vi.fn(async () => {})
    const saver = autosaver(saved)
    expect(DRAFT_DELAY_MS).toBe(2000)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1900)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1900)
    expect(saved).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(saved).toHaveBeenCalledTimes(1)
    await saver.flush()
    expect(saved).toHaveBeenCalledTimes(1)
    saver.touch()
    await saver.flush()
    expect(saved).toHaveBeenCalledTimes(2)
    saver.touch()
    saver.cancel()
    await vi.advanceTimersByTimeAsync(5000)
    expect([saved.mock.calls.length, saver.pending]).toEqual([2, false])
  })
  test('a change made during a save is saved afterwards; a failed save stays pending', async () => {
    let finish: () => void = () => {}
    const saved = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const saver = autosaver(saved)
    saver.touch()
    void saver.flush()
    saver.touch()
    const second = saver.flush()
    finish()
    await vi.advanceTimersByTimeAsync(0)
    finish()
    await second
    expect(saved).toHaveBeenCalledTimes(2)
    const failing = autosaver(async () => {
      throw new Error('offline')
    })
    failing.touch()
    await failing.flush()
    expect(failing.pending).toBe(true)
  })
  test('the mark of unsaved changes is held from the first change until all are saved; between the tries of a failed save it is not', async () => {
    let finish: (isSaved: boolean) => void = () => {}
    let isHeld = false
    const saver = autosaver(
      () =>
        new Promise<void>((resolve, reject) => {
          finish = (isSaved) => (isSaved ? resolve() : reject(new Error('offline')))
        }),
      {
        take: () => {
          isHeld = true
        },
        release: () => {
          isHeld = false
        },
      },
    )
    const after = async (isSaved: boolean) => {
      finish(isSaved)
      await vi.advanceTimersByTimeAsync(0)
      return isHeld
    }
    saver.touch()
    expect(isHeld).toBe(true)
    void saver.flush()
    saver.touch()
    expect(await after(true), 'changed during the save').toBe(true)
    void saver.flush()
    expect(await after(true)).toBe(false)
    saver.touch()
    void saver.flush()
    expect(await after(false)).toBe(false)
    await vi.advanceTimersByTimeAsync(DRAFT_RETRY_MS)
    expect(isHeld, 'while it is tried again').toBe(true)
    expect(await after(true)).toBe(false)
    saver.touch()
    await saver.cancel()
    expect(isHeld).toBe(false)
  })
  test('a save that still runs when the form is sent is no unsaved input: leaving the page keeps no copy of it', async () => {
    let finish: () => void = () => {}
    const saver = autosaver(() => new Promise<void>((resolve) => (finish = resolve)))
    saver.touch()
    void saver.flush()
    expect(saver.pending).toBe(true)
    const ended = saver.cancel()
    expect(saver.pending).toBe(false)
    finish()
    await ended
    saver.touch()
    expect(saver.pending, 'what is typed afterwards counts').toBe(true)
  })
  test('a sent draft is not offered again; one of an earlier visit and one typed later are', () => {
    const kept = new Map<string, string>()
    const place = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const mark = () => sentMark('draft:sent:1:demo', () => place)
    const now = Date.now()
    expect(mark().read()({ savedAt: now })).toBe(false)
    mark().set([now - 5000])
    const isSent = mark().read()
    expect([now - 5000, now - 1000, now, now + 1].map((savedAt) => isSent({ savedAt }))).toEqual([false, true, true, false])
    // Sent before it was known what is offered: what was saved before the form was opened is of earlier visits.
    mark().set([], now - 3000)
    expect([now - 5000, now - 1000].map((savedAt) => mark().read()({ savedAt }))).toEqual([false, true])
    vi.advanceTimersByTime(25 * 3_600_000)
    expect(mark().read()({ savedAt: now })).toBe(false)
    expect(kept.size).toBe(0)
    kept.set('draft:sent:1:demo', '{"at":"x"}')
    expect(mark().read()({ savedAt: now }), 'damaged').toBe(false)
    const refused = sentMark('x', () => {
      throw new Error('no storage')
    })
    refused.set([])
    expect(refused.read()({ savedAt: now })).toBe(false)
  })
  test('草稿已保存 14:03; a draft is read again, a damaged one is not', () => {
    expect(savedText(Date.parse('2026-11-21T06:03:00Z'))).toBe('草稿已保存 14:03')
    expect(readStored('{"values":{"a":1},"savedAt":5}')).toEqual({ values: { a: 1 }, savedAt: 5 })
    expect(readStored('{"values":')).toBeNull()
    expect(readStored('{"values":{"a":1}}')).toBeNull()
  })
  test('typing without an answer to an offer overwrites no draft: each stays until it is taken or dropped', () => {
    type Note = { note: string }
    const left = (savedAt: number): Stored<Note> => ({ values: { note: `${savedAt}` }, savedAt, base: { note: '' } })
    /** A visit finds what the last one stored. */
    let stored: Stored<Note> | null = left(1)
    const visit = () => {
      const offered = offers<Note>()
      offered.begin(stored && readStored(JSON.stringify(stored)))
      return offered
    }
    for (const time of [2, 3]) stored = visit().with(left(time))
    const third = visit()
    expect(third.first()).toEqual(left(3))
    third.answer()
    expect(third.first(), 'the next one is offered').toEqual(left(2))
    stored = third.with(left(4))
    expect(stored).toEqual({ ...left(4), earlier: [left(2), left(1)] })
    const fourth = visit()
    expect(fourth.rest(), 'nothing is typed').toEqual(stored)
    for (const time of [4, 2, 1]) {
      expect(fourth.first()).toEqual(left(time))
      fourth.answer()
    }
    expect([fourth.first(), fourth.rest(), fourth.with(left(5))]).toEqual([null, null, left(5)])
  })
  test('drafts from several places are offered once each, the newest first', () => {
    const one = (savedAt: number) => ({ values: { note: String(savedAt) }, savedAt })
    expect(together([])).toBeNull()
    expect(together([one(2), { ...one(3), earlier: [one(2), one(1)] }, one(4)])).toEqual({ ...one(4), earlier: [one(3), one(2), one(1)] })
  })
  test('a draft that is not worth offering is dropped, with its earlier ones kept; damaged ones are not read', () => {
    const offered = offers<{ note: string }>()
    const one = (note: string, savedAt: number) => ({ values: { note }, savedAt })
    offered.begin({ ...one('', 3), earlier: [one('b', 2), one('', 1)] }, ({ values }) => values.note !== '')
    expect(offered.rest()).toEqual(one('b', 2))
    offered.begin(null)
    expect(offered.rest()).toBeNull()
    expect(readStored('{"values":{"a":1},"savedAt":5,"earlier":[{"values":{"a":0},"savedAt":4},{"values":{"a":0}},null]}')).toEqual({
      values: { a: 1 },
      savedAt: 5,
      earlier: [{ values: { a: 0 }, savedAt: 4 }],
    })
    expect(readStored('{"values":{"a":1},"savedAt":5,"earlier":"x"}')).toBeNull()
  })
  test('a failed save is retried until the form is gone', async () => {
    let online = false
    const saved = vi.fn(async () => {
      if (!online) throw new Error('offline')
    })
    const saver = autosaver(saved)
    saver.touch()
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS + DRAFT_RETRY_MS)
    expect([saved.mock.calls.length, saver.pending]).toEqual([2, true])
    online = true
    await vi.advanceTimersByTimeAsync(DRAFT_RETRY_MS)
    expect([saved.mock.calls.length, saver.pending]).toEqual([3, false])
    online = false
    saver.touch()
    await saver.end()
    await vi.advanceTimersByTimeAsync(DRAFT_RETRY_MS * 3)
    expect(saved).toHaveBeenCalledTimes(4)
  })
  test('K027 K028: 270 ms and 500 ms after the last call', async () => {
    expect([FALLS_DEBOUNCE_MS, SEARCH_DEBOUNCE_MS]).toEqual([270, 500])
    const ran = vi.fn()
    const d = debounced(ran, SEARCH_DEBOUNCE_MS)
    d.call('a')
    await vi.advanceTimersByTimeAsync(499)
    d.call('ab')
    await vi.advanceTimersByTimeAsync(499)
    expect(ran).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ran.mock.calls).toEqual([['ab']])
  })
  test('K028: nothing runs while an input method is composing', async () => {
    const ran = vi.fn()
    const d = debounced(ran, SEARCH_DEBOUNCE_MS)
    d.compose(true)
    d.call('zheng')
    await vi.advanceTimersByTimeAsync(3000)
    expect(ran).not.toHaveBeenCalled()
    d.call('政策')
    d.compose(false)
    await vi.advanceTimersByTimeAsync(500)
    expect(ran.mock.calls).toEqual([['政策']])
    d.call('政策库')
    d.flush()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ran.mock.calls).toEqual([['政策'], ['政策库']])
  })
})

test('K029 K030: the consult box has two to four rows', () =>
  expect([CONSULT_TEXTAREA_MIN_ROWS, CONSULT_TEXTAREA_MAX_ROWS]).toEqual([2, 4]))

describe('a year', () => {
  const form = z.strictObject({ year: wireInt(2000, 2100) })
  test('a cleared number is missing; out of range, a fraction and text have their own messages', () => {
    const said = (year: unknown) => checkValues(form, { year })[0]?.message
    expect(said(null)).toBe('必填')
    expect(said(undefined)).toBe('必填')
    expect(said(1899)).toBe('不能小于 2000')
    expect(said(20260)).toBe('不能大于 2100')
    expect(said(2026.5)).toBe('应为整数')
    expect(said('今年')).toBe('应为整数')
    expect(said(2026)).toBeUndefined()
    expect(checkField(form, 'year', null)).toBe('必填')
    expect(checkField(form, 'year', true)).toBe('应为整数')
  })
})
