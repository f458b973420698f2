import { expect, test } from 'vitest'
import type { ProjectTemplate } from '../../contract/declaration.ts'
import { hindrances, PROMISE, toldOf } from './wizard-errors.ts'

const material = (key: string, name: string) => ({ key, name, required: true, accept: ['.pdf' as const], maxCount: 1, maxMb: 10 })
const template: ProjectTemplate = {
  name: '引才',
  steps: [],
  sections: [{ key: 'company', title: '企业信息', fields: [{ key: 'name', label: '企业名称', type: 'text', required: true }] }],
  materials: [material('contract', '劳动合同'), material('degree', '学历学位证明')],
}
const waiting = '请等待文件上传完成'

test('all reasons that prevent submission are reported at once; a running upload is reported instead of a missing file', () => {
  const found = hindrances(
    template,
    [
      { path: 'files.contract', message: '请上传劳动合同' },
      { path: 'files.degree', message: '请上传学历学位证明' },
    ],
    new Map([['m-degree', waiting]]),
    false,
  )
  expect(toldOf(template, found).lines).toEqual([
    { id: 'm-contract', label: '劳动合同', message: '请上传劳动合同' },
    { id: 'm-degree', label: '学历学位证明', message: waiting },
    { id: PROMISE, message: '请先勾选承诺' },
  ])
  expect(hindrances(template, [], new Map(), true)).toEqual([])
})
