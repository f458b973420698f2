import { expect, it } from 'vitest'
import { figureChanges } from './figure-effect.ts'

const figures = [{ code: 'amountTotal', label: '单项最高支持', unit: '万元' }]
const typed = { figure: null, name: '规模以上企业', value: '326', unit: '家', asOf: '2026-03-01', source: '县统计局', order: 1 }

it('binding to a figure says its name, and the name and unit that are shown then; no code and no empty value', () => {
  const said = figureChanges(figures, typed, { ...typed, figure: 'amountTotal', name: '单项最高支持', unit: '万元' })
  expect(said).toBe('来源由“手工填写”改为“平台统计：单项最高支持”，名称由“规模以上企业”改为“单项最高支持”，单位由“家”改为“万元”')
  const unnamed = figureChanges(figures, typed, { ...typed, figure: 'amountTotal', name: '' })
  expect(unnamed).toBe(said)
})
it('back to a typed value says the value', () => {
  const bound = {
    ...typed,
    figure: 'amountTotal',
    name: '单项最高支持',
    value: '500',
    unit: '万元',
    asOf: '2026-03-10',
    source: '本平台统计',
  }
  const said = figureChanges(figures, bound, { ...bound, figure: null, value: '326' })
  expect(said).toBe('来源由“平台统计：单项最高支持”改为“手工填写”，数值或内容由“500”改为“326”')
  expect(said).not.toContain('amountTotal')
})
it('nothing typed is no change', () => expect(figureChanges(figures, typed, typed)).toBe(''))
