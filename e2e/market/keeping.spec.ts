import { expect, test } from '../test.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEAD = ['标题', '镇街', '地址', '厂房性质', '供需方式', '可租（售）面积（㎡）', '租金（元/㎡·月）', '联系人', '联系电话']

test('a sheet of a park is checked, its wrong cells are reported, and its correct rows wait for a colleague’s review', async ({
  browser,
}) => {
  const staff = await person(browser, 'market1')
  const name = (n: number) => `杉林产业园 ${n} 幢`
  const row = (n: number, area: number, street = '云溪街道') => [
    name(n),
    street,
    `杉林路 ${n} 号`,
    '标准厂房',
    '出租',
    area,
    12.5,
    '池砚',
    '13800001234',
  ]
  const content = await xlsx([HEAD, row(1, 1200), row(2, 0), row(3, 900, '没有的镇')])
  await staff.goto('/work/adminShop')
  await staff.getByRole('button', { name: '导入' }).click()
  const dialog = staff.getByRole('dialog', { name: '导入厂房' })
  await dialog.getByLabel('导入文件').setInputFiles({ name: '杉林产业园.xlsx', mimeType: XLSX, buffer: content })
  await expect(dialog.getByText('杉林产业园.xlsx')).toBeVisible()
  await dialog.getByRole('button', { name: /校\s?验/ }).click()
  await expect(dialog.getByText('应大于 0')).toBeVisible()
  await expect(dialog.getByText('没有这个镇街')).toBeVisible()
  expect(await graveFaults(staff)).toEqual([])
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await expect(dialog.getByRole('button', { name: /完\s?成/ })).toBeVisible()
  await dialog.getByRole('button', { name: /完\s?成/ }).click()
  await staff.goto(`/work/adminShop?keyword=${encodeURIComponent(name(1))}`)
  await expect(staff.getByRole('row', { name: name(1) })).toContainText('待审核')
})

test('an item that is not public answers 404 and links to others', async ({ page }) => {
  const answer = await page.goto('/page/sdmarketdetail1?id=99999999')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '这条厂房信息目前不公开' })).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await page.getByRole('region', { name: '正在公开的相近厂房' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/sdmarketdetail1\?id=\d+/)
  await page.goto('/page/sdmarketdetail2?id=99999999&type=demand')
  await page.getByRole('link', { name: '看全部用地需求' }).click()
  await expect(page).toHaveURL(/sdmarket\?kind=landDemand/)
})

test('a notice leads to one click that confirms an item; opening it alone confirms nothing', async ({ browser }) => {
  const owner = await person(browser, 'qy1')
  const { list } = await callAs(owner, '/workshop/info/list?reviewState=1&pageSize=100')
  const [item] = list as { id: number; title: string; freshTime: string }[]
  await owner.goto(`/work/myShopWrok?confirm=${item!.id}`)
  const dialog = owner.getByRole('dialog', { name: '厂房信息还有效吗？' })
  await expect(dialog.getByText(item!.title)).toBeVisible()
  expect(await graveFaults(owner)).toEqual([])
  const before = await callAs(owner, `/workshop/info/findById?id=${item!.id}`)
  expect(before.freshTime).toBe(item!.freshTime)
  await dialog.getByRole('button', { name: '仍然有效' }).click()
  await expect(owner.getByText('已确认，谢谢')).toBeVisible()
  await expect(owner).toHaveURL(/myShopWrok$/)
})

