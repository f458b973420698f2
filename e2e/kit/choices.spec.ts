import { expect, test, type Page } from '../test.ts'
import { optionsOf, take } from '../select.ts'
import { graveFaults } from '../axe.ts'

// Tests the selection controls of spec §2 on /demo?part=choosing, with a user's actions.
const open = async (page: Page) => {
  await page.goto('/demo?part=choosing')
  await expect(page.getByRole('button', { name: /云溪县/ })).toBeVisible()
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
}
const choose = async (page: Page, control: string, option: string) => {
  const box = page.getByRole('combobox', { name: control, exact: true })
  await take(box, (await optionsOf(box)).and(page.getByTitle(option, { exact: true })))
}
test('four levels load one by one, another choice clears the levels below, a failed level can be retried (K091, M081, M084)', async ({
  page,
}) => {
  await open(page)
  const box = page.getByRole('group', { name: '机构', exact: true })
  await expect(box.getByRole('combobox')).toHaveCount(1)
  await choose(page, '机构：系统', '市级部门')
  await choose(page, '机构：单位', '市经信局')
  await choose(page, '机构：科室', '企业服务处')
  await choose(page, '机构：岗位', '审核岗')
  await expect(box.getByRole('combobox')).toHaveCount(4)
  await choose(page, '机构：单位', '市科技局')
  await expect(box.getByRole('combobox')).toHaveCount(2)
  await choose(page, '机构：系统', '县级部门')
  await expect(box.getByRole('combobox')).toHaveCount(2)
  await choose(page, '机构：单位', '县财政局')
  await box.getByRole('button', { name: '加载失败，重新加载' }).click()
  await expect(box.getByRole('button', { name: '加载失败，重新加载' })).toHaveCount(0)
  await expect(box.getByRole('combobox')).toHaveCount(2)
  await expect(page.getByText('["b","b2"]')).toBeVisible()
})

test('a street is a value, a county alone is not and says so; the only city is preselected (M054)', async ({ page }) => {
  await open(page)
  const box = page.getByRole('group', { name: '注册地', exact: true })
  await expect(box.getByText('云州市（示例）')).toBeVisible()
  await choose(page, '注册地：县（市、区）', '云溪县（示例）')
  await expect(page.getByText('请选择最小分类。')).toBeVisible()
  await choose(page, '注册地：镇街', '松岭镇')
  await expect(page.getByText('"339999100"')).toBeVisible()
  await choose(page, '注册地：县（市、区）', '北津区（示例）')
  await expect(page.getByText('"339999100"')).toHaveCount(0)
  await expect(page.getByText('请选择最小分类。')).toBeVisible()
})

test('rows of domains: a single one cannot be deleted, of two each can, a repeated one does not count (M111)', async ({ page }) => {
  await open(page)
  const box = page.getByRole('group', { name: '领域', exact: true })
  await expect(box.getByText('软件', { exact: true })).toBeVisible()
  await expect(box.getByRole('button', { name: /^删除/ })).toHaveCount(0)
  await box.getByRole('button', { name: '新增领域' }).click()
  await expect(box.getByRole('button', { name: /^删除/ })).toHaveCount(2)
  await choose(page, '领域 2：领域', '电子信息')
  await choose(page, '领域 2：方向', '软件')
  await expect(box.getByText('与前面重复，不计入')).toBeVisible()
  await expect(page.getByText('["0101"]')).toBeVisible()
  await choose(page, '领域 2：方向', '微电子技术')
  await expect(page.getByText('["0101","0102"]')).toBeVisible()
  await box.getByRole('button', { name: '删除领域 1' }).click()
  await expect(page.getByText('["0102"]')).toBeVisible()
  await expect(box.getByRole('button', { name: /^删除/ })).toHaveCount(0)
  await expect(box.getByRole('button', { name: '新增领域' })).toBeFocused()
})

test('the second list depends on the first choice, is loaded for each, and is cleared by another choice', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('combobox', { name: '技术方向' })).toBeDisabled()
  const asked: string[] = []
  page.on('request', (r) => {
    if (r.url().includes('/tech/domain/children')) asked.push(new URL(r.url()).searchParams.get('id') ?? '')
  })
  await choose(page, '技术领域', '电子信息')
  await choose(page, '技术方向', '软件')
  await expect(page.getByText('{"first":"01","second":"0101"}')).toBeVisible()
  await choose(page, '技术领域', '生物与新医药')
  await expect(page.getByText('{"first":"02","second":null}')).toBeVisible()
  await choose(page, '技术领域', '电子信息')
  await expect.poll(() => asked).toEqual(['01', '02', '01'])
  await page.route('**/tech/domain/children**', (route) => route.abort())
  await choose(page, '技术领域', '航空航天')
  await expect(page.getByRole('button', { name: '加载失败，重新加载' })).toBeVisible()
  await page.unroute('**/tech/domain/children**')
  await page.getByRole('button', { name: '加载失败，重新加载' }).click()
  await expect(page.getByRole('button', { name: '加载失败，重新加载' })).toHaveCount(0)
})

