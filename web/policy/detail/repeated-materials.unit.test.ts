import { expect, test } from 'vitest'
import { withoutRepeatedMaterials } from './repeated-materials.ts'

const text = (items: string) => `<h2>申报条件</h2><ol><li>在本县</li></ol><h2>申报材料</h2>${items}<h2>受理时间</h2><p>常年</p>`

test('an identical list is shown once; the heading and the following text stay', () => {
  const shown = withoutRepeatedMaterials(text('<ol><li>营业执照</li><li>A&amp;B 合同</li></ol>'), ['营业执照', 'A&B 合同'])
  expect(shown).not.toContain('营业执照')
  expect(shown).toContain('<h2>申报材料</h2><p>见上文<a href="#materials">申报材料</a>。</p><h2>受理时间</h2>')
  expect(shown).toContain('<li>在本县</li>')
})

test('a text with other materials is unchanged', () => {
  for (const [items, names] of [
    ['<ol><li>营业执照</li><li>审计报告</li></ol>', ['营业执照']],
    ['<ol><li>营业执照（复印件）</li></ol>', ['营业执照']],
    ['<p>营业执照</p>', ['营业执照']],
    ['<ol></ol>', []],
  ] as const)
    expect(withoutRepeatedMaterials(text(items), names)).toBe(text(items))
  expect(withoutRepeatedMaterials('<p>第一条</p>', ['营业执照'])).toBe('<p>第一条</p>')
})
