import { expect, test } from 'vitest'
import type { ManagedPolicyDetail } from '../../../contract/policy.ts'
import { withoutFiles } from '../../kit/rich-text/without-files.ts'
import { formOfCopy } from './policy-form.ts'

const key = 'a'.repeat(32)
const source = `/files/download?filePath=${key}&amp;inline=1`
const text = `<p>先看图。<img src="${source}" alt="流程图" style="width:50%"></p><video controls src="${source}"></video><p>1 &lt; 2</p>`

test('a copy takes neither the pictures nor the films of its text, which belong to the record that is copied', () => {
  expect(withoutFiles(text)).toBe('<p>先看图。</p><p>1 &lt; 2</p>')
  expect(withoutFiles('<p>没有图</p>')).toBe('<p>没有图</p>')
  expect(withoutFiles(`<img src="${source}"/><IMG><imgs>`)).toBe('<IMG><imgs>')
})
test('a copied policy names no file of the other', () => {
  const policy = { policyTitle: '技改补助', content: text, attachments: [{ fileId: key, fileName: '表.docx', size: 1 }], labels: [] }
  const copy = formOfCopy(policy as unknown as ManagedPolicyDetail)
  expect(JSON.stringify(copy)).not.toContain(key)
  expect(copy).toMatchObject({ policyTitle: '技改补助（副本）', content: '<p>先看图。</p><p>1 &lt; 2</p>' })
})