test("main types are tabs, '10' is open first, arrow keys move between them, subtypes are radio buttons (K032)", async ({ page }) => {
  await open(page)
  const box = page.getByRole('group', { name: '诉求分类', exact: true })
  await expect(box.getByRole('tab', { selected: true })).toHaveText('政策咨询与兑现')
  await box.getByRole('radio', { name: '政策申报指导' }).check()
  await expect(box.getByText('已选：政策咨询与兑现 / 政策申报指导')).toBeVisible()
  await box.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(box.getByRole('tab').nth(1)).toBeFocused()
  await expect(box.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box.getByText('已选：政策咨询与兑现 / 政策申报指导')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(box.getByRole('radio', { name: '政策申报指导' })).toBeChecked()
})

test('an area is chosen and deselected; a county is a choice and shows its streets; sort bar and tag cloud mark the choice', async ({
  page,
}) => {
  await open(page)
  const box = page.getByRole('group', { name: '企业所在地区' })
  await expect(box.getByRole('button', { name: '不限' })).toHaveAttribute('aria-pressed', 'true')
  await box.getByRole('button', { name: /北津区/ }).click()
  await expect(page.getByText('"339991"', { exact: true })).toBeVisible()
  await box.getByRole('button', { name: /望湖街道/ }).click()
  await expect(page.getByText('"339991002"')).toBeVisible()
  await expect(box.getByRole('button', { name: /北津区/ })).toHaveAttribute('aria-pressed', 'false')
  // Deselecting the street leaves the county; deselecting the county too leaves no restriction.
  await box.getByRole('button', { name: /望湖街道/ }).click()
  await expect(page.getByText('"339991"', { exact: true })).toBeVisible()
  await box.getByRole('button', { name: /北津区/ }).click()
  await expect(page.getByText('"339991"', { exact: true })).toHaveCount(0)
  await expect(box.getByRole('button', { name: '不限' })).toHaveAttribute('aria-pressed', 'true')
  const sort = page.getByRole('navigation', { name: '排序' })
  await sort.getByRole('button', { name: '浏览最多' }).click()
  await expect(sort.getByRole('button', { name: '浏览最多' })).toHaveAttribute('aria-pressed', 'true')
  const cloud = page.getByRole('list', { name: '热门标签' })
  const size = (name: string) => cloud.getByRole('button', { name }).evaluate((el) => Number.parseFloat(getComputedStyle(el).fontSize))
  expect(await size('技术改造')).toBeGreaterThan(await size('首台套'))
  await cloud.getByRole('button', { name: /^稳岗返还 ?41 项政策$/ }).click()
  await expect(cloud.getByRole('button', { name: '稳岗返还' })).toHaveAttribute('aria-pressed', 'true')
})

test('the sticky bar is fixed after scrolling past it, its place keeps the height, and it returns when scrolled back (S227, S228)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 420 })
  await open(page)
  const bar = page.getByRole('navigation', { name: '排序' })
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  // Parts of the page that load later change its height.
  await page.waitForLoadState('networkidle')
  const before = await height()
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect.poll(() => bar.evaluate((el) => el.getBoundingClientRect().top)).toBeLessThan(20)
  await expect(page.locator('[data-fixed]')).toHaveCount(1)
  expect(await height()).toBe(before)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.locator('[data-fixed]')).toHaveCount(0)
})

test('words are searched once, half a second after the last key; radio and dictionary choices accept 0 (K028)', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await open(page)
  const words = page.getByRole('textbox', { name: '关键词' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await words.pressSequentially('技术改造')
  await page.clock.runFor(450)
  await expect(page.getByText('0 次')).toBeVisible()
  await page.clock.resume()
  await expect(page.getByText('1 次')).toBeVisible()
  await expect(page.getByText('"技术改造"')).toBeVisible()
  await page
    .getByRole('group', { name: '紧急程度' })
    .or(page.getByRole('radiogroup', { name: '紧急程度' }))
    .getByRole('radio')
    .first()
    .check()
  await choose(page, '担保方式', '信用')
  await choose(page, '是否上市', '否')
  await expect(page.locator('output').filter({ hasText: /^0$/ })).toBeVisible()
})

test('shortened text is shown in full on focus; text that fits is no stop of the keyboard', async ({ page }) => {
  await page.goto('/demo?part=marks')
  const cut = page.getByText('关于组织申报2026年度企业技术改造专项资金的通知')
  await expect(cut).toHaveAttribute('tabindex', '0')
  await cut.focus()
  await expect(page.getByRole('tooltip')).toHaveText('关于组织申报2026年度企业技术改造专项资金的通知')
})

test('a code can be sent again after sixty seconds by the clock (K017, M121)', async ({ browser }) => {
  // A changed clock stays with the context.
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await page.goto('/demo?part=marks')
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /^(60|59)秒后重新获取$/ })).toBeDisabled()
  await page.clock.runFor(30_000)
  await expect(page.getByRole('button', { name: /^(30|29|28)秒后重新获取$/ })).toBeDisabled()
  await page.clock.runFor(31_000)
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
})

test('“show all” lists up to 9000 rows on one page (K025)', async ({ page }) => {
  await page.goto('/demo?part=list')
  await page.getByRole('button', { name: '显示全部' }).click()
  await expect(page).toHaveURL(/pageSize=9000/)
  const rows = page.locator('#list .ant-table-row')
  await expect.poll(() => rows.count()).toBeGreaterThan(10)
  await expect(page.getByRole('button', { name: '显示全部' })).toHaveCount(0)
  await page.getByRole('button', { name: '分页显示' }).click()
  await expect(rows).toHaveCount(10)
})

test('no serious accessibility fault at 1440 and 375 px and with large type, and no sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  expect(await graveFaults(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page)
  await page.getByRole('button', { name: '新增领域' }).click()
  expect(await graveFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.evaluate(() => document.documentElement.setAttribute('data-elder', '1'))
  expect(await graveFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
