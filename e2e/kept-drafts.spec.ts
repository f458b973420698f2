import { expect, test, type Page } from './test.ts'
import { callAs, enter, person } from './session.ts'

// Input in any form is stored on the server for the same account, on any day and computer; simultaneous changes of two users are merged.
const kept = (page: Page, text: string) =>
  page.waitForResponse((r) => r.url().endsWith('/sys/draft/save') && r.ok() && r.request().postData()!.includes(text))

test('an unsaved label is offered again on a new page, to the same account only', async ({ browser }) => {
  const editor = await person(browser, 'editor1')
  await editor.goto('/work/zcLabel')
  await editor.getByRole('button', { name: '新增标签', exact: true }).click()
  const dialog = editor.getByRole('dialog', { name: '新增标签' })
  const saved = kept(editor, '留到明天的标签')
  await dialog.getByLabel('标签名称').fill('留到明天的标签')
  await dialog.getByLabel('说明').click()
  await saved
  // Another journey of this account may have left a draft, which is offered above with its own time.
  await expect(dialog.getByRole('status').filter({ hasText: /已保存 \d\d:\d\d/ })).toBeVisible()
  await editor.close({ runBeforeUnload: false })

  const other = await person(browser, 'leader1')
  const found = await callAs(other, '/sys/draft/find?form=tag:new:plain')
  expect(found.draft).toBeNull()

  const again = await person(browser, 'editor1')
  await again.goto('/work/zcLabel')
  await again.getByRole('button', { name: '新增标签', exact: true }).click()
  const opened = again.getByRole('dialog', { name: '新增标签' })
  await expect(opened.getByText('有上次未提交的内容')).toBeVisible()
  await expect(opened.getByLabel('标签名称')).toHaveValue('')
  await opened.getByRole('button', { name: '继续填写' }).click()
  await expect(opened.getByLabel('标签名称')).toHaveValue('留到明天的标签')
  await opened.getByRole('button', { name: '取消' }).click()
  await again
    .getByRole('dialog', { name: /没有提交/ })
    .getByRole('button', { name: '关闭' })
    .click()
  // Typing without an answer to the offer does not overwrite it.
  await again.getByRole('button', { name: '新增标签', exact: true }).click()
  await expect(opened.getByText('有上次未提交的内容')).toBeVisible()
  const beside = kept(again, '没有理会提示就写的标签')
  await opened.getByLabel('标签名称').fill('没有理会提示就写的标签')
  await opened.getByLabel('说明').click()
  await beside
  await again.close({ runBeforeUnload: false })
  const last = await person(browser, 'editor1')
  await last.goto('/work/zcLabel')
  await last.getByRole('button', { name: '新增标签', exact: true }).click()
  const offering = last.getByRole('dialog', { name: '新增标签' })
  await offering.getByRole('button', { name: '丢弃' }).click()
  await offering.getByRole('button', { name: '继续填写' }).click()
  await expect(offering.getByLabel('标签名称')).toHaveValue('留到明天的标签')
  await offering.getByRole('button', { name: '取消' }).click()
  await last
    .getByRole('dialog', { name: /没有提交/ })
    .getByRole('button', { name: '关闭' })
    .click()
  await last.getByRole('button', { name: '新增标签', exact: true }).click()
  await expect(offering.getByText('有上次未提交的内容')).toBeVisible()
  // Another journey may have left one, too.
  await expect(async () => {
    const drop = offering.getByRole('button', { name: '丢弃' })
    if (await drop.isVisible()) await drop.click()
    await expect(offering.getByText('有上次未提交的内容')).toHaveCount(0, { timeout: 500 })
  }).toPass()
})

