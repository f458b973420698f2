import { expect, site, test } from '../test.ts'
import { demoLogin } from '../../scripts/demo-login.ts'
import { openIdle } from '../../scripts/open-idle.ts'
import { CAPTCHA, enter, PASSWORD } from '../session.ts'

test('a visitor finds a policy by pinyin initials, reads the reasons and amounts, and calculates without logging in', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/page\/home$/)
  await expect(page).toHaveTitle('首页 - 企业综合服务平台')
  await page.getByRole('combobox', { name: '输入关键词、文号或拼音首字母' }).fill('gxjsqyrd')
  await page.getByRole('button', { name: '搜索政策' }).click()
  await expect(page).toHaveURL(/policysearch\?q=gxjsqyrd/)
  const first = page.getByRole('heading', { level: 3 }).first()
  await expect(first).toContainText('高新技术企业认定')

  // Filters are part of the address: after reload and back the list has the same rows.
  await page.goto('/page/policysearch?status=closing')
  const count = await page.getByRole('heading', { name: /^共 \d+ 条$/ }).textContent()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^共 \d+ 条$/ })).toHaveText(count!)

  await page.goto('/page/policyserverdetail?id=hnte')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('高新技术企业认定')
  await expect(page.getByText('境内居民企业').first()).toBeVisible()

  // Asks place, industry and staff, then only what can still change a verdict, at most ten questions.
  await openIdle(page, '/page/policyserver/calculator')
  const n = (of: number) => page.getByRole('heading', { level: 2, name: new RegExp(`^${of}/10`) })
  await page.getByLabel('企业注册在哪个县（区）、镇街？').selectOption({ label: '　云溪街道' })
  await page.getByRole('button', { name: '下一题' }).click()
  await expect(n(2)).toBeVisible()
  await page.getByRole('button', { name: '跳过' }).click()
  await expect(n(3)).toBeVisible()
  // What is no number of people is answered at the question; it is neither dropped nor taken along.
  const staff = page.getByLabel(/职工总数/)
  for (const [typed, says] of [
    ['abc', '请填写数字'],
    ['-5', '不能小于 0'],
    ['4.5', '请填写整数'],
  ] as const) {
    await staff.fill(typed)
    await page.getByRole('button', { name: '下一题' }).click()
    await expect(page.getByText(says)).toBeVisible()
    await expect(staff).toHaveValue(typed)
    await expect(n(3)).toBeVisible()
  }
  await staff.fill('40')
  await page.getByRole('button', { name: '下一题' }).click()
  await expect(n(4)).toBeVisible()
  await page.reload()
  await expect(n(4)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel(/职工总数/)).toHaveValue('40')
  // Answers stay after closing the tab when the visitor chose so.
  await page.getByLabel(/关闭页面后仍保留答案/).check()
  const later = await page.context().newPage()
  await later.goto('/page/policyserver/calculator?q=3')
  await expect(later.getByLabel(/职工总数/)).toHaveValue('40')
  await expect(later.getByLabel(/关闭页面后仍保留答案/)).toBeChecked()
  await later.close()
  for (let at = 3; at < 10; at++) {
    await expect(n(at)).toBeVisible()
    await page.getByRole('button', { name: at === 3 ? '下一题' : '跳过' }).click()
  }
  await n(10).waitFor()
  await page.getByRole('button', { name: '跳过' }).click()
  await expect(page).toHaveURL(/subList/)
  await expect(page.getByRole('heading', { name: /再答 \d+ 题可能多拿（\d+）/ })).toBeVisible()
  await expect(page.getByText('需补充后测算').first()).toBeVisible()
  // The print is two pages; the reasons are printed on request.
  const pages = async () => (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length
  expect(await pages()).toBeLessThanOrEqual(2)
  await page.getByLabel('打印时带上理由').check()
  expect(await pages()).toBeGreaterThan(2)
  await page.getByRole('link', { name: /补充 \d+ 项信息/ }).click()
  await expect(page.getByText(/关系到 \d+ 项政策/).first()).toBeVisible()
})

test('the policy market is filtered by its selects, including a label, and the address contains the choice', async ({ page }) => {
  await page.goto('/page/policymarket/index')
  const total = async () =>
    Number(
      (await page
        .getByText(/^共 \d+ 条$/)
        .first()
        .textContent())!.replace(/\D/g, ''),
    )
  const all = await total()
  for (const name of ['政策标签', '支持方式', '政策级别']) {
    const select = page.getByRole('combobox', { name, exact: true })
    const option = select.locator('option').nth(1)
    const [value, label] = [(await option.getAttribute('value'))!, (await option.textContent())!]
    await select.selectOption(value)
    await page.getByRole('button', { name: '查询' }).click()
    await expect(page).toHaveURL(new RegExp(`${await select.getAttribute('name')}=${value}`))
    await expect(select).toHaveValue(value)
    // Address and select change before the list does.
    await expect.poll(total).toBeLessThan(all)
    const found = await total()
    expect(found).toBeGreaterThan(0)
    const counted = /（(\d+)）$/.exec(label)?.[1]
    if (counted) expect(found).toBe(Number(counted))
    await page.getByRole('link', { name: '重置' }).click()
    await expect(page).toHaveURL(/policymarket\/index$/)
    await expect.poll(total).toBe(all)
  }
})

