import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

/** Opens the appeal from the list of a member of staff. */
const atDesk = async (page: Page, title: string) => {
  await page.goto(`/work/adminAppeal?keyword=${encodeURIComponent(title)}`)
  await page
    .getByRole('row', { name: title })
    .getByRole('button', { name: /^(办理|查看)/ })
    .click()
  const desk = page.getByRole('dialog', { name: '诉求办理' })
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  return desk
}

test('an appeal goes from its sender through service centre and office, is reviewed by another, evaluated and archived', async ({
  browser,
}) => {
  const title = '厂区每周限电两天'
  const [sender, front, dept] = [await person(browser, 'qy2'), await person(browser, 'front1'), await person(browser, 'dept1')]
  await test.step('the company files it from the public page', async () => {
    await sender.goto('/page/appeal')
    await sender.getByRole('button', { name: '我要提诉求' }).first().click()
    const form = sender.getByRole('dialog', { name: '提诉求' })
    await form.getByRole('button', { name: '提交诉求' }).click()
    await expect(form.getByText('请选择最小分类。').first()).toBeVisible()
    await expect(form.getByRole('tab', { name: '政策咨询与兑现' })).toHaveAttribute('aria-selected', 'true')
    await form.getByRole('tab', { name: '要素保障' }).click()
    await form.getByRole('radio', { name: '用电' }).check()
    await form.getByLabel('标题').fill(title)
    await form.getByLabel('内容', { exact: true }).fill('九月以来每周限电两天，订单延误，请协调错峰。')
    await form.getByLabel('联系人').fill('林小满')
    await form.getByLabel('手机号').fill('13812345678')
    await form.getByRole('switch', { name: '办结后可以公开' }).click()
    await form.getByRole('button', { name: '提交诉求' }).click()
    await expect(sender.getByText(/前办结。/)).toBeVisible()
    await sender.getByRole('button', { name: '完成', exact: true }).click()
    await expect(sender.getByRole('row', { name: title })).toContainText('待受理')
  })
  await test.step('the service centre assigns it to the proposed office', async () => {
    const desk = await atDesk(front, title)
    await expect(desk.getByText('138****5678')).toBeVisible()
    await desk.getByRole('button', { name: '转办' }).click()
    await expect(desk.getByText('依据：“用电”的承办部门').last()).toBeVisible()
    await desk.getByRole('button', { name: '转办' }).last().click()
    await expect(front.getByText('已转办')).toBeVisible()
  })
  await test.step('the office answers', async () => {
    const desk = await atDesk(dept, title)
    await desk.getByRole('button', { name: '办理答复' }).click()
    await desk.getByRole('radio', { name: '已解决' }).check()
    await desk.getByLabel('答复内容').fill('已协调供电公司调整为夜间错峰，本周起执行。')
    await desk.getByRole('button', { name: '提交审核' }).click()
    await expect(dept.getByText('已提交审核')).toBeVisible()
  })
  await test.step('another user reviews the answer', async () => {
    const desk = await atDesk(front, title)
    await desk.getByRole('button', { name: '审核答复' }).click()
    const dialog = front.getByRole('dialog', { name: '审核答复' })
    await dialog.getByRole('radio', { name: '通过' }).check()
    await dialog
      .getByRole('button', { name: /通\s*过/ })
      .last()
      .click()
    await expect(front.getByText('已办结').first()).toBeVisible()
  })
  await test.step('the sender reads the answer and evaluates it', async () => {
    await sender.goto('/work/myAppeal')
    await sender.getByRole('row', { name: title }).getByRole('button', { name: /^查看/ }).click()
    const drawer = sender.getByRole('dialog', { name: '诉求详情' })
    await expect(drawer.getByText('已协调供电公司调整为夜间错峰，本周起执行。')).toBeVisible()
    await drawer.getByRole('button', { name: /评\s*价/ }).click()
    await drawer.getByRole('radio', { name: '非常满意' }).check()
    await drawer.getByRole('button', { name: '提交评价' }).click()
    await expect(sender.getByText('感谢您的评价')).toBeVisible()
  })
  await test.step('the service centre publishes the answer without names, and archives the appeal', async () => {
    const desk = await atDesk(front, title)
    await desk.getByRole('button', { name: '公开答复' }).click()
    await desk.getByRole('button', { name: '公开', exact: true }).click()
    await expect(front.getByText('已公开')).toBeVisible()
    await desk.getByRole('button', { name: /归\s*档/ }).click()
    await front
      .getByRole('dialog', { name: /^归档/ })
      .getByRole('button', { name: /归\s*档/ })
      .click()
    await expect(desk.getByText('已归档').first()).toBeVisible()
  })
  await test.step('everybody can read the published answer', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`/page/appeal?q=${encodeURIComponent('限电')}`)
    await visitor.getByRole('link', { name: title }).click()
    await expect(visitor.getByRole('heading', { name: '答复' })).toBeVisible()
    await visitor.goto('/page/appeal')
    await visitor.getByRole('button', { name: '我要提诉求' }).click()
    await expect(visitor.getByText('请先登录')).toBeVisible()
  })
})

test('the screens of appeals are accessible, also on a phone', async ({ browser }) => {
  const visitor = await (await browser.newContext({ viewport: { width: 375, height: 800 } })).newPage()
  await visitor.goto('/page/appeal')
  await expect(visitor.getByRole('heading', { name: '企业诉求', level: 1 })).toBeVisible()
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await graveFaults(visitor)).toEqual([])
  const front = await person(browser, 'front1')
  await front.goto('/work/adminAppeal')
  await expect(front.getByRole('table').first()).toBeVisible()
  await expect(front.getByRole('button', { name: '导出' })).toBeVisible()
  expect(await graveFaults(front)).toEqual([])
})

test('the leader reads the figures of appeals', async ({ browser }) => {
  const leader = await person(browser, 'leader1')
  for (const [path, heading] of [
    ['/work/appealsSources', '各来源的诉求'],
    ['/work/assessAppeal', '各部门的及时率、解决率和满意率'],
  ] as const) {
    await leader.goto(path)
    await expect(leader.getByRole('heading', { name: heading })).toBeVisible()
    expect(await graveFaults(leader)).toEqual([])
  }
  await leader.goto('/work/assessAppealList')
  await expect(leader.getByRole('table').first()).toBeVisible()
})