test('what is typed before the server has answered the form, on a page that is then reloaded, is offered to the same person only', async ({
  browser,
}) => {
  const [name, later] = [`来不及应答的标签${Date.now() % 100_000}`, `又一次来不及${Date.now() % 100_000}`]
  const page = await person(browser, 'editor1')
  const newLabel = async () => {
    await page.goto('/work/zcLabel')
    await page.getByRole('button', { name: '新增标签', exact: true }).click()
    return page.getByRole('dialog', { name: '新增标签' })
  }
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  await page.route('**/sys/draft/**', () => {})
  for (const typed of [name, later]) {
    const dialog = await newLabel()
    await dialog.getByLabel('标签名称').fill(typed)
    await page.reload()
    expect(await stored()).not.toContain(typed)
  }

  // The next person at this browser.
  await page.unroute('**/sys/draft/**')
  await enter(page, 'leader1')
  await page.goto('/work/notice')
  await expect(page.getByRole('button', { name: /消息设置/ })).toBeVisible()
  expect(await stored()).not.toContain(name)
  await enter(page, 'editor1')
  const dialog = await newLabel()
  for (const typed of [later, name]) {
    await expect(dialog.getByText('有上次未提交的内容')).toBeVisible()
    await dialog.getByRole('button', { name: '继续填写' }).click()
    await expect(dialog.getByLabel('标签名称')).toHaveValue(typed)
  }
  await expect(dialog.getByText('有上次未提交的内容')).toHaveCount(0)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page
    .getByRole('dialog', { name: /没有提交/ })
    .getByRole('button', { name: '关闭' })
    .click()
  await newLabel()
  await dialog.getByRole('button', { name: '丢弃' }).click()
  await expect(dialog.getByText('有上次未提交的内容')).toHaveCount(0)
})

test('when a policy was saved elsewhere in the meantime, that change is filled in, one’s own input stays, nothing is overwritten', async ({
  browser,
}) => {
  const first = await person(browser, 'editor1')
  const { id } = await callAs(first, '/policy/doc/policyDetail?code=demo-talent')
  await first.goto(`/work/policyserveradmin?id=new&copy=${id}`)
  const title = `两人同改的政策${Date.now() % 100_000}`
  await first.getByLabel('政策标题', { exact: true }).fill(title)
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await first.waitForURL(/id=\d+/)
  const address = first.url()
  await expect(first.getByLabel('政策标题', { exact: true })).toHaveValue(title)

  const second = await person(browser, 'editor1')
  await second.goto(address)
  await second.getByLabel('文号', { exact: true }).fill('云政办〔2026〕77号')
  await first.getByLabel('一句话摘要', { exact: true }).fill('先打开的人写的摘要')
  await second.getByRole('button', { name: '保存', exact: true }).click()
  await second.waitForURL((url) => !url.search.includes('id='))

  await first.getByRole('button', { name: '保存', exact: true }).click()
  await expect(first.getByText('内容已被他人修改，本次没有保存')).toBeVisible()
  await expect(first.getByText('内容已被他人修改')).toHaveCount(1)
  await expect(first.getByText('没有提交成功')).toHaveCount(0)
  await expect(first.getByText(/文号：对方改为“云政办〔2026〕77号”，已填入/)).toBeVisible()
  await expect(first.getByLabel('文号', { exact: true })).toHaveValue('云政办〔2026〕77号')
  await expect(first.getByLabel('一句话摘要', { exact: true })).toHaveValue('先打开的人写的摘要')
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await first.waitForURL((url) => !url.search.includes('id='))

  const now = await callAs(first, `/pol/info/findById?id=${new URL(address).searchParams.get('id')}`)
  expect([now.policyNo, now.summary]).toEqual(['云政办〔2026〕77号', '先打开的人写的摘要'])
})

test('unsaved input in a policy is not lost by returning to the list', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/work/policyserveradmin')
  await page.goto('/work/policyserveradmin?id=new')
  await page.getByLabel('政策标题', { exact: true }).fill('返回时还没有保存的政策')
  await page.getByRole('link', { name: /返回政策列表/ }).click()
  const question = page.getByRole('dialog', { name: /尚未保存/ })
  await Promise.race([question.waitFor(), page.waitForURL((url) => !url.search.includes('id='))])
  if (await question.isVisible()) await question.getByRole('button', { name: '离开' }).click()
  await page.goto('/work/policyserveradmin?id=new')
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByLabel('政策标题', { exact: true })).toHaveValue('返回时还没有保存的政策')
  await page.getByRole('button', { name: '取消' }).click()
  await page
    .getByRole('dialog', { name: /没有提交/ })
    .getByRole('button', { name: '关闭' })
    .click()
})

