import { expect, test, type Page } from '../test.ts'
import { callAs, enter, person } from '../session.ts'

const COMPANY = '云溪县星澜精密轴承有限公司（示例）'
const CODE = '91339999MAEF12007U'
const menu = (page: Page) => page.getByRole('navigation', { name: '工作台菜单' })

test('a person is bound to a company with evidence, switches to it and back', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await enter(page, 'gr1')
  await page.goto('/work/personalCompany')
  await page.getByRole('button', { name: '申请绑定企业' }).click()
  const form = page.getByRole('dialog', { name: '申请绑定企业' })
  await form.getByLabel('社会信用代码').fill('91339999MAEF1200IO')
  await form.getByLabel('职务').fill('财务负责人')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
  await expect(form.getByText('上传成功')).toBeVisible()
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(form.getByText('社会信用代码格式错误').first()).toBeVisible()
  await form.getByLabel('社会信用代码').fill(CODE)
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('row', { name: new RegExp(CODE) })).toContainText('待审核')
  await expect(page.getByRole('button', { name: /切换到该企业/ })).toHaveCount(0)

  const owner = await (await browser.newContext()).newPage()
  await enter(owner, 'qy1')
  await owner.goto('/work/enterprise')
  const todo = owner.getByRole('region', { name: '待我处理' })
  await todo.getByRole('link', { name: /^去审核\s?：.+（财务负责人）申请绑定本企业$/ }).click()
  await expect(owner.getByRole('button', { name: /^审核：/ })).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await enter(desk, 'front1')
  await desk.goto('/work/operator')
  await desk.getByRole('link', { name: /^去处理\s?：待审核的绑定申请$/ }).click()
  await desk.getByRole('button', { name: `审核：${COMPANY}` }).click()
  const look = desk.getByRole('dialog', { name: '绑定申请' })
  const download = desk.waitForEvent('download')
  await look.getByRole('button', { name: '下载：授权书.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('授权书.pdf')
  await look.getByRole('button', { name: '审核', exact: true }).click()
  const decide = desk.getByRole('dialog', { name: '审核绑定申请' })
  await decide.getByLabel('通过', { exact: true }).check()
  await decide.getByRole('button', { name: '通过' }).click()
  await expect(desk.getByText('已通过')).toBeVisible()

  await page.reload()
  const tokenOf = async () => (await page.context().cookies()).find((c) => c.name === 'token')?.value
  const before = await tokenOf()
  await page.getByRole('button', { name: `切换到该企业：${COMPANY}` }).click()
  await page.waitForURL('**/work/enterprise')
  await expect(page.getByRole('heading', { name: `你好，${COMPANY}` })).toBeVisible()
  await expect(page.getByText(/^免申即享待确认 \d+$/)).toBeVisible()
  await expect(page.getByText(/^绑定申请待审核/)).toHaveCount(0)
  expect(await tokenOf()).not.toBe(before)
  await page.goto('/work/enterpriseArchive')
  await expect(page.getByRole('heading', { name: COMPANY })).toBeVisible()

  // The header says for whom, also on a phone, where it has no room for the name as well.
  const account = page.getByRole('button', { name: new RegExp(`^您好，.+代表 ${COMPANY}`) })
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/page/home', '/work/enterprise']) {
    await page.goto(path)
    await expect(account.getByTitle(COMPANY)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  }
  await page.setViewportSize(wide)
  await account.click()
  await expect(page.getByText(`正代表“${COMPANY}”办事`, { exact: false }).last()).toBeVisible()
  // An agent cannot withdraw the consent, and is not sent to a page for it.
  await page.getByRole('button', { name: '企业用户授权' }).click()
  const consent = page.getByRole('dialog', { name: '企业用户授权' })
  await expect(
    consent.getByText('撤回授权由企业自己的账号在企业档案中办理。').or(consent.getByText('授权只能由企业自己的账号办理')),
  ).toBeVisible()
  await expect(consent.getByRole('link', { name: '在企业档案中办理' })).toHaveCount(0)
  await consent.getByRole('button', { name: '关闭', exact: true }).last().click()
  await account.click()
  await page.getByText('切换到其他企业').click()
  await page.waitForURL('**/work/personalCompany')
  await page.getByRole('button', { name: /^您好，/ }).click()
  await page.getByRole('banner').getByText('切换到企业', { exact: true }).click()
  await expect(page.getByText('请在下面的列表里选“切换到该企业”', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: `切换到该企业：${COMPANY}` }).click()
  await page.waitForURL('**/work/enterprise')
  await account.click()
  await page.getByText('切回个人身份').click()
  await page.waitForURL('**/work/personal')
  await expect(menu(page).getByText('绑定企业', { exact: true })).toBeVisible()
  await page.goto('/work/enterpriseArchive')
  await expect(page.getByText('无权限')).toBeVisible()

  // What the person began as themselves in another window is not filed for the company; it goes on when they are themselves again.
  const own = await page.context().newPage()
  await own.goto('/work/myAppeal')
  await own.getByRole('button', { name: '提诉求', exact: true }).first().click()
  await own.getByRole('dialog', { name: '提诉求' }).getByLabel('标题').fill('以本人名义写到一半')
  await page.goto('/work/personalCompany')
  await page.getByRole('button', { name: `切换到该企业：${COMPANY}` }).click()
  await page.waitForURL('**/work/enterprise')
  const acting = own.getByRole('dialog', { name: `您现在代表“${COMPANY}”` })
  await acting.getByRole('button', { name: '留下复制' }).click()
  await expect(own.getByText(`本页以您个人的名义打开，您现在代表“${COMPANY}”，内容不能提交。`)).toBeVisible()
  await expect(own.getByLabel('标题')).toHaveValue('以本人名义写到一半')
  await account.click()
  await page.getByText('切回个人身份').click()
  await page.waitForURL('**/work/personal')
  await expect(own.getByRole('button', { name: '离开本页' })).toHaveCount(0)
  await expect(own.getByLabel('标题')).toHaveValue('以本人名义写到一半')
  await own.close()

  // The company ends the binding just after the person switched to it.
  await page.goto('/work/personalCompany')
  await page.getByRole('button', { name: `切换到该企业：${COMPANY}` }).click()
  await page.waitForURL('**/work/enterprise')
  await page.goto('/work/myAppeal')
  await page.getByRole('button', { name: '提诉求', exact: true }).first().click()
  const begun = page.getByRole('dialog', { name: '提诉求' })
  await begun.getByRole('tab', { name: '要素保障' }).click()
  await begun.getByRole('radio', { name: '用电' }).check()
  await begun.getByLabel('标题').fill('以企业名义写到一半')
  await begun.getByLabel('内容', { exact: true }).fill('九月以来每周限电两天，订单延误，请协调错峰。')
  await begun.getByLabel('联系人').fill('林小满')
  await begun.getByLabel('手机号').fill('13812345678')
  await owner.goto('/work/enterprise')
  await expect(owner.getByText(/^绑定申请待审核 0$/)).toBeVisible()
  await owner.goto('/work/personalCompany')
  await owner.getByRole('button', { name: /解除绑定：/ }).click()
  await owner.getByRole('button', { name: '解除绑定', exact: true }).last().click()
  await expect(owner.getByText('已解除绑定')).toBeVisible()
  // What was begun for the company is not filed as the person's own; it stays to be copied.
  const notice = page.getByRole('dialog', { name: `您已不再代表“${COMPANY}”` })
  await expect(async () => {
    // The page may hear of it by itself; the notice then covers the button.
    if (!(await notice.isVisible())) await begun.getByRole('button', { name: '提交诉求' }).click({ timeout: 1_000 })
    await expect(notice).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await notice.getByRole('button', { name: '留下复制' }).click()
  await expect(begun.getByLabel('标题')).toHaveValue('以企业名义写到一半')
  await page.getByRole('button', { name: '离开本页' }).click()
  await page.waitForURL('**/work/personal')
  expect(JSON.stringify(await callAs(page, '/appeal/info/listMy'))).not.toContain('以企业名义写到一半')
  await menu(page).getByRole('button', { name: '互动与办事' }).click()
  await menu(page).getByText('我的咨询').click()
  await expect(menu(page).getByText('绑定企业', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation').getByText('企业档案')).toHaveCount(0)
})

test('a person’s start page shows a refused request first, and leads to a bound company', async ({ page, browser }) => {
  await enter(page, 'gr1')
  const codes = ['91339999MAEF12373P', '91339999MAEF12744E']
  const proof = { name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  const desk = await person(browser, 'front1')
  const own = await callAs(page, '/personal/company/list')
  for (const code of codes.filter((one) => !own.list.some((row: { code: string }) => row.code === one))) {
    await page.goto('/work/personalCompany')
    await page.getByRole('button', { name: '申请绑定企业' }).click()
    const form = page.getByRole('dialog', { name: '申请绑定企业' })
    await form.getByLabel('社会信用代码').fill(code)
    await form.getByLabel('职务').fill('办税员')
    await form.locator('input[type=file]').setInputFiles(proof)
    await expect(form.getByText('上传成功')).toBeVisible()
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('待审核')
  }
  const { list } = await callAs(desk, '/personal/company/list?state=0')
  for (const row of list.filter((one: { code: string }) => codes.includes(one.code))) {
    const verdict = row.code === codes[0] ? { examineState: 1 } : { examineState: 2, opinion: '授权书没有盖章' }
    await callAs(desk, '/personal/company/examine', { id: row.id, version: row.version, ...verdict })
  }
  await page.goto('/work/personal')
  const mine = page.getByRole('region', { name: /^我的企业/ })
  const rows = mine.getByRole('listitem')
  await expect(rows.first()).toContainText('未通过原因：授权书没有盖章')
  await expect(rows.first().getByRole('link', { name: /^重新申请/ })).toBeVisible()
  await rows
    .filter({ hasText: '已绑定' })
    .getByRole('button', { name: /^切换到该企业：/ })
    .first()
    .click()
  await page.waitForURL('**/work/enterprise')
})
