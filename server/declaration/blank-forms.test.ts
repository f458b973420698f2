import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, simple } from './test-project.ts'

let app: TestApp
const t = declarationTests(() => app)
beforeAll(async () => {
  app = await testApp()
})

const paper = (filePath?: string) => ({
  key: 'apply',
  name: '申请表',
  ...(filePath ? { blank: { filePath, fileName: '申请表.pdf' } } : {}),
})
const download = async (filePath: string) =>
  (await app.as(null).send({ method: 'GET', url: `/files/download?filePath=${filePath}` })).status

it('a blank form of another user, of nobody or of another project is refused', async () => {
  const foreign = await t.upload('front1', '别人的.pdf')
  for (const key of [foreign, 'f'.repeat(32)])
    expect(await t.save({ ...simple(), name: `不收的 ${key}`, materials: [paper(key)] })).toMatchObject({
      success: false,
      code: 'NOT_FOUND',
    })
  const own = await t.upload('editor1')
  await t.project({ materials: [paper(own)] })
  expect(await t.save({ ...simple(), name: '借来的', materials: [paper(own)] })).toMatchObject({ success: false, code: 'NOT_FOUND' })
  expect(await download(foreign)).not.toBe(200)
})

it('everybody can download the blank form of a paper, until another replaces it', async () => {
  const first = await t.upload('editor1', '申请表.pdf')
  expect(await download(first)).not.toBe(200)
  const project = await t.project({ materials: [paper(first)] })
  expect(project.blanks).toEqual([{ name: '申请表', filePath: first, fileName: '申请表.pdf' }])
  expect(await download(first)).toBe(200)

  const second = await t.upload('editor1', '新申请表.pdf')
  expect(await t.change(project, { ...project.template, materials: [paper(second)] })).toMatchObject({ success: true })
  expect(await download(second)).toBe(200)
  expect(await download(first)).not.toBe(200)
  const now = await t.read(project.id)
  expect(await t.change(now, { ...now.template, materials: [paper()] })).toMatchObject({ success: true })
  expect((await t.read(project.id)).blanks).toEqual([])
  expect(await download(second)).not.toBe(200)
})
