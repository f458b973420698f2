import { describe, expect, it } from 'vitest'
import type { Judgement } from '../../contract/matching.ts'
import { totalOf } from './total.ts'

const j = (code: string, value: number, more: Partial<Judgement> = {}): Judgement => ({
  code,
  title: code,
  verdict: 'match',
  amount: { min: value, max: value, value, unit: '万元', steps: [] },
  conditions: { id: null, kind: 'all', label: '', result: 'true' },
  failedTop: [],
  missing: [],
  policyId: 1,
  issuer: '',
  level: '',
  supportModes: [],
  applyTo: null,
  sample: false,
  ...more,
})

describe('可享金额合计', () => {
  it('counts only the highest of policies that exclude each other', () => {
    expect(totalOf([j('a', 10, { exclusiveGroup: 'g' }), j('b', 25, { exclusiveGroup: 'g' }), j('c', 1.5)])).toEqual({
      min: 26.5,
      max: 26.5,
      excluded: 1,
    })
  })
  it('leaves out what is not matched or pays nothing, and adds without rounding noise', () => {
    expect(totalOf([j('a', 0.1), j('b', 0.2), j('c', 9, { verdict: 'near' }), j('d', 0, { amount: null })])).toEqual({
      min: 0.3,
      max: 0.3,
      excluded: 0,
    })
  })
})
