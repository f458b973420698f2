import { describe, expect, it } from 'vitest'
import { afterRisk, afterWarning, firstStep } from './declare-decision.ts'

const risk = (riskType: string, wholeInfo: boolean) => ({ riskType, wholeInfo, riskList: [] })

describe('点“立即申报” (spec §4, S045–S061; K033 K037 K038 K039 K042)', () => {
  it('asks visitors, individuals and staff to sign in as an enterprise', () => {
    for (const user of [undefined, { type: 'GR' }, { type: 'YYF' }]) expect(firstStep(user, 0, '00')).toEqual({ do: 'askEnterpriseLogin' })
  })
  it('lets them continue directly when urlType is 1', () => {
    for (const user of [undefined, { type: 'GR' }, { type: 'YYF' }]) expect(firstStep(user, 1, '00')).toEqual({ do: 'declare' })
  })
  it('lets an enterprise without granted protocol declare without a risk check', () => {
    for (const protocol of ['00', '01', '']) expect(firstStep({ type: 'QY' }, 0, protocol)).toEqual({ do: 'declare' })
  })
  it('checks the risk of an enterprise that granted the protocol, also with urlType 1', () => {
    expect(firstStep({ type: 'QY' }, 0, '02')).toEqual({ do: 'checkRisk' })
    expect(firstStep({ type: 'QY' }, 1, '02')).toEqual({ do: 'checkRisk' })
  })
  it('follows the risk type', () => {
    expect(afterRisk(risk('00', true))).toBe('declare')
    expect(afterRisk(risk('00', false))).toBe('promptInfo')
    expect(afterRisk(risk('01', true))).toBe('blocked')
    expect(afterRisk(risk('01', false))).toBe('blocked')
    expect(afterRisk(risk('02', true))).toBe('warned')
    expect(afterRisk(risk('09', true))).toBe('refused')
  })
  it('continues after a closed warning as without risk', () => {
    expect(afterWarning(true)).toBe('declare')
    expect(afterWarning(false)).toBe('promptInfo')
  })
})
