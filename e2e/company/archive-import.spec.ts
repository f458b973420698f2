import { expect, test } from '../test.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { graveFaults } from '../axe.ts'
import { enter } from '../session.ts'
import { chooseOption } from '../select.ts'

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('archives from a sheet: wrong rows reported by row and column first, correct rows imported, repeated without effect', async ({
  page,
}) => {
  const serial = Date.now().toString().slice(-6)
  const [good, late] = [`91339999MAEG${serial}`, `91339999MAEH${serial}`]
  const name = `云溪县批量${serial}五金有限公司（示例）`
  const tomorrow = shanghaiDay(Date.now() + 86_400_000)
  const content = await xlsx([
    ['企业名称', '统一社会信用代码', '注册成立日期'],
    [name, good, '2024-03-01'],
    [`云溪县明日${serial}有限公司（示例）`, late, tomorrow],
    [`云溪县错码${serial}有限公司（示例）`, '123', '2024-03-01'],
  ])
  await enter(page, 'front1')
  await page.goto('/work/enterpriseArchives')
  await page.getByRole('button', { name: '导入档案' }).click()
  const dialog = page.getByRole('dialog', { name: '导入企业档案' })
  await chooseOption(dialog.getByRole('combobox', { name: '数据来源部门' }), '市场监管')
  await dialog.getByLabel('导入文件').setInputFiles({ name: '档案.xlsx', mimeType, buffer: content })
  await dialog.getByRole('button', { name: /^校\s?验$/ }).click()
  await expect(dialog.getByText('校验完成，尚未写入：共 3 行，新增 1，更新 0，无变化 0，有误 2')).toBeVisible()
  await expect(dialog.getByRole('row', { name: new RegExp(`^3 注册成立日期 日期不能晚于 ${shanghaiDay(Date.now())}`) })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^4 统一社会信用代码 社会信用代码格式错误/ })).toBeVisible()
  expect(await graveFaults(page, '[role=dialog]')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await expect(dialog.getByText('导入完成：共 3 行，新增 1，更新 0，无变化 0，有误 2')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '下载失败行（2 行）' })).toBeVisible()
  await dialog.getByRole('button', { name: /^校\s?验$/ }).click()
  await expect(dialog.getByText('校验完成，尚未写入：共 3 行，新增 0，更新 0，无变化 1，有误 2')).toBeVisible()
  await dialog.getByRole('button', { name: /^取\s?消$/ }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/work/EnterprisesList?companyName=${encodeURIComponent(name)}`)
  await expect(page.getByText('共 1 条', { exact: true })).toBeVisible()
})
