import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'
import { optionsOf, take } from '../select.ts'

test('an article is written, checked, reviewed by a colleague, shown on the home page and taken down', async ({ browser, page }) => {
  const title = '新能源厂房开工'
  const [editor, leader] = [await person(browser, 'editor1'), await person(browser, 'leader1')]
  const rowOf = (at: typeof page) => at.getByRole('row', { name: title })
  await test.step('the editor writes it', async () => {
    await editor.goto('/work/newsManage')
    await editor.getByRole('button', { name: '新增资讯' }).click()
    const form = editor.getByRole('dialog', { name: '新增资讯' })
    await form.getByLabel('标题').fill(title)
    const column = form.getByRole('combobox', { name: '栏目' })
    await take(column, (await optionsOf(column)).and(editor.getByTitle('资讯', { exact: true })))
    await form.getByLabel('摘要').fill('厂房今天开工。')
    await form.locator('[contenteditable=true]').fill('联系电话 13800001111，欢迎洽谈。')
    expect(await graveFaults(editor)).toEqual([])
    await form.getByRole('button', { name: '保存' }).click()
    await expect(rowOf(editor)).toContainText('未发布')
  })
  await test.step('the findings of the check are answered, and it is submitted', async () => {
    await rowOf(editor).getByRole('button', { name: '送审' }).click()
    const dialog = editor.getByRole('dialog', { name: `送审“${title}”` })
    await expect(dialog.getByText('13800001111')).toBeVisible()
    await dialog.getByRole('button', { name: '送审' }).click()
    await expect(dialog.getByText('请逐项确认检查发现的内容').first()).toBeVisible()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('textbox').fill('企业公开的招商电话')
    await dialog.getByRole('button', { name: '送审' }).click()
    await expect(rowOf(editor)).toContainText('待审核')
  })
  await test.step('a colleague approves', async () => {
    await leader.goto('/work/newsManage?state=3')
    await rowOf(leader).getByRole('button', { name: '审核' }).click()
    const preview = leader.getByRole('dialog', { name: '预览' })
    await expect(preview.getByRole('heading', { name: title })).toBeVisible()
    await preview.getByRole('button', { name: '审核' }).click()
    const review = leader.getByRole('dialog', { name: `审核“${title}”` })
    await review.getByRole('radio', { name: '通过', exact: true }).check()
    await review.getByRole('button', { name: '通过', exact: true }).click()
    await expect(leader.getByText('已通过')).toBeVisible()
  })
  await test.step('everybody can read it, starting from the home page', async () => {
    await page.goto('/page/home')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
  await test.step('after it was taken down, it is shown nowhere', async () => {
    await editor.goto(`/work/newsManage?keyword=${encodeURIComponent('新能源厂房开工')}`)
    await rowOf(editor).getByRole('button', { name: /^下架/ }).click()
    await editor.getByRole('button', { name: '下架' }).last().click()
    await expect(rowOf(editor)).toContainText('已下架')
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
    await page.goto('/page/industryinfo')
    await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  })
})

test('a company filters the products, compares two of them and asks to be contacted', async ({ browser }) => {
  const page = await person(browser, 'qy2')
  await page.goto('/page/financialService')
  expect(await graveFaults(page)).toEqual([])
  await page.getByLabel('需要金额').selectOption({ label: '100 万元' })
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/amount=100/)
  await page.getByRole('checkbox', { name: /比较 小微信用贷/ }).check()
  await page.getByRole('checkbox', { name: /比较 科创贷/ }).check()
  await page.getByRole('button', { name: '计算并比较所选' }).click()
  await expect(page.getByRole('heading', { name: '比较 2 个金融产品' })).toBeVisible()
  await page.getByLabel('金额（万元）').fill('很多')
  await page.getByRole('button', { name: '重新计算' }).click()
  await expect(page.getByText(/请输入 0 以上/)).toBeVisible()
  await expect(page.getByLabel('金额（万元）')).toHaveValue('很多')
  await page.getByLabel('金额（万元）').fill('80')
  await page.getByLabel('期限（月）').fill('6')
  await page.getByRole('button', { name: '重新计算' }).click()
  await expect(page.getByRole('row', { name: /^利息合计/ })).toContainText('元')
  expect(await graveFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^我要对接.*小微信用贷/ }).click()
  const dialog = page.getByRole('dialog', { name: '我要对接' })
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText('请输入联系人')).toBeVisible()
  await dialog.getByLabel('联系人').fill('许知行（示例）')
  await dialog.getByLabel('联系电话').fill('13800001111')
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText(/已提交，编号 SQ/)).toBeVisible()
})

test('legal service, quality service and the plain home page are complete on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  for (const [path, name] of [
    ['/page/commercialLaw', '商事法律服务'],
    ['/page/quality', '质量服务'],
    ['/page/home1', '惠企政策，一处查清'],
    ['/page/industryinfo', '行业资讯'],
    ['/page/financialService', '金融服务'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(375)
    expect(await graveFaults(page), path).toEqual([])
  }
  await page.goto('/page/commercialLaw')
  await expect(page).toHaveTitle('商事法律服务')
  await expect(page.getByRole('link', { name: '催款函（示例）.docx' })).toBeVisible()
  await page.goto('/page/home1')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/page\/home$/)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
