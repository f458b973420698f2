import { describe, expect, it } from 'vitest'
import type { DeclarationRow, ReviewDetail } from '../../../contract/declaration.ts'
import { dueOf, localTime } from '../../kit/date/local-time.ts'
import { filteredItems, namedItems, tooMany } from './batch.ts'
import { checksOf, decidesAmount, shownOf, valueText } from './changes.ts'
import { correctionFaults, hasFaults, placesOf } from './corrections.ts'
import { nextToReview, placeIn, queuePage } from './queue.ts'
import { paperKey, stepKey } from '../../kit/table/step-keys.ts'
import { noGround } from './desk-verdict.tsx'
import { forgetTyped, isEarlier, keepTyped, startOf, takenOf } from './typed.ts'

const template = {
  name: '引才补贴',
  amountField: 'amount',
  sections: [
    {
      key: 'talents',
      title: '引才情况',
      fields: [
        { key: 'doctors', label: '博士', type: 'integer' as const, required: true, unit: '人' },
        {
          key: 'kind',
          label: '方式',
          type: 'multiEnum' as const,
          required: false,
          options: [
            { label: '全职', value: 'full' },
            { label: '柔性', value: 'part' },
          ],
        },
        { key: 'amount', label: '申请金额', type: 'money' as const, required: true },
      ],
    },
  ],
  materials: [{ key: 'diplomas', name: '学位证明', required: true, accept: ['.pdf' as const], maxMb: 30, maxCount: 2 }],
  steps: [
    { step: 'accept' as const, permission: 'declaration:accept' as const, officeId: null, mode: 'one' as const },
    { step: 'decide' as const, permission: 'declaration:review' as const, officeId: 1, mode: 'one' as const },
  ],
}
const file = (filePath: string) => ({ filePath, fileName: `${filePath}.pdf`, size: 10 })
const detail = {
  project: { template },
  state: 7,
  formData: { doctors: 1, kind: ['full'], amount: 5 },
  files: { diplomas: [file('b')] },
  previous: { formData: { doctors: 3, kind: ['full'], amount: 5 }, files: { diplomas: [file('a')] } },
  corrections: [{ path: 'form.doctors', label: '博士', message: '请核对人数', oldValue: 3 }],
  risks: null,
  riskType: null,
  company: { completeness: null },
} as unknown as ReviewDetail
const row = (id: number, allowed: string[] = ['pass']) =>
  ({ id, version: id + 10, declareNo: `SB${id}`, companyName: `企业${id}`, amount: 1, allowed }) as unknown as DeclarationRow

describe('times', () => {
  it('refuses a text that is not an instant', () => {
    expect(localTime('x')).toBe('')
    expect(dueOf(null, 0)).toBeNull()
    expect(dueOf('x', 0)).toBeNull()
  })
  it('reads an instant in Shanghai', () => expect(localTime('2026-11-20T16:30:00Z')).toBe('2026-11-21 00:30:00'))
  it('distinguishes overdue, close and distant deadlines', () => {
    const now = Date.parse('2026-11-21T10:00:00+08:00')
    expect(dueOf('2026-11-19T23:59:59+08:00', now)).toEqual({ tone: 'urgent', text: '已超期 2 天' })
    expect(dueOf('2026-11-21T09:00:00+08:00', now)).toEqual({ tone: 'urgent', text: '已超期' })
    expect(dueOf('2026-11-21T23:59:59+08:00', now)).toEqual({ tone: 'urgent', text: '今天到期' })
    expect(dueOf('2026-11-24T23:59:59+08:00', now)).toEqual({ tone: 'urgent', text: '剩 3 天' })
    expect(dueOf('2026-11-25T00:00:00+08:00', now)).toEqual({ tone: 'none', text: '2026-11-25' })
  })
  it('counts a term of working days as the server does', () => {
    const monday = Date.parse('2026-11-23T10:00:00+08:00')
    expect(dueOf('2026-11-20T23:59:59+08:00', monday, -1)).toEqual({ tone: 'urgent', text: '已超期 1 个工作日' })
    const saturday = Date.parse('2026-11-21T10:00:00+08:00')
    expect(dueOf('2026-11-20T23:59:59+08:00', saturday, 0)).toEqual({ tone: 'urgent', text: '已超期' })
    expect(dueOf('2026-11-25T23:59:59+08:00', saturday, 3)).toEqual({ tone: 'urgent', text: '剩 3 个工作日' })
    expect(dueOf('2026-11-26T23:59:59+08:00', saturday, 4)).toEqual({ tone: 'none', text: '2026-11-26' })
  })
})

describe('queue', () => {
  it('does not know a record outside the filter', () =>
    expect(placeIn([row(1)], 9, 1, 1)).toEqual({ at: 0, total: 1, before: null, after: 1 }))
  it('counts across pages of 100', () => {
    expect(queuePage(21, 10)).toBe(3)
    expect(placeIn([row(1), row(2), row(3)], 2, 3, 240)).toEqual({ at: 202, total: 240, before: 1, after: 3 })
  })
  it('opens the next declaration that waits for the user, else an earlier one, else none', () => {
    expect(nextToReview([row(1), row(2), row(3, []), row(4)], 2)).toBe(4)
    expect(nextToReview([row(1), row(2)], 2)).toBe(1)
    expect(nextToReview([row(1, []), row(2)], 2)).toBeNull()
  })
  it('moves with J and K, but not while typing or with a modifier', () => {
    const key = (k: string, more = {}) => ({ key: k, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more })
    expect(stepKey(key('j'), { tagName: 'TEXTAREA', isContentEditable: false })).toBeNull()
    expect(stepKey(key('j', { ctrlKey: true }), null)).toBeNull()
    expect(stepKey(key('x'), null)).toBeNull()
    expect([stepKey(key('J'), null), stepKey(key('k'), { tagName: 'BUTTON', isContentEditable: false })]).toEqual(['after', 'before'])
  })
  it('turns pages with brackets, also with those of a Chinese input method', () => {
    const key = (k: string, more = {}) => ({ key: k, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more })
    expect(paperKey(key(']'), { tagName: 'INPUT', isContentEditable: false })).toBeNull()
    expect(paperKey(key('[', { altKey: true }), null)).toBeNull()
    expect(['[', '【', ']', '】', '('].map((k) => paperKey(key(k), null))).toEqual(['before', 'before', 'after', 'after', null])
  })
})