// The draft is removed after the answer to the sending: the page may be left before that, or the removal may be lost.
for (const lost of ['save', 'remove'])
  test(`what was sent is not offered as a draft when the page is reloaded at once (draft/${lost} has no answer)`, async ({ page }) => {
    await enter(page, 'gr1')
    await page.goto('/page/policysub')
    const begin = async () => {
      const found = page.waitForResponse((answer) => answer.url().includes('/sys/draft/find') && answer.ok())
      await page.getByRole('button', { name: '添加订阅条件' }).click()
      await found
      await expect(page.getByLabel('名称')).toBeVisible()
    }
    await begin()
    const wish = `已经送出的条件${lost}`
    await page.route(`**/sys/draft/${lost}`, () => {})
    const asked = page.waitForRequest('**/sys/draft/save')
    await page.getByLabel('名称').fill(wish)
    await page.getByLabel('关键词').fill('贷款贴息')
    await asked
    if (lost === 'remove') await expect(page.getByText(/已保存 \d\d:\d\d/)).toBeVisible()
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await expect(page.getByText('订阅已保存')).toBeVisible()
    await page.reload()
    await page.unrouteAll()
    await expect(page.getByRole('listitem').filter({ hasText: wish }).filter({ hasText: '取消订阅' })).toBeVisible()
    await begin()
    // The answer is there; the offer would be drawn with it.
    await expect(page.getByText('有上次未提交的内容')).toHaveCount(0, { timeout: 500 })
    await page.waitForTimeout(300)
    await expect(page.getByText('有上次未提交的内容')).toHaveCount(0)
  })

test('opening a second group of the archive asks before input in the first one is lost', async ({ page }) => {
  await enter(page, 'qy1')
  await page.goto('/work/enterpriseArchive')
  const edits = page.getByRole('button', { name: /^编辑/ })
  await edits.first().click()
  const form = page.locator('form').first()
  const field = form.getByRole('textbox').first()
  const before = await field.inputValue()
  await field.fill(`${before}改`)
  await edits.last().click()
  const question = page.getByRole('dialog', { name: /没有提交/ })
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(field).toHaveValue(`${before}改`)
  await edits.last().click()
  await question.getByRole('button', { name: '关闭' }).click()
  await expect(page.locator('form').first()).not.toHaveText('')
})

// All dialogs for one record share one form; these three are opened in different ways: from a tree, from a paged list, by an address of
// their own.
for (const dialog of [
  {
    page: '/work/zcLabel',
    who: 'editor1',
    save: '/admin/policy/label/save',
    made: (name: string) => ({ labelName: name }),
    theirs: { order: 7 },
    told: '顺序：对方改为“7”，已填入',
    mine: { field: '说明', key: 'description' },
    read: async (page: Page, name: string) =>
      (await callAs(page, `/admin/policy/label/list?labelName=${encodeURIComponent(name)}`)).list[0],
  },
  {
    page: '/work/Office',
    who: 'admin1',
    save: '/sys/office/saveOrUpdate',
    made: (name: string) => ({ name, code: `t${Date.now() % 1_000_000_000}` }),
    theirs: { order: 8 },
    told: '顺序：对方改为“8”，已填入',
    mine: { field: '部门代码', key: 'code' },
    read: async (page: Page, name: string) => (await callAs(page, `/sys/office/list?name=${encodeURIComponent(name)}`)).list[0],
  },
  {
    page: '/work/dictionary',
    who: 'admin1',
    save: '/sys/dictType/saveOrUpdate',
    made: (name: string) => ({ name, code: `kept${Date.now() % 1_000_000_000}` }),
    theirs: { enableFlag: 0 },
    told: '状态：对方改为“停用”，已填入',
    mine: { field: '备注', key: 'remark' },
    read: async (page: Page, name: string) => (await callAs(page, `/sys/dictType/list?name=${encodeURIComponent(name)}`)).list[0],
  },
])
  test(`two users change one record in a dialog of ${dialog.page}: both changes are kept`, async ({ browser }) => {
    const page = await person(browser, dialog.who)
    const name = `两人同改${Date.now() % 1_000_000}`
    await callAs(page, dialog.save, dialog.made(name))
    await page.goto(`${dialog.page}?name=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `编辑：${name}` }).click()
    const open = page.getByRole('dialog', { name: /^编辑/ })
    const typed = `typed${Date.now() % 100_000}`
    await open.getByLabel(dialog.mine.field, { exact: true }).fill(typed)

    const before = await dialog.read(page, name)
    const { id, version } = before
    await callAs(page, dialog.save, {
      ...dialog.made(name),
      ...('code' in before ? { code: before.code } : {}),
      ...dialog.theirs,
      id,
      version,
    })

    await open.getByRole('button', { name: '保存', exact: true }).click()
    await expect(open.getByText('内容已被他人修改，本次没有保存')).toBeVisible()
    await expect(open.getByText(dialog.told)).toBeVisible()
    await open.getByRole('button', { name: '保存', exact: true }).click()
    await expect(open).toHaveCount(0)
    expect(await dialog.read(page, name)).toMatchObject({ ...dialog.theirs, [dialog.mine.key]: typed })
  })
