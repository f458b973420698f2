import { describe, expect, it } from 'vitest'
import { projectTemplate } from '../../../contract/declaration.ts'
import { newField } from '../../form/index.ts'
import { emptyDraft, headFaults, moveOffice, newMaterial, switchStep } from './draft.ts'
import { placeOf } from './place.ts'
import { tidyTemplate } from './tidy.ts'

const times = {
  applyStartTime: '2026-11-01 00:00:00',
  applyEndTime: '2026-11-30 23:59:59',
  examineStartTime: '2026-11-01 00:00:00',
  examineEndTime: '2026-12-31 23:59:59',
}
const filled = { ...emptyDraft(), policyId: 1, examineDep: 2, ...times }

describe('a project before saving', () => {
  it('names everything that is missing', () =>
    expect(headFaults(emptyDraft()).map((f) => f.path)).toEqual([
      'policyId',
      'applyStartTime',
      'applyEndTime',
      'examineStartTime',
      'examineEndTime',
      'examineDep',
    ]))
  it('refuses equal and reversed times, and a review that begins or ends before the application period does', () => {
    expect(headFaults({ ...filled, applyEndTime: times.applyStartTime })[0]?.path).toBe('applyEndTime')
    expect(headFaults({ ...filled, examineEndTime: '2026-10-01 00:00:00' }).map((f) => f.message)).toContain('结束时间不能早于开始时间')
    expect(headFaults({ ...filled, examineStartTime: '2026-10-31 00:00:00' })).toEqual([
      { path: 'examineStartTime', message: '审核开始时间不能早于申报开始时间' },
    ])
    expect(headFaults({ ...filled, examineEndTime: '2026-11-30 00:00:00' })).toEqual([
      { path: 'examineEndTime', message: '审核结束时间不能早于申报结束时间' },
    ])
    expect(headFaults(filled)).toEqual([])
  })
  it('starts with a form in which only the names are missing', () => {
    const found = projectTemplate.safeParse(emptyDraft().template)
    expect(found.success).toBe(false)
    expect(found.error!.issues.map((i) => i.path.join('.')).toSorted()).toEqual(['name', 'sections.0.fields.0.label', 'sections.0.title'])
  })
})

describe('the form', () => {
  it('clears the amount field when its type is no longer money', () => {
    const t = emptyDraft().template
    const [section] = t.sections
    expect(tidyTemplate({ ...t, amountField: section!.fields[0]!.key })).not.toHaveProperty('amountField')
    expect(
      tidyTemplate({ ...t, amountField: 'field1', sections: [{ ...section!, fields: [{ ...section!.fields[0]!, type: 'money' }] }] })
        .amountField,
    ).toBe('field1')
  })
  it('keeps the order of steps', () => {
    const steps = switchStep(switchStep(emptyDraft().template.steps, 'accept', false, 5), 'accept', true, 5)
    expect(steps.map((s) => [s.step, s.permission, s.officeId])).toEqual([
      ['accept', 'declaration:accept', null],
      ['review', 'declaration:review', null],
      ['decide', 'declaration:review', null],
    ])
  })
  it('moves the steps to another office, except acceptance', () =>
    expect(moveOffice(emptyDraft(), 7).template.steps.map((s) => s.officeId)).toEqual([null, 7, 7]))
})

describe('a fault of a project', () => {
  const t = emptyDraft().template
  const named = {
    ...t,
    sections: [{ ...t.sections[0]!, fields: [{ ...newField(t), label: '注册资本' }] }],
    materials: [{ ...newMaterial(t), name: '营业执照' }],
  }
  const places = (template: typeof t, change: object) =>
    projectTemplate
      .safeParse({ ...template, name: '甲', ...change })
      .error!.issues.map((i) => placeOf(template, { path: `template.${i.path.join('.')}`, message: i.message }))

  const nameless = (path: string, message = '不能大于 30') => placeOf(t, { path, message })

  it('is shown with the name of its place', () => {
    const steps = named.steps.map((s, i) => (i === 1 ? { ...s, workdays: 300, officeIds: [1] } : s))
    expect(places(named, { steps })).toEqual(expect.arrayContaining(['部门审核：办理期限', '部门审核：签署部门']))
    expect(places(named, { limitDays: 300 })).toContain('承诺办结时限')
    expect(places(named, { materials: [{ ...named.materials[0], maxMb: 99 }] })).toContain('营业执照')
    expect(placeOf(named, { path: 'template.sections.0.fields.0.max', message: '应为数字' })).toBe('注册资本')
  })
  it('is shown without it when the place has no name or the message contains it', () => {
    expect(placeOf(named, { path: 'template.sections.0.fields.0.max', message: '“注册资本”应为数字' })).toBe('')
    expect(nameless('policyId')).toBe('')
    expect(nameless('template.name')).toBe('')
    expect(nameless('template.sections.0.fields.0.label')).toBe('')
    expect(nameless('template.materials.4.maxMb')).toBe('')
  })
})
