import { expect, test } from './test.ts'
import { enter } from './session.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  for (const [path, words] of [
    ['/page/policyserver/calculator', '测算需要浏览器运行脚本'],
    ['/login', '登录需要浏览器运行脚本'],
    ['/work/enterprise', '工作台需要浏览器运行脚本'],
  ] as const)
    test(`${path} says so and gives the telephone number`, async ({ page }) => {
      await page.goto(path)
      const notice = page.getByRole('alert').filter({ hasText: words })
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/)
    })
})

test('every navigation is recorded as a visit: two policies one after the other, and a page of a list', async ({ page }) => {
  const visits: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sys/log/saveLog')) visits.push((request.postDataJSON() as { routerName: string }).routerName)
  })
  await page.goto('/page/policyserver')
  const links = page.locator('a[href^="/page/policyserverdetail?id="]')
  await page.goto((await links.first().getAttribute('href'))!)
  await expect.poll(() => visits.filter((path) => path === '/page/policyserverdetail').length).toBe(1)
  await page.locator('main a[href^="/page/policyserverdetail?id="]').first().click()
  await expect.poll(() => visits.filter((path) => path === '/page/policyserverdetail').length).toBe(2)
})

test('the menu lists features that are not available yet, which cannot be clicked', async ({ page }) => {
  await enter(page, 'front1')
  await page.goto('/work/operator')
  const menu = page.getByRole('navigation', { name: '工作台菜单' })
  await menu.getByRole('button', { name: '呼叫与客服' }).click()
  const closed = menu.getByRole('link', { name: '在线客服' })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  await expect(closed).toHaveAttribute('title', '功能建设中')
  await closed.click({ force: true })
  await expect(page).toHaveURL(/\/work\/operator$/)
  await expect(menu.getByRole('link', { name: '综合工作台' }).locator('svg')).toBeVisible()
})

test('a company goes to the platform of the city with a signature, a person without one', async ({ page, context }) => {
  await enter(page, 'qy1')
  await page.goto('/page/home')
  const leave = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /您好|欢迎/ })
      .click()
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByText('前往市级企业服务平台', { exact: true }).click()])
    // The tab opens empty and continues to the address once it is signed.
    await opened.waitForURL(/demo-city/)
    return opened.url()
  }
  expect(await leave()).toContain('qf_sign=')
})

test('the account menu that is pressed before its code has arrived opens when it has', async ({ page }) => {
  await enter(page, 'qy1')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/account-menu-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const known = page.waitForResponse(/\/sys\/activeUser\/info/)
  await page.goto('/page/home', { waitUntil: 'commit' })
  const button = page.getByRole('banner').getByRole('button', { name: /您好|欢迎/ })
  await button.click()
  // The answer about the user changes what the menu lists.
  await known
  release()
  await expect(page.getByText('前往市级企业服务平台', { exact: true })).toBeVisible()
})

test('a press counts, once, although the page moves or draws the button anew before it is released; a pointer that moved away takes it back', async ({
  page,
}) => {
  // What runs as long as the page also records the visit.
  const runs = page.waitForRequest('**/sys/log/saveLog')
  await page.goto('/page/home')
  await runs
  await page.evaluate(() => {
    const place = document.createElement('div')
    place.innerHTML =
      '<div id="above"></div><p style="padding:20px"><button type="button" id="probe">试按</button></p><div style="height:900px"></div>'
    document.querySelector('main')!.prepend(place)
    const counted = window as unknown as { pressed: number }
    counted.pressed = 0
    place.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('#probe')) counted.pressed++
    })
  })
  const probe = page.locator('#probe')
  const press = async (meanwhile: () => Promise<unknown>) => {
    await page.evaluate(() => Object.assign(window, { pressed: 0 }))
    await probe.hover()
    await page.mouse.down()
    await meanwhile()
    await page.mouse.up()
    await page.waitForTimeout(100)
    return page.evaluate(() => (window as unknown as { pressed: number }).pressed)
  }
  expect(await press(async () => {}), 'nothing moves').toBe(1)
  const above = page.locator('#above')
  expect(await press(() => above.evaluate((el) => (el.style.height = '120px'))), 'a part above arrives').toBe(1)
  expect(await press(() => probe.evaluate((el) => el.replaceWith(el.cloneNode(true)))), 'drawn anew').toBe(1)
  expect(await press(() => probe.evaluate((el) => (el.innerHTML = '<span>试按</span>'))), 'its inside drawn anew').toBe(1)
  expect(await press(() => page.mouse.move(400, 500)), 'taken back').toBe(0)
  const other = () => probe.evaluate((el) => (el.outerHTML = '<button type="button" id="probe">删除</button>'))
  expect(await press(other), 'another button in its place').toBe(0)
})

test('a printed page states its owner, who printed it and when, and leads back by its code', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
    }
  })
  await enter(page, 'qy1')
  await page.goto('/page/policyserverdetail?id=demo-talent')
  await page.emulateMedia({ media: 'print' })
  const head = page.locator('[data-print="only"]').filter({ hasText: '打印' })
  await expect(head).toHaveCount(0)
  await expect(async () => {
    await page.keyboard.press('Control+p')
    await expect(head).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(head).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d 打印/)
  await expect(head).toContainText('/page/policyserverdetail?id=')
  await expect(head.locator('svg')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(head).toHaveCount(0)
})
