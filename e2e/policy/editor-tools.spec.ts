import { expect, test, type Page } from '../test.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { enter, person } from '../session.ts'

const COMPANY = ['云溪县星澜精密轴承有限公司（示例）', '91339999MAEF12007U']
const idOf = async (page: Page, code: string): Promise<number> =>
  (await (await page.request.get(`/policy/doc/policyDetail?code=${code}`)).json()).data.id
/** Makes a call with the session of the page. */
const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { authorization: decodeURIComponent(token), 'content-type': 'application/json' }
      const answer = await fetch(to, sent ? { method: 'POST', headers, body: sent } : { headers })
      return (await answer.json()).data
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  )

test('a stored case says why it differs, names a wrong figure by its Chinese name and keeps the day of its judgement', async ({ page }) => {
  await enter(page, 'editor1')
  const policyId = await idOf(page, 'hechuan-rd')
  await page.goto(`/work/policyCalcManage?tab=cases&policyId=${policyId}`)
  const name = `样例 ${Date.now().toString(36)}`
  await call(page, '/admin/match/case/saveOrUpdate', {
    policyId,
    name,
    answers: { employees: 20 },
    expect: 'match',
    applyDate: '2026-03-01',
  })
  await page.reload()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('符合（2026-03-01 申报）')
  await expect(row).toContainText(/✕ 不一致：待补信息（.+）/)
  await row.getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: '修改样例' })
  await dialog.getByRole('textbox', { name: '值' }).fill('二十')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(dialog.getByText('“职工总数（从业人员）”应为数字', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: '值' }).fill('30')
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(dialog).toBeHidden()
  const cases = (await call(page, `/admin/match/case/list?policyId=${policyId}`)) as {
    id: number
    name: string
    applyDate: string | null
  }[]
  const kept = cases.find((c) => c.name === name)!
  expect(kept.applyDate).toBe('2026-03-01')
  await call(page, '/admin/match/case/saveOrUpdate', { ...kept, policyId, answers: {}, expect: 'unknown', amount: undefined, note: '' })
})

test('a company on the list of a policy reads so at the policy, even without consent to reading its archive', async ({ page, browser }) => {
  await enter(page, 'editor1')
  const policyId = await idOf(page, 'hechuan-rd')
  await page.goto(`/work/policyCalcManage?tab=whitelist&policyId=${policyId}`)
  await page.getByRole('button', { name: '导入名单' }).click()
  const dialog = page.getByRole('dialog', { name: '导入企业白名单' })
  const buffer = await xlsx([
    ['企业名称', '统一社会信用代码'],
    COMPANY,
    ['别的名字有限公司', '91330521MA2B000002'],
    ['错码有限公司', '123'],
  ])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await dialog.getByLabel('导入文件').setInputFiles({ name: '名单.xlsx', mimeType, buffer })
  await dialog.getByRole('button', { name: /^校\s?验$/ }).click()
  await expect(dialog.getByRole('row', { name: /^4 统一社会信用代码 / })).toBeVisible()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await expect(dialog.getByText(/^导入完成：共 3 行，新增 2/)).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('row', { name: new RegExp(COMPANY[1]!) })).toContainText('已入驻')
  await expect(page.getByRole('row', { name: /91330521MA2B000002/ })).toContainText('未入驻')

  const company = await person(browser, 'qy1')
  await company.goto('/work/enterpriseArchive')
  await call(company, '/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
  await company.goto('/page/policyserverdetail?id=hechuan-rd')
  await expect(company.getByText('授权平台读取企业档案后，可以看到本企业逐条符合的情况与可得金额。')).toBeVisible()
  await expect(company.getByText('已列入企业名单')).toBeVisible()
})
