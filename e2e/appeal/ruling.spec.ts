import { expect, test, type Page } from '../test.ts'
import { callAs, person } from '../session.ts'
import { chooseOption } from '../select.ts'

/** A subtype without any other ruling in the demo, so that the hint comes from this journey. */
const TYPE = 1606
const STREET = '339999200'
const file = (page: Page, title: string) =>
  callAs(page, '/appeal/info/save', {
    typeId: TYPE,
    title,
    content: '园区道路积水，货车进不来，请明确由谁负责。',
    contact: '林小满',
    phone: '13812345678',
    streetId: STREET,
    submit: true,
  }) as Promise<{ id: number; appealNo: string }>
const desk = async (page: Page, title: string) => {
  await page.goto(`/work/adminAppeal?keyword=${encodeURIComponent(title)}`)
  await page
    .getByRole('row', { name: title })
    .getByRole('button', { name: /^(办理|查看)/ })
    .click()
  const drawer = page.getByRole('dialog', { name: '诉求办理' })
  await expect(drawer.getByRole('heading', { name: title })).toBeVisible()
  return drawer
}
async function notOurs(page: Page, title: string): Promise<void> {
  const drawer = await desk(page, title)
  await drawer.getByRole('button', { name: '不属本部门' }).click()
  await drawer.getByLabel('退回原因').fill('不在本部门职责之内。')
  await drawer.getByRole('button', { name: /^退\s*回$/ }).click()
  await expect(page.getByText('已退回服务中心')).toBeVisible()
}

test('two offices return an appeal: the service centre decides, and the next such appeal is proposed to that office', async ({
  browser,
}) => {
  const title = '园区道路积水无人管'
  const [sender, front, first, second] = [
    await person(browser, 'qy2'),
    await person(browser, 'front1'),
    await person(browser, 'dept1'),
    await person(browser, 'dept2'),
  ]
  const offices = (await callAs(front, '/sys/office/options')) as { id: number; label: string }[]
  const officeOf = (word: string) => offices.find((one) => one.label.includes(word))!.id
  const [ours, theirs] = [officeOf('经济和信息化'), officeOf('科技局')]
  const { id, appealNo } = await file(sender, title)
  await test.step('each of the two offices returns it', async () => {
    await callAs(front, '/appeal/info/transfer', { id, officeId: ours })
    await notOurs(first, title)
    await callAs(front, '/appeal/info/transfer', { id, officeId: theirs })
    await notOurs(second, title)
  })
  await test.step('the service centre can only decide', async () => {
    const drawer = await desk(front, title)
    await expect(drawer.getByRole('button', { name: '转办' })).toHaveCount(0)
    await drawer.getByRole('button', { name: /裁\s*定/ }).click()
    await chooseOption(drawer.getByLabel('裁定由哪个部门办理'), '经济和信息化')
    await drawer.getByLabel('裁定依据').fill('园区道路由经信部门牵头管理。')
    await drawer.getByRole('button', { name: /^裁\s*定$/ }).click()
    await expect(front.getByText('已裁定').first()).toBeVisible()
  })
  await test.step('that office must keep it', async () => {
    const drawer = await desk(first, title)
    await expect(drawer.getByRole('button', { name: '办理答复' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: '不属本部门' })).toHaveCount(0)
  })
  await test.step('the next such appeal is proposed to that office, with the ruling as the reason', async () => {
    const next = `${title}，另一处`
    await file(sender, next)
    const drawer = await desk(front, next)
    await drawer.getByRole('button', { name: '转办' }).click()
    await expect(front.getByText(`依据：裁定 ${appealNo}`).last()).toBeVisible()
  })
})

test('J and K move between the appeals of the list, but not while typing', async ({ browser }) => {
  const front = await person(browser, 'front1')
  await front.goto('/work/adminAppeal')
  await front
    .getByRole('row')
    .getByRole('button', { name: /^(办理|查看)/ })
    .first()
    .click()
  const drawer = front.getByRole('dialog', { name: '诉求办理' })
  await expect(drawer.getByRole('button', { name: /下一件/ })).toBeVisible()
  const opened = () => new URL(front.url()).searchParams.get('id')
  const one = opened()
  await front.keyboard.press('j')
  await expect.poll(opened).not.toBe(one)
  const two = opened()
  expect(two).not.toBeNull()
  await expect(drawer.getByRole('button', { name: /上一件/ })).toBeEnabled()
  await front.keyboard.press('Control+k')
  const reason = front.getByRole('dialog').getByRole('textbox')
  // While the second appeal is loaded, the first is still shown, and a dialog of it closes with it.
  await expect(async () => {
    if (await reason.isHidden()) await drawer.getByRole('button', { name: '查看完整电话' }).click()
    await expect(reason).toBeVisible({ timeout: 2000 })
  }).toPass()
  await reason.pressSequentially('jk')
  await expect(reason).toHaveValue('jk')
  expect(opened()).toBe(two)
  await reason.fill('')
  await front.keyboard.press('Escape')
  await expect(reason).toBeHidden()
  await drawer.getByRole('button', { name: /上一件/ }).focus()
  await front.keyboard.press('k')
  await expect.poll(opened).toBe(one)
})

test('the list is filtered by street and by company, and shows both filters after it is opened again', async ({ browser }) => {
  const front = await person(browser, 'front1')
  await front.goto('/work/adminAppeal')
  await front.getByRole('button', { name: /更多筛选/ }).click()
  await chooseOption(front.getByRole('combobox', { name: '企业' }), '星澜精密轴承')
  await expect.poll(() => new URL(front.url()).searchParams.get('companyId')).toMatch(/^\d+$/)
  const rows = front.getByRole('row').filter({ has: front.getByRole('button', { name: /^(办理|查看)/ }) })
  await expect(rows.first()).toContainText('星澜精密轴承')
  await expect(rows.filter({ hasNotText: '星澜精密轴承' })).toHaveCount(0)
  await front.reload()
  await front.getByRole('button', { name: /更多筛选/ }).click()
  await expect(front.getByTitle(/星澜精密轴承/).first()).toBeVisible()
  await front.getByRole('button', { name: /^重\s*置$/ }).click()
  await front.getByRole('combobox', { name: '镇街' }).click()
  await front.getByRole('option').first().waitFor({ state: 'attached' })
  await front.keyboard.press('ArrowDown')
  await front.keyboard.press('Enter')
  await expect.poll(() => new URL(front.url()).searchParams.get('streetId')).toMatch(/^\d{6,12}$/)
})
