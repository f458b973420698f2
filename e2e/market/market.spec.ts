import { expect, test, type Locator, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { optionsOf, take } from '../select.ts'
import { CAPTCHA, person } from '../session.ts'
import { received } from '../sms-code.ts'

/** Chooses an option of a select in the form. */
async function choose(page: Page, form: Locator, label: string, option: string) {
  const box = form.getByRole('combobox', { name: label })
  const options = await optionsOf(box)
  await take(box, options.filter({ has: page.getByText(option, { exact: true }) }).first())
  await page.keyboard.press('Tab')
}
/** Requests a code in a dialog or form, and types the code that was sent. */
async function prove(place: Locator, phone: string) {
  // Without a picture no code is right.
  await expect(place.getByAltText('验证码图片，点击更换')).toBeVisible()
  await place.getByLabel('图形验证码').fill(CAPTCHA)
  await place.getByRole('button', { name: '获取验证码' }).click()
  await place.getByLabel('短信验证码').fill(await received(phone))
}

test('a workshop is registered, reviewed, found, its contact requested and a visit booked; the owner reads who asked', async ({
  browser,
}) => {
  const name = '青石路恒温车间'
  const number = () => `137${String(Date.now()).slice(-8)}`
  const ownersPhone = number()
  const [owner, staff, seeker] = [await person(browser, 'qy1'), await person(browser, 'market1'), await person(browser, 'gr1')]

  await test.step('the company registers it: errors are shown at their fields, and the input stays', async () => {
    const phone = ownersPhone
    await owner.goto('/work/myShopWrok')
    await owner.getByRole('button', { name: '登记厂房' }).click()
    const form = owner.getByRole('dialog', { name: '登记厂房' })
    await form.getByLabel('标题').fill(name)
    await form.getByLabel('地址').fill('青石路 8 号')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('请选择镇街').first()).toBeVisible()
    await expect(form.getByLabel('标题')).toHaveValue(name)
    expect(await graveFaults(owner)).toEqual([])
    await choose(owner, form, '所属镇街', '云溪街道')
    await choose(owner, form, '厂房性质', '标准厂房')
    await choose(owner, form, '供需方式', '出租')
    await form.getByLabel('可租（售）面积').fill('1200')
    await form.getByLabel('楼面承重').fill('900')
    await form.getByLabel('租金').fill('11.5')
    const uploaded = owner.waitForResponse((answer) => answer.url().endsWith('/files/upload'))
    await form.locator('input[type=file]').last().setInputFiles('docs/images/result.png')
    await uploaded
    await expect(form.getByRole('progressbar')).toHaveCount(0)
    await form.getByLabel('联系人').fill('林小满')
    await form.getByLabel('联系电话').fill(phone)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('这不是账号绑定的手机号，请填写短信验证码').first()).toBeVisible()
    if (await form.getByRole('button', { name: '需要验证码' }).isVisible()) await form.getByRole('button', { name: '需要验证码' }).click()
    await prove(form, phone)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(owner.getByText('已提交，审核通过后公开')).toBeVisible()
    await expect(owner.getByRole('row', { name })).toContainText('待审核')
  })

  await test.step('the office reviews it', async () => {
    await staff.goto(`/work/adminShop?keyword=${encodeURIComponent(name)}`)
    await staff
      .getByRole('row', { name })
      .getByRole('button', { name: /^审核(?!记录)/ })
      .click()
    const dialog = staff.getByRole('dialog', { name: '审核厂房' })
    await expect(dialog.getByText('青石路 8 号')).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: '楼面承重' })).toContainText('900')
    // The picture is not public yet.
    await expect
      .poll(() => dialog.getByRole('img', { name: '图片 1' }).evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(await graveFaults(staff)).toEqual([])
    await dialog.getByRole('radio', { name: '审核通过' }).check()
    await dialog.getByRole('button', { name: '审核通过' }).click()
    await expect(staff.getByText('已审核')).toBeVisible()
  })

  await test.step('the public page and its data for search engines contain no contact', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`/page/sdmarket?q=${encodeURIComponent('青石路恒温')}`)
    const link = await visitor.getByRole('link', { name }).getAttribute('href')
    for (const address of [link!, `/page/sdmarket?q=${encodeURIComponent('青石路恒温')}`]) {
      const html = await (await visitor.request.get(address)).text()
      expect(html).toContain(name)
      expect(html).toContain('application/ld+json')
      expect(html).not.toContain('林小满')
      expect(html).not.toContain(ownersPhone)
    }
    await visitor.context().close()
  })

  await test.step('the owner offers half hours', async () => {
    await owner.reload()
    const row = owner.getByRole('row', { name })
    await expect(row).toContainText('审核通过')
    await row.getByRole('button', { name: '更多' }).click()
    await owner.getByRole('menuitem', { name: '看房' }).click()
    const drawer = owner.getByRole('dialog', { name: /看房时段/ })
    const day = new Date(Date.now() + 3 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
    await drawer.getByLabel('日期').fill(day)
    await owner.keyboard.press('Enter')
    await drawer.getByRole('button', { name: '开放这些时段' }).click()
    await expect(owner.getByText('已开放 9 个时段')).toBeVisible()
  })

  await test.step('a user finds it by words, sees it on the map by keyboard, and requests the contact', async () => {
    const phone = number()
    await seeker.goto(`/page/sdmarket?q=${encodeURIComponent('青石路恒温')}`)
    await seeker.getByRole('link', { name }).click()
    await expect(seeker.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(seeker.getByText('林**')).toBeVisible()
    await seeker.getByRole('button', { name: '索取联系方式' }).click()
    const dialog = seeker.getByRole('dialog', { name: /索取联系方式/ })
    await dialog.getByRole('button', { name: '获取' }).click()
    await expect(dialog.getByText('请写明意向')).toBeVisible()
    await dialog.getByLabel('意向').fill('想租来做装配')
    await dialog.getByLabel('手机号', { exact: true }).fill(phone)
    await dialog.getByRole('button', { name: '获取', exact: true }).click()
    await expect(dialog.getByText('这不是账号绑定的手机号，请填写短信验证码')).toBeVisible()
    await prove(dialog, phone)
    await dialog.getByRole('button', { name: '获取', exact: true }).click()
    await expect(seeker.getByText('林小满')).toBeVisible()
    await seeker.getByRole('button', { name: '知道了' }).click()
    await seeker.getByRole('button', { name: '收藏', exact: true }).click()
    await expect(seeker.getByText('已收藏，价格变化或下架时通知您')).toBeVisible()
    await seeker.getByRole('button', { name: '向发布方提问' }).click()
    const question = seeker.getByRole('dialog', { name: /提问/ })
    await question.getByLabel('问题').fill('请打 139 1234 5678')
    await question.getByRole('button', { name: '提交' }).click()
    await expect(question.getByText(/请不要写电话号码；/)).toBeVisible()
    await question.getByLabel('问题').fill('能否先租 600 ㎡？')
    await question.getByRole('button', { name: '提交' }).click()
    await expect(seeker.getByText('等待对方回答')).toBeVisible()
    await seeker.getByRole('button', { name: '约看' }).click()
    const visit = seeker.getByRole('dialog', { name: /约看/ })
    await visit.getByRole('radio').first().check()
    await visit.getByLabel('手机号', { exact: true }).fill(phone)
    await visit.getByRole('button', { name: '约定' }).click()
    await expect(seeker.getByText('已约定，业主会收到通知')).toBeVisible()
    expect(await graveFaults(seeker)).toEqual([])
  })

  await test.step('a company calculates its costs, with the policies that subsidise them', async () => {
    await owner.goto(seeker.url())
    await owner.getByLabel('面积（㎡）').fill('一千')
    await owner.getByRole('button', { name: '测算总成本' }).click()
    await expect(owner.getByText('请输入数字')).toBeVisible()
    await owner.getByLabel('面积（㎡）').fill('1000')
    await owner.getByLabel('使用年限（年）').fill('2')
    await owner.getByRole('button', { name: '测算总成本' }).click()
    await expect(owner.getByRole('row', { name: /^2 年总成本/ })).toContainText('27.6 万元')
    await expect(owner.getByRole('heading', { name: /云溪县租用标准厂房租金补贴/ })).toBeVisible()
    expect(await graveFaults(owner)).toEqual([])
  })

  await test.step('the owner reads who asked and who will visit', async () => {
    await owner.goto('/work/notice')
    await owner
      .getByRole('link', { name: new RegExp(`有人来看“${name.replace(/[（）]/g, '.')}”`) })
      .first()
      .click()
    await expect(owner).toHaveURL(/myShopWrok\?show=contacts/)
    const drawer = owner.getByRole('dialog', { name: '联系与约看' })
    await expect(drawer.getByText('想租来做装配').first()).toBeVisible()
    await expect(drawer.getByText('已约定').first()).toBeVisible()
    await drawer
      .getByRole('row', { name: /能否先租 600 ㎡/ })
      .getByRole('button', { name: '回答' })
      .click()
    const answering = owner.getByRole('dialog', { name: '回答问题' })
    await answering.getByLabel('回答').fill('可以，600 ㎡ 起租')
    await answering
      .getByRole('button', { name: '回 答' })
      .or(answering.getByRole('button', { name: '回答', exact: true }))
      .click()
    await expect(owner.getByText('已回答')).toBeVisible()
    await seeker.reload()
    await expect(seeker.getByText('可以，600 ㎡ 起租')).toBeVisible()
    await drawer
      .getByRole('button', { name: 'Close' })
      .or(drawer.getByRole('button', { name: '关闭' }))
      .first()
      .click()
    await expect(owner).toHaveURL(/myShopWrok$/)
  })
})