test('focus on a row highlights its pin, and a filter can be saved and deleted', async ({ browser }) => {
  const seeker = await person(browser, 'gr1')
  await seeker.goto('/page/sdmarket?view=map&areaMin=1000')
  const map = seeker.getByRole('application', { name: '供应所在位置，列表中有同样的内容' })
  await expect(map.getByRole('button').first()).toBeVisible()
  await expect(map.locator('[data-lit]')).toHaveCount(0)
  await seeker.locator('[data-place] h3 a').first().focus()
  await expect(map.locator('[data-lit]')).toHaveCount(1)
  // Another list may not hold that row any more.
  await seeker.getByLabel('面积从（㎡）').fill('1100')
  await seeker.getByRole('button', { name: '查询', exact: true }).click()
  await expect(seeker).toHaveURL(/areaMin=1100/)
  await expect(map.locator('[data-lit]')).toHaveCount(0)
  await seeker.getByRole('button', { name: '收藏与筛选' }).click()
  const kept = seeker.getByRole('dialog', { name: '收藏与筛选' })
  await kept.getByRole('button', { name: '保存筛选' }).click()
  await expect(kept.getByText('请输入名称')).toBeVisible()
  await kept.getByLabel('给现在的条件起个名称').fill('一千平以上')
  await kept.getByRole('button', { name: '保存筛选' }).click()
  await expect(kept.getByRole('link', { name: '一千平以上' })).toBeVisible()
  expect(await graveFaults(seeker)).toEqual([])
  await kept.getByRole('button', { name: '删除筛选 一千平以上' }).click()
  await expect(kept.getByRole('link', { name: '一千平以上' })).toBeHidden()
})

// Seen red: a reversed range said “没有你想要的数据”, and a wrong number gave an error page that did not say which.
test('a filter that the list refuses is told at its field, the form stays, and each can be dropped', async ({ page }) => {
  const answer = await page.goto('/page/sdmarket?areaMin=900&areaMax=100')
  expect(answer!.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1, name: '供需市场' })).toBeVisible()
  await expect(page.getByText('面积：上限不能小于下限')).toBeVisible()
  const area = (name: string) => page.locator(`input[type="number"][name="${name}"]`)
  await expect(area('areaMax')).toHaveAttribute('aria-invalid', 'true')
  await expect(area('areaMin')).toHaveValue('900')
  expect(await graveFaults(page)).toEqual([])
  await area('areaMax').fill('90000')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page).toHaveURL(/areaMax=90000/)
  await expect(page.getByRole('heading', { name: /^共 \d+ 条$/ })).toBeVisible()
  // The same without loading the page anew.
  await area('areaMax').fill('100')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByText('面积：上限不能小于下限')).toBeVisible()
  await page.goto('/page/sdmarket?areaMin=abc')
  await expect(page.getByText('面积：应为数字')).toBeVisible()
  await page.getByRole('link', { name: '不限面积' }).click()
  await expect(page).toHaveURL(/\/page\/sdmarket$/)
  await expect(page.getByRole('heading', { name: /^共 \d+ 条$/ })).toBeVisible()
})

// Seen: a kind that there is not was shown as 厂房 and stayed in every link, and unknown codes left an empty list that did not name them.
test('a kind that there is not is refused, and codes that there are not are named and can be dropped', async ({ page }) => {
  const answer = await page.goto('/page/sdmarket?kind=nonsense&areaMin=abc')
  expect(answer!.status()).toBe(400)
  await expect(page.getByText('种类：没有这种供需')).toBeVisible()
  await expect(page.getByText('面积：应为数字')).toBeVisible()
  await page.getByRole('link', { name: '不限面积' }).click()
  // The links of the page before still lead to the wrong area.
  await expect(page.getByText('面积：应为数字')).toHaveCount(0)
  await page.getByRole('link', { name: '不限种类' }).click()
  await expect(page).toHaveURL(/\/page\/sdmarket$/)
  await expect(page.getByRole('heading', { name: /^共 \d+ 条$/ })).toBeVisible()
  await page.goto('/page/sdmarket?trade=99&nature=zz')
  await expect(page.getByRole('heading', { name: '共 0 条' })).toBeVisible()
  await expect(page.getByRole('link', { name: '不限性质' })).toBeVisible()
  await page.getByRole('link', { name: '不限供需方式' }).click()
  await expect(page).toHaveURL(/\/page\/sdmarket\?nature=zz$/)
})

test('a printed detail contains the facts, without buttons', async ({ page }) => {
  await page.goto('/page/sdmarketdetail1?id=1')
  await expect(page.getByRole('button', { name: '测算总成本' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const name of ['测算总成本', '向发布方提问', '索取联系方式', '收藏', '打印'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: '具体情况' })).toBeVisible()
})
