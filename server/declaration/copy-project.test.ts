import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectCopy, ProjectDetail } from '../../contract/declaration.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { nameOfNextYear } from './copy-project.ts'
import { declarationTests } from './test-project.ts'

const clock = movableClock(new Date('2027-02-01T02:00:00Z'))
let t: TestApp
let source: ProjectDetail
const { demoProject, upload } = declarationTests(() => t)
const copy = (who: string | null, body: object) => t.as(who).post<ProjectCopy>('/gov/policy/doc/copyProject', body)

beforeAll(async () => {
  t = await testApp({ clock })
  source = await demoProject('demo-talent')
})

it('the name contains the new year', () => {
  expect(nameOfNextYear('2026年度企业引才补贴', 2027)).toBe('2027年度企业引才补贴')
  expect(nameOfNextYear('2027年度企业引才补贴', 2027)).toBe('2028年度企业引才补贴')
  expect(nameOfNextYear('企业引才补贴', 2027)).toBe('企业引才补贴（2027年）')
})

describe('复制申报项目', () => {
  it('is for users who manage projects, for an existing project', async () => {
    expect((await copy(null, { id: source.id })).status).toBe(401)
    for (const who of ['qy1', 'dept1', 'front1']) expect((await copy(who, { id: source.id })).body).toMatchObject({ code: 'FORBIDDEN' })
    expect((await copy('editor1', { id: 999_999 })).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await copy('editor1', { policyId: 999_999 })).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await copy('editor1', {})).body).toMatchObject({ code: 'INVALID' })
    expect((await copy('editor1', { id: source.id, policyId: source.policyId })).body).toMatchObject({ code: 'INVALID' })
  })
  it('copies form, papers and steps, names the new year and has no times; when saved it is a separate project', async () => {
    const { data } = (await copy('editor1', { id: source.id })).body
    const made = data.project!
    expect(data).toMatchObject({ policyId: source.policyId, copiedFrom: source.name, missing: [] })
    expect(made.template).toMatchObject({ name: '2027年度企业引才补贴', sections: source.template.sections, steps: source.template.steps })
    expect(made.template.materials.map((m) => m.name)).toEqual(source.template.materials.map((m) => m.name))
    const times = {
      applyStartTime: '2027-03-01T00:00:00Z',
      applyEndTime: '2027-06-01T00:00:00Z',
      examineStartTime: '2027-03-01T00:00:00Z',
      examineEndTime: '2027-08-01T00:00:00Z',
    }
    const saved = (await t.as('editor1').post('/gov/policy/doc/saveProject', { policyId: data.policyId, ...made, ...times })).body
    expect(saved).toMatchObject({ success: true })
    expect(saved.data.id).not.toBe(source.id)
    // The latest project of the policy is the one just saved.
    expect((await copy('editor1', { policyId: source.policyId })).body.data.copiedFrom).toBe('2027年度企业引才补贴')
  })
  it('a blank form is copied, so that the old project can delete its own', async () => {
    const filePath = await upload('editor1', '申请表.pdf')
    const { template, policyId, examineDep } = source
    const blank = { filePath, fileName: '申请表.pdf' }
    const materials = template.materials.map((m, i) => (i === 0 ? { ...m, blank } : m))
    const times = {
      applyStartTime: '2027-01-01T00:00:00Z',
      applyEndTime: '2027-01-20T00:00:00Z',
      examineStartTime: '2027-01-01T00:00:00Z',
      examineEndTime: '2027-01-25T00:00:00Z',
    }
    const body = { policyId, examineDep, template: { ...template, name: '带空白表格的项目', materials }, ...times }
    const { id } = (await t.as('editor1').post('/gov/policy/doc/saveProject', body)).body.data
    const copied = (await copy('editor1', { id })).body.data.project!.template.materials[0]!.blank!
    expect(copied.fileName).toBe('申请表.pdf')
    expect(copied.filePath).not.toBe(filePath)
    const again = { ...body, template: { ...body.template, name: '复制的项目', materials: [{ ...materials[0]!, blank: copied }] } }
    expect((await t.as('editor1').post('/gov/policy/doc/saveProject', again)).body).toMatchObject({ success: true })
  })
  it('without a project of the policy there is nothing to copy: an empty one of this policy is returned', async () => {
    const { id: policyId } = (await t.as(null).get('/policy/doc/policyDetail', { code: 'yunxi-nursery' })).body.data
    expect((await copy('editor1', { policyId })).body.data).toMatchObject({ policyId, project: null, copiedFrom: null })
  })
})