test('a seeker registers a demand and at once reads what matches and what is still unclear', async ({ browser }) => {
  const seeker = await person(browser, 'qy2')
  const title = '求租检测车间'
  await seeker.goto('/work/myDemandShop')
  await seeker.getByRole('button', { name: '登记厂房需求' }).click()
  const form = seeker.getByRole('dialog', { name: '登记厂房需求' })
  await form.getByLabel('标题').fill(title)
  await choose(seeker, form, '供需方式', '求租')
  await form.getByLabel('面积不小于').fill('500')
  await form.getByLabel('联系人').fill('程砚')
  const phone = `137${String(Date.now()).slice(-8)}`
  await form.getByLabel('联系电话').fill(phone)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('这不是账号绑定的手机号，请填写短信验证码').first()).toBeVisible()
  if (await form.getByRole('button', { name: '需要验证码' }).isVisible()) await form.getByRole('button', { name: '需要验证码' }).click()
  await prove(form, phone)
  await form.getByRole('button', { name: '保存' }).click()
  const matches = seeker.getByRole('dialog', { name: `符合“${title}”的厂房` })
  await expect(matches.getByText(/共比对 \d+ 条/)).toBeVisible()
  await expect(matches.getByRole('region').first()).toBeVisible()
  expect(await graveFaults(seeker)).toEqual([])
})

test('the map can be used by keyboard, and the list below has the same items', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/page/sdmarket?kind=landInfo&view=map')
  const map = page.getByRole('application', { name: '供应所在位置，列表中有同样的内容' })
  const pin = map.getByRole('button', { name: /工业地块/ }).first()
  await expect(pin).toBeVisible()
  // Each zoom step requests pins again; the map also stops between two whole steps.
  const asked = page.waitForResponse((answer) => answer.url().includes('/market/map?') && answer.url().includes('zoom='))
  await page.getByRole('button', { name: '放大', exact: true }).click()
  expect((await asked).status()).toBe(200)
  await expect(map.getByRole('button').first()).toBeVisible()
  await page.getByRole('button', { name: '缩小', exact: true }).click()
  await expect(pin).toBeVisible()
  // The pins may still be drawn anew, and the first one may then be another.
  const title = (await pin.getAttribute('aria-label'))!
  await map.getByRole('button', { name: title, exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