describe('what is shown', () => {
  const shown = shownOf(detail)
  it('marks only differences from the previous round', () => {
    expect(shown.sections[0]!.fields.map((f) => f.before)).toEqual(['3 人', null, null])
    expect(shown.sections[0]!.fields[0]!.asked).toBe('请核对人数')
    expect(shown.materials[0]).toMatchObject({ changed: true, removed: [{ filePath: 'a' }], files: [{ filePath: 'b', isNew: true }] })
    expect(shown.changes).toBe(2)
  })
  it('marks nothing in the first round', () => expect(shownOf({ ...detail, previous: null }).changes).toBe(0))
  it('shows values as text', () => {
    expect(valueText({ type: 'boolean' }, false)).toBe('否')
    expect(valueText({ type: 'integer' }, 0)).toBe('0')
    expect(valueText({ type: 'money' }, null)).toBe('无')
    expect(valueText({ type: 'multiEnum', options: template.sections[0]!.fields[1]!.options }, ['full', 'part'])).toBe('全职、柔性')
    expect(valueText({ type: 'money' }, 1234.5)).toBe('1,234.5 万元')
  })
  it('never calls an unread archive free of risk', () => {
    expect(checksOf(detail).find((c) => c.label === '风险核查')?.state).toBe('unknown')
    expect(
      checksOf({ ...detail, risks: [{ riskName: '欠税', riskCount: 1, blocking: true }] }).find((c) => c.label === '风险核查')?.state,
    ).toBe('bad')
    expect(checksOf({ ...detail, files: {} })[0]).toMatchObject({ state: 'bad', text: '缺少：学位证明' })
  })
  it('asks for an amount only at the last step', () => {
    const code = (step: string) => ({ accept: 1, review: 2, decide: 7 })[step]!
    expect(decidesAmount({ ...detail, state: 1 }, code)).toBe(false)
    expect(decidesAmount(detail, code)).toBe(true)
  })
})

describe('the input of a decision', () => {
  it('keeps text across versions, but not an amount typed for another version', () => {
    keepTyped(9, { version: 3, opinion: '同意', amount: '5,0', ground: noGround })
    expect(startOf({ id: 9, version: 4, amount: 2, measured: 1.5 })).toEqual({
      version: 4,
      opinion: '同意',
      amount: '1.5',
      ground: noGround,
    })
    expect(startOf({ id: 9, version: 3, amount: 2, measured: 3 }).amount).toBe('5,0')
    forgetTyped(9)
    expect(startOf({ id: 9, version: 3, amount: 2, measured: 3 })).toEqual({ version: 3, opinion: '', amount: '2', ground: noGround })
  })
  it('takes from a draft the text, and an amount only for its version', () => {
    expect(takenOf({ opinion: '同意', amount: '5' }, 3, 3)).toEqual({ opinion: '同意', amount: '5' })
    expect(takenOf({ opinion: '同意', amount: '5' }, 3, 4)).toEqual({ opinion: '同意' })
  })
  it('offers a draft of an earlier visit, but not what the page itself still has', () => {
    keepTyped(9, { version: 3, opinion: '同意', amount: '5', ground: noGround })
    expect([isEarlier(9, Date.now() + 1), isEarlier(9, 0), isEarlier(10, Date.now() + 1)]).toEqual([false, true, true])
    forgetTyped(9)
  })
})

describe('sending back and batches', () => {
  it('refuses an empty choice, an empty reason and a field without text', () => {
    expect(correctionFaults({}, '')).toMatchObject({ reason: '请输入退回意见', choice: '请选择需要补正的字段' })
    expect(correctionFaults({ 'form.doctors': ' ' }, '请核对').fields).toEqual({ 'form.doctors': '请说明需要补正的内容' })
    expect(hasFaults(correctionFaults({ 'form.doctors': '人数不符' }, '请核对'))).toBe(false)
  })
  it('offers every field and material', () =>
    expect(placesOf(template).map((p) => p.path)).toEqual(['form.doctors', 'form.kind', 'form.amount', 'files.diplomas']))
  it('stops above the cap', () => {
    expect(tooMany(101)).toContain('一次最多 100 项')
    expect(tooMany(100)).toBeNull()
  })
  it('sends the displayed version, and leaves out declarations of other users', () => {
    expect(namedItems({ all: false, ids: [2, 7] }, new Map([[2, row(2)]]))).toMatchObject([{ id: 2, version: 12 }])
    expect(filteredItems({ all: true, except: [1], filter: {} }, [row(1), row(2), row(3, [])]).map((i) => i.id)).toEqual([2])
  })
})
