import { describe, expect, test } from 'vitest'
import { choose, countChosen, everything, isChosen, nothing, pageState, type Selection } from './selection.ts'

describe('selection across pages', () => {
  test('rows of an earlier page stay selected while rows of another page are selected', () => {
    const s = choose(choose(nothing, [1, 2], true), [11, 12], true)
    expect(s).toEqual({ all: false, ids: [1, 2, 11, 12] })
    expect(countChosen(s, 486)).toBe(4)
    expect(choose(s, [2, 11], false)).toEqual({ all: false, ids: [1, 12] })
  })
  test('no row is selected twice', () => expect(choose(choose(nothing, [1], true), [1], true)).toEqual({ all: false, ids: [1] }))
  test('M113: selecting everything gives a filter with exceptions, not nine thousand ids', () => {
    const s = everything({ state: 'draft' }, [7])
    expect(s).toEqual({ all: true, except: [7], filter: { state: 'draft' } })
    expect([isChosen(s, 7), isChosen(s, 8)]).toEqual([false, true])
    expect(countChosen(s, 486)).toBe(485)
    const without = choose(s, [8, 9], false)
    expect(countChosen(without, 486)).toBe(483)
    expect(isChosen(without, 9)).toBe(false)
    expect(choose(without, [9], true)).toEqual({ all: true, except: [7, 8], filter: { state: 'draft' } })
  })
  test('the check box of the page covers only its selectable rows', () => {
    const s: Selection = { all: false, ids: [1, 3] }
    expect(pageState(s, [1, 3])).toBe('all')
    expect(pageState(s, [1, 2, 3])).toBe('some')
    expect(pageState(s, [2])).toBe('none')
    expect(pageState(nothing, [])).toBe('none')
  })
})