test('a founding date in the future and a sum that is no number are refused at their field; a sum is repeated in 万元', async ({
  page,
}) => {
  // Input from before the page became interactive is checked when it is sent, not while it is typed.
  await openIdle(page, '/page/policyserver/calculator?step=1')
  const day = page.getByLabel(/注册成立的日期/)
  const heading = page.getByRole('heading', { level: 2, name: /^第 \d+\/\d+ 步/ })
  // Each step is awaited: its questions may appear a moment after the press.
  const goOn = async () => {
    const before = (await heading.textContent())!
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(heading).not.toHaveText(before)
  }
  while (!(await day.isVisible())) await goOn()
  const step = page.url()
  await day.fill('2050-01-01')
  await expect(page.getByText(/^日期不能晚于 \d{4}-\d\d-\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: /下一步|查看结果/ }).click()
  await expect(day).toBeFocused()
  expect(page.url()).toBe(step)
  await expect(day).toHaveValue('2050-01-01')
  await day.fill('2015-01-01')
  await expect(page.getByText(/日期不能晚于/)).toHaveCount(0)
  await goOn()
  expect(page.url()).not.toBe(step)

  const revenue = page.getByLabel(/^上年度的营业（销售）收入/)
  while (!(await revenue.isVisible())) await goOn()
  for (const typed of ['2600万', '0.26亿', '2,600']) {
    await revenue.fill(typed)
    await expect(page.getByText('即 2,600 万元')).toBeVisible()
  }
  const at = page.url()
  await revenue.fill('abc')
  await page.getByRole('button', { name: /下一步|查看结果/ }).click()
  await expect(page.getByText('请填写数字')).toBeVisible()
  await expect(revenue).toBeFocused()
  await expect(revenue).toHaveValue('abc')
  expect(page.url()).toBe(at)
})

test('an enterprise is asked only for what its archive does not contain', async ({ page }) => {
  const qy2 = { authorization: (await demoLogin(site.url, 'qy2', { password: PASSWORD, captcha: CAPTCHA })).token }
  const call = async (method: 'get' | 'post', path: string, data?: object) =>
    (await (await page.request[method](path, { headers: qy2, ...(data ? { data } : {}) })).json()).data
  const archive = () => call('get', '/dynamic/company/info/queryEntArchiveDetail')
  await call('get', '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
  // The archives of the demo are complete, so this company withdraws two facts and restores them at the end.
  const { version } = await archive()
  const save = async (of: number, values: object) =>
    await call('post', '/dynamic/company/info/saveEntArchiveDetail', { version: of, values })
  const saved = await save(version, { rdExpenseY1: null, employees: null })

  await enter(page, 'qy2')
  await page.goto('/page/policyserver/calculator/subList?archive=1')
  await expect(page.getByText(/已结合企业档案/)).toBeVisible()
  const more = page.getByRole('link', { name: /^补充 \d+ 项信息$/ })
  const open = Number((await more.textContent())!.replace(/\D/g, ''))
  await more.click()
  await expect(page.getByText(`还有 ${open} 个问题`)).toBeVisible()
  await page.getByRole('button', { name: '查看结果' }).click()
  await expect(page.getByText(/已结合企业档案/)).toBeVisible()
  await save(saved.version, { rdExpenseY1: 1460, employees: 420 })
})

test('consulting asks a visitor to log in first, with the text of the specification', async ({ page }) => {
  await page.goto('/page/policymarket/index')
  await page
    .getByRole('button', { name: /^政策咨询/ })
    .first()
    .click()
  const alert = page.getByRole('dialog', { name: '提示' })
  await expect(alert).toContainText('请先登录')
  await alert.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a visitor who wants to declare is asked to log in as an enterprise', async ({ page }) => {
  await page.goto('/page/policyserverdetail?id=demo-talent')
  await page.getByRole('button', { name: '立即申报' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('请先使用企业账号登录')
  await question.getByRole('button', { name: '暂不' }).click()
  await expect(page).toHaveURL(/policyserverdetail/)
})

test('unknown addresses lead to /404; for missing records the page stays', async ({ page, request }) => {
  await page.goto('/nonsense')
  await expect(page).toHaveURL(/\/404$/)
  const missing = await page.goto('/page/policyserverdetail?id=99999999')
  expect(missing!.status()).toBe(404)
  await expect(page).toHaveURL(/policyserverdetail/)
  const api = await request.get('/sys/unknown')
  expect(api.status()).toBe(404)
  expect(await api.json()).toMatchObject({ success: false })
})
