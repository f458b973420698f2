import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareLines } from './line-diff.ts'

const textOf = (pieces: { text: string }[] | null) => pieces?.map((p) => p.text).join('')

describe('two texts clause by clause', () => {
  it('only a changed figure is marked; added and removed clauses are shown as such', () => {
    expect(
      compareLines(
        ['一、支持对象为本县企业。', '二、按设备投资额的10%给予补助，最高80万元。', '三、每年三月申报。'],
        ['一、支持对象为本县企业。', '二、按设备投资额的15%给予补助，最高100万元。', '四、资金由县财政安排，随时受理并即时兑付。'],
      ),
    ).toEqual([
      {
        kind: 'same',
        before: [{ text: '一、支持对象为本县企业。', mark: false }],
        after: [{ text: '一、支持对象为本县企业。', mark: false }],
      },
      {
        kind: 'changed',
        before: [
          { text: '二、按设备投资额的', mark: false },
          { text: '10%', mark: true },
          { text: '给予补助，最高', mark: false },
          { text: '80万元', mark: true },
          { text: '。', mark: false },
        ],
        after: [
          { text: '二、按设备投资额的', mark: false },
          { text: '15%', mark: true },
          { text: '给予补助，最高', mark: false },
          { text: '100万元', mark: true },
          { text: '。', mark: false },
        ],
      },
      { kind: 'removed', before: [{ text: '三、每年三月申报。', mark: true }], after: null },
      { kind: 'added', before: null, after: [{ text: '四、资金由县财政安排，随时受理并即时兑付。', mark: true }] },
    ])
  })
  it('each side still contains its whole text and nothing else', () => {
    const clause = fc
      .array(fc.constantFrom('补助', '企业', '不超过', '5', '10%', '。', '设备'), { minLength: 1, maxLength: 8 })
      .map((w) => w.join(''))
    const clauses = fc.array(clause, { maxLength: 8 })
    fc.assert(
      fc.property(clauses, clauses, (before, after) => {
        const rows = compareLines(before, after)
        expect(rows.flatMap((r) => (r.before ? [textOf(r.before)] : []))).toEqual(before)
        expect(rows.flatMap((r) => (r.after ? [textOf(r.after)] : []))).toEqual(after)
        for (const r of rows)
          expect(r.kind === 'same').toBe(r.before !== null && r.after !== null && ![...r.before, ...r.after].some((p) => p.mark))
      }),
    )
  })
})
