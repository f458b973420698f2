import { expect, test } from 'vitest'
import type { ProjectTemplate } from '../../contract/declaration.ts'
import { CHECK, MATERIALS } from '../form/index.ts'
import { continuesAt } from './wizard-parts.ts'

const field = (key: string) => ({ key, label: key, type: 'text' as const, required: true })
const template: ProjectTemplate = {
  name: '引才',
  steps: [],
  sections: [
    { key: 'company', title: '企业信息', fields: [field('name')] },
    { key: 'bank', title: '收款信息', fields: [field('accountNo')] },
  ],
  materials: [{ key: 'contract', name: '劳动合同', required: true, accept: ['.pdf'], maxCount: 1, maxMb: 10 }],
}
const lacks = (path: string) => ({ path, message: '请填写' })

test('a draft continues at the first part that lacks something, or at the check', () => {
  const draft = { version: 4, unlocked: null }
  expect(continuesAt(draft, template, [lacks('formData.accountNo'), lacks('files.contract')])).toBe('bank')
  expect(continuesAt(draft, template, [lacks('files.contract')])).toBe(MATERIALS)
  // Seen: a wrong account number, which is named before a blank, hid the blank of an earlier part.
  expect(continuesAt(draft, template, [lacks('formData.accountNo'), lacks('formData.name')])).toBe('company')
  expect(continuesAt(draft, template, [])).toBe(CHECK)
})

test('a new draft begins at its first part, a correction at what was returned', () => {
  expect(continuesAt({ version: 2, unlocked: null }, template, [lacks('formData.accountNo')])).toBeUndefined()
  expect(continuesAt({ version: 4, unlocked: ['files.contract'] }, template, [])).toBeUndefined()
})
