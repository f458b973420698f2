import type { FrameLocator } from '@playwright/test'
import { expect, test, type Page } from '../test.ts'
import { person } from '../session.ts'

test('the system administrator renames an entry of the top menu: visitors see it, and the change is taken back', async ({ browser }) => {
  const [admin, visitor] = [await person(browser, 'admin1'), await (await browser.newContext()).newPage()]
  await admin.goto('/work/homemenu')
  const entry = admin.getByRole('listitem').filter({ hasText: '/page/commercialLaw' }).first()
  await entry.getByRole('button', { name: /编辑/ }).click()
  const form = admin.getByRole('dialog', { name: '编辑：法律服务' })
  await form.getByLabel('名称').fill('法律服务窗口')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(async () => {
    await visitor.goto('/page/home')
    await expect(visitor.getByRole('link', { name: '法律服务窗口' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await entry.getByRole('button', { name: /编辑/ }).click()
  const back = admin.getByRole('dialog', { name: '编辑：法律服务窗口' })
  await back.getByLabel('名称').fill('法律服务')
  await back.getByRole('button', { name: /保\s?存/ }).click()
  await expect(back).toHaveCount(0)
})

test('figures, slots and platforms that stand already can be changed', async ({ browser }) => {
  const [admin, op] = [await person(browser, 'admin1'), await person(browser, 'op1')]
  for (const [page, path] of [
    [op, '/work/homeBasicData'],
    [op, '/work/popularize'],
    [admin, '/work/platform'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: /^编辑/ }).first().click()
    const form = page.getByRole('dialog', { name: /编辑/ })
    await form.getByRole('button', { name: /保\s?存/ }).click()
    await expect(page.getByText('已保存').first(), path).toBeVisible()
    await expect(form).toHaveCount(0)
  }
})

test('an entry is prepared with a page found by its name and a preview; disabled, it tells visitors why', async ({ browser }) => {
  const [admin, visitor] = [await person(browser, 'admin1'), await (await browser.newContext()).newPage()]
  await admin.goto('/work/homemenu')
  await admin.getByRole('button', { name: '新增顶部菜单' }).click()
  const form = admin.getByRole('dialog', { name: '新增顶部菜单' })
  await form.getByLabel('名称').fill('甲'.repeat(300))
  await form.getByLabel('地址').fill('开放接口')
  // A click is lost while the list moves to its place.
  await expect(async () => {
    await admin.getByText('开放接口（/page/openapi）').click({ timeout: 5_000 })
    await expect(form.getByLabel('地址')).toHaveValue('/page/openapi', { timeout: 3_000 })
  }).toPass()
  await expect(form.getByText('最多 20 个字')).toBeVisible()
  await expect(form.getByLabel('名称')).toHaveValue('甲'.repeat(300))
  await form.getByLabel('名称').fill('数据开放')
  await expect(form.getByText(/保存后立即出现在所有公开页面的顶部菜单/)).toBeVisible()
  await expect(form.frameLocator('iframe[title*="1440"]').getByText('数据开放')).toBeVisible()
  await expect(form.frameLocator('iframe[title*="375"]').getByText('数据开放')).toBeVisible()
  await form.getByLabel('说明（可不填）').fill('七月一日起开放')
  await form.getByRole('switch', { name: /停用/ }).click()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form).toHaveCount(0)

  await expect(async () => {
    await visitor.goto('/page/home')
    const entry = visitor.getByRole('banner').getByRole('link', { name: '数据开放' })
    await expect(entry).toHaveAccessibleDescription('七月一日起开放', { timeout: 2_000 })
    await entry.focus()
    await expect(visitor.getByRole('tooltip', { name: '七月一日起开放' })).toBeVisible()
  }).toPass()

  // The whole page is visible: Playwright would scroll a second entry from under the header, and a page that scrolls under the pressed button
  // takes another entry. Its height is asked for, because changes that other tests left for later stand on it too.
  const height = await admin.evaluate(() => document.documentElement.scrollHeight)
  await admin.setViewportSize({ width: 1280, height: height + 300 })
  await expect.poll(() => admin.evaluate(() => [scrollY, document.documentElement.scrollHeight <= innerHeight])).toEqual([0, true])
  const top = admin.getByRole('region', { name: '顶部菜单' }).getByRole('listitem')
  await top.filter({ hasText: '数据开放' }).dragTo(top.nth(1))
  await expect(top.nth(1)).toContainText('数据开放')
  await admin.getByRole('button', { name: '删除数据开放' }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(top.filter({ hasText: '数据开放' })).toHaveCount(0)
})

test('two versions of 关于我们 are compared, an old one is read before it is restored, and what was cancelled is taken up again', async ({
  browser,
}) => {
  const op = await person(browser, 'op1')
  await op.goto('/work/aboutUs')
  await op.getByLabel('办公时间').fill('工作日 9:00-17:00')
  await expect(op.getByText(/发布后，“关于我们”（\/page\/aboutus）立即改变：办公时间由/)).toBeVisible()
  await op.getByRole('button', { name: /发\s?布/ }).click()
  await expect(op.getByText('已发布')).toBeVisible()
  await op.getByRole('button', { name: '与正在显示的比较' }).first().click()
  const dialog = op.getByRole('dialog', { name: '两个版本的差别' })
  await expect(dialog.getByText('办公时间：工作日 9:00-17:00')).toBeVisible()
  await dialog.getByRole('button', { name: /关闭|Close/ }).click()
  await op.getByRole('button', { name: '查看', exact: true }).last().click()
  await expect(op.getByRole('dialog').getByText('运营单位电话')).toBeVisible()
  await op.keyboard.press('Escape')

  await op.getByLabel('地址').fill('另一处')
  await op.getByLabel('发布时间（可不填）').fill(new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '))
  await op.getByLabel('发布时间（可不填）').press('Enter')
  await op.getByRole('button', { name: /^发\s?布$/ }).click()
  await expect(op.getByText('已定时')).toBeVisible()
  await expect(op.getByText('有上次未提交的内容')).toHaveCount(0)
  await op.getByRole('button', { name: '取消发布' }).click()
  await op.getByRole('dialog').getByRole('button', { name: '取消发布' }).click()
  const cancelled = op.getByRole('listitem').filter({ hasText: '已取消' })
  await cancelled.getByRole('button', { name: '放进表单' }).click()
  await op.getByRole('dialog').getByRole('button', { name: '放进表单' }).click()
  await expect(op.getByLabel('地址')).toHaveValue('另一处')
})

test('the preview of the quick links shows what the public footer shows, without a link to a page that is not built', async ({
  browser,
}) => {
  const admin = await person(browser, 'admin1')
  const quick = (page: Page | FrameLocator) => page.getByRole('navigation', { name: '快速链接', includeHidden: true })
  await admin.goto('/page/home')
  const shown = await quick(admin).getByRole('listitem').allTextContents()
  expect(shown).not.toContain('科技服务')
  await admin.goto('/work/homemenu')
  await expect(admin.getByRole('listitem').filter({ hasText: '/page/techService' }).getByText('页面还没有做好，先不显示')).toBeVisible()
  await admin.getByText('预览快速链接').click()
  const frame = admin.frameLocator('iframe[title="预览：电脑，1440 像素宽"]')
  await expect(frame.locator('footer')).toBeVisible()
  expect(await quick(frame).getByRole('listitem', { includeHidden: true }).allTextContents()).toEqual(shown)
  await admin.getByRole('button', { name: '编辑科技服务' }).last().click()
  await admin.getByRole('dialog').getByLabel('名称').fill('科技')
  await expect(admin.getByRole('dialog').getByText('公开页面先不显示它：它指向的页面还没有做好，做好后自动出现。')).toBeVisible()
})
