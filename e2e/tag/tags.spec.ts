import { expect, test, type Page } from '../test.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { chooseOption, optionsOf, take } from '../select.ts'
import { enter } from '../session.ts'

const HEAD = ['统一社会信用代码', '企业名称', '标签名称', '操作', '原因']
const COMPANY = '云溪县川谷新材料有限公司（示例）'
const sheet = async (rows: (string | null)[][]) => ({
  name: '标签.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await xlsx([HEAD, ...rows]),
})
/** The server's answer to the call that a click makes. */
async function answered(page: Page, path: string, press: () => Promise<unknown>) {
  const [answer] = await Promise.all([page.waitForResponse((r) => new URL(r.url()).pathname === path), press()])
  expect((await answer.json()).success).toBe(true)
}
const companyRow = (page: Page) => page.getByRole('row').filter({ hasText: COMPANY })

test('a tag is created, assigned by a sheet with one wrong row, shown at the company; a smart tag gives its reason', async ({ page }) => {
  const name = `走访 ${Date.now().toString(36)}`
  await enter(page, 'editor1')
  await page.goto('/work/labmanag')
  const drawer = page.getByRole('dialog', { name: '新增标签' })

  await test.step('without a name it is refused at the field; then it is created', async () => {
    await page.getByRole('button', { name: '新增标签' }).click()
    await drawer.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(drawer.getByText('请输入标签名称').first()).toBeVisible()
    await drawer.getByRole('textbox', { name: '标签名称' }).fill(name)
    await answered(page, '/tag/info/save', () => drawer.getByRole('button', { name: /^保\s?存$/ }).click())
    await expect(drawer).toBeHidden()
  })

  await test.step('the sheet is checked first, its wrong row reported with column and reason; the correct row is written', async () => {
    await page.goto('/work/qyLabel')
    const code = (await companyRow(page).getByRole('cell').filter({ hasText: /^9133/ }).textContent())!.trim()
    await page.goto('/work/labimport')
    const rows = [
      [code, COMPANY, name, null, '走访登记'],
      [code, '别的名字', '没有的标签', '添加', null],
    ]
    await page.getByLabel('导入文件').setInputFiles(await sheet(rows))
    await answered(page, '/tag/info/import', () => page.getByRole('button', { name: '校验' }).click())
    await expect(page.getByText('校验完成，尚未写入：共 2 行，添加 1，取下 0，原已如此 0，有误 1')).toBeVisible()
    await expect(page.getByRole('row', { name: /3 标签名称 没有这个标签/ })).toBeVisible()
    await expect(page.getByRole('button', { name: '下载失败行（1 行）' })).toBeVisible()
    await page.getByText('全部正确才导入').click()
    await expect(page.getByRole('button', { name: '导入 1 行' })).toBeDisabled()
    await page.getByText('导入正确的行，跳过有误的行').click()
    await answered(page, '/tag/info/import', () => page.getByRole('button', { name: '导入 1 行' }).click())
    await expect(page.getByText('导入完成：共 2 行，添加 1，取下 0，原已如此 0，有误 1')).toBeVisible()
  })

  await test.step('the company has the tag with its source; the smart tag beside it gives its reason', async () => {
    await page.goto('/work/qyLabel')
    await expect(companyRow(page).getByText(name)).toBeVisible()
    await companyRow(page).getByRole('button', { name: '标签详情' }).click()
    const tags = page.getByRole('dialog', { name: COMPANY })
    await expect(tags.getByRole('button', { name: new RegExp(`${name}.*导入`) })).toBeVisible()
    await answered(page, '/tag/info/explain', () => tags.getByRole('button', { name: /规上企业/ }).click())
    await expect(tags.getByText(/具有此标签，来源：规则/)).toBeVisible()
    await expect(tags.getByText(/最近计算：/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})

test('the rule of a smart tag is refused at the impossible condition, and its companies are counted before it is saved', async ({
  page,
}) => {
  await enter(page, 'editor1')
  await page.goto('/work/labmanag')
  await page.getByRole('button', { name: '新增智能标签' }).click()
  const drawer = page.getByRole('dialog', { name: '新增智能标签' })
  const save = drawer.getByRole('button', { name: /^保\s?存$/ })
  const condition = async (least: string | null) => {
    await drawer.getByRole('button', { name: '添加条件', exact: true }).click()
    if (least === null) return
    await chooseOption(drawer.getByRole('combobox', { name: '企业信息' }).last(), '职工总数')
    await drawer.getByRole('textbox', { name: '值' }).last().fill(least)
  }
  await drawer.getByRole('textbox', { name: '标签名称' }).fill(`规模 ${Date.now().toString(36)}`)
  await condition('50')
  await condition(null)
  await drawer.getByRole('button', { name: '检查并试算' }).click()
  await expect(drawer.getByText('第 2 条 › 字段：缺少字段')).toBeVisible()
  await drawer.getByRole('button', { name: '删除', exact: true }).last().click()

  await condition('30')
  const way = drawer.getByRole('combobox', { name: '比较方式' }).last()
  await take(way, (await optionsOf(way)).filter({ hasText: /^低于$/ }))
  await save.click()
  const fault = drawer.locator('.ant-form-item-explain-error').filter({ hasText: /^第 2 条（职工总数（从业人员））：.*永远不能满足$/ })
  await expect(fault).toBeVisible()
  await drawer.getByRole('textbox', { name: '值' }).last().fill('300')
  await drawer.getByRole('button', { name: '检查并试算' }).click()
  await expect(drawer.getByText(/已授权的 \d+ 家企业中，[1-9]\d* 家符合/)).toBeVisible()
  await expect(fault).toBeHidden()
  await answered(page, '/tag/info/saveSmartTag', () => save.click())
  await expect(drawer).toBeHidden()
})
