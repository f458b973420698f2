import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'
import { chooseOption } from '../select.ts'

const SHOTS = process.env.SHOTS
const shot = async (page: Page, name: string) => {
  if (!SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('typing pinyin suggests words and titles, which can be chosen by keyboard', async ({ page }) => {
  await page.goto('/page/policysearch')
  const input = page.getByRole('main').getByRole('combobox')
  await expect(async () => {
    await input.fill('')
    await input.pressSequentially('gaoxin')
    await expect(page.getByRole('listbox', { name: '搜索建议' })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByRole('option').first()).toContainText('高新')
  await shot(page, 'suggest')
  await input.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await input.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await input.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await input.press('Escape')
  await input.press('Enter')
  await expect(page).toHaveURL(/q=gaoxin/)
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('高新技术企业')
})

test('days in the wrong order are told beside the filters, which stay', async ({ page }) => {
  for (const path of ['/page/policysearch', '/page/policymarket/index']) {
    const answer = await page.goto(`${path}?startTime=2026-02-01&endTime=2026-01-01`)
    expect(answer!.status(), path).toBe(400)
    await expect(page.getByText('发布时间：结束日期不能早于开始日期')).toBeVisible()
  }
  await page.goto('/page/policysearch?startTime=2026-02-01&endTime=2026-01-01')
  await expect(page.locator('input[type="date"][name="endTime"]')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: '按发布时间筛选' })).toBeVisible()
  await page.getByRole('link', { name: '不限发布时间' }).click()
  await expect(page).toHaveURL(/\/page\/policysearch$/)
  await expect(page.getByRole('heading', { name: /^共 \d+ 条$/ })).toBeVisible()
})

test('suggestions are requested once, half a second after the last key, and announced to a screen reader (K028)', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await page.goto('/page/policysearch')
  const input = page.getByRole('main').getByRole('combobox')
  // The code of the suggestions is loaded with the first key.
  await expect(async () => {
    await input.fill('')
    await input.pressSequentially('sb')
    await expect(page.getByRole('listbox', { name: '搜索建议' })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await input.press('Escape')
  await input.fill('')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/pol/my/suggest')) asked.push(new URL(request.url()).searchParams.get('q')!)
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await input.pressSequentially('gaoxin')
  await page.clock.runFor(450)
  expect(asked, 'nothing while keys follow each other').toEqual([])
  await page.clock.resume()
  await expect(page.getByText(/^\d+ 条建议，用上下箭头选择$/)).toHaveCount(1)
  expect(asked).toEqual(['gaoxin'])
  await expect(input).toHaveAttribute('aria-expanded', 'true')
  await input.press('ArrowDown')
  const chosen = await input.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${chosen}"]`)).toHaveAttribute('aria-selected', 'true')
  expect(await graveFaults(page)).toEqual([])
})

test('a typing error is corrected and reported, and keyword= works like q=', async ({ page }) => {
  await page.goto(`/page/policysearch?keyword=${encodeURIComponent('高薪技术企业')}&status=all`)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText('已按“高新技术企业”搜索')).toBeVisible()
  await page.goto(`/page/search?q=${encodeURIComponent('高薪技术企业')}`)
  await expect(page.getByRole('link', { name: '仍搜“高薪技术企业”' })).toBeVisible()
})

test('for a document number that does not exist the page says that there is none', async ({ page }) => {
  for (const path of ['/page/policysearch', '/page/policymarket/index', '/page/search']) {
    await page.goto(`${path}?q=${encodeURIComponent('云政办发〔2026〕999号')}`)
    await expect(page.getByText('没有文号为“云政办发〔2026〕999号”的政策'), path).toBeVisible()
    await expect(page.getByText('转给编辑'), path).toBeHidden()
  }
})

test('an everyday question is answered and its hits are marked; a question about another place gets answers from there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/page/policysearch?status=all&q=${encodeURIComponent('我们厂买机器有没有补助')}`)
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('设备')
  await expect(page.locator('mark').filter({ hasText: '设备' }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await graveFaults(page)).toEqual([])
  await shot(page, 'lay')
  await page.goto(`/page/policysearch?status=all&q=${encodeURIComponent('深圳企业出国参展')}`)
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('深圳市')
})

test('a policy leads back to the list from which it was opened, with its words and filters', async ({ page, context }) => {
  const words = encodeURIComponent('技术改造')
  const crumbs = (of: Page) => of.getByRole('navigation', { name: '面包屑' }).getByRole('link').last()
  for (const [list, name] of [
    [`/page/policysearch?status=all&q=${words}`, '政策搜索'],
    [`/page/policymarket/index?q=${words}`, '政策超市'],
  ] as const) {
    await page.goto(list)
    const opened = context.waitForEvent('page')
    await page.getByRole('heading', { level: 3 }).getByRole('link').first().click()
    const detail = await opened
    await expect(crumbs(detail)).toHaveAttribute('href', list)
    await expect(crumbs(detail)).toHaveText(name)
    await detail.close()
  }
  // The same tab, with a related policy in between.
  await page.goto(`/page/search?q=${words}`)
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().click()
  await expect(crumbs(page)).toHaveText('全站搜索')
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /云溪县|补贴|奖励/ })
    .last()
    .click()
  await expect(crumbs(page)).toHaveAttribute('href', `/page/search?q=${words}`)
  // When the visitor comes from no list, the link leads to all policies.
  const alone = await context.newPage()
  await alone.goto('/page/policyserverdetail?id=1')
  await expect(crumbs(alone)).toHaveAttribute('href', '/page/policysearch')
})

test('the search of the whole site offers the kinds with results', async ({ page }) => {
  await page.goto(`/page/search?q=${encodeURIComponent('高新技术企业')}`)
  const kinds = page.getByRole('navigation', { name: '内容类别' })
  await expect(kinds.getByRole('link').first()).toBeVisible()
  await expect(kinds.getByText('（0）')).toHaveCount(0)
  await page.goto(`/page/search?type=landInfo&q=${encodeURIComponent('高新技术企业')}`)
  await expect(page.getByText('没有政策能回答')).toBeHidden()
  await page.getByRole('link', { name: /看其他类别的 \d+ 条/ }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('高新技术企业')
  // An invisible character is no question, and one that reverses text has no effect on the line.
  expect((await page.goto('/page/search?q=%E2%80%8B'))?.status()).toBe(200)
  await page.goto(`/page/search?q=%E2%80%AE${encodeURIComponent('设备更新')}`)
  await expect(page.getByRole('status').first()).toHaveText(/^“设备更新” 共 \d+ 条$/)
})

test('the page from the server has its layout without scripts', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })).newPage()
  await page.goto(`/page/policysearch?status=all&q=${encodeURIComponent('职工120人')}`)
  // Without styles, the quick choices would stand one below the other, and the facts would be a bulleted list.
  expect((await page.getByText('筛选', { exact: true }).first().boundingBox())!.y).toBeLessThan(500)
  const facts = page.getByRole('region', { name: '按您说的' })
  await expect(facts).toHaveCSS('border-left-width', '3px')
})

test('an address that is too long leads to a page that says so', async ({ page }) => {
  const answer = await page.goto(`/page/search?q=${'a'.repeat(50_000)}`)
  expect(answer?.status()).toBe(431)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('地址太长')
  await shot(page, 'too-long')
  await page.getByRole('link', { name: '查政策' }).click()
  await expect(page).toHaveURL(/policysearch/)
})

test('the public calls are described for other systems', async ({ page }) => {
  await page.goto('/page/openapi')
  await expect(page.getByText('/pol/my/list').first()).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await shot(page, 'openapi')
})

test('facts in a question become verdicts, marks and a filled calculator', async ({ page }) => {
  const q = '我们不是高企，职工120人，去年没有裁员，产值3000万，有什么补贴'
  await page.goto(`/page/policysearch?status=all&q=${encodeURIComponent(q)}`)
  const said = page.getByRole('region', { name: '按您说的' })
  await expect(said.getByRole('listitem')).toHaveCount(3)
  await expect(said).toContainText('120人')
  await expect(said).toContainText('没有听懂、也没有猜：“产值3000万”')
  await expect(
    page
      .locator('li')
      .filter({ hasText: /符合|还差/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText('没有政策能回答')).toBeHidden()
  expect(await graveFaults(page)).toEqual([])
  await shot(page, 'facts')
  await said.getByRole('link', { name: /高新技术企业/ }).click()
  await expect(said.getByRole('listitem')).toHaveCount(2)
  await said.getByRole('button', { name: '继续补充' }).click()
  await page.waitForURL(/policyserver\/calculator/)
  const kept = await page.evaluate(() => sessionStorage.getItem('calculator'))
  expect(JSON.parse(kept!).answers).toMatchObject({ employees: 120, layoffRate: 0 })
  expect(JSON.parse(kept!).answers).not.toHaveProperty('isHNTE')
})

test('an unanswered question: an editor adds a synonym, and the question is answered', async ({ browser, page }) => {
  const words = '摊儿费怎么报'
  const address = `/page/policysearch?status=all&q=${encodeURIComponent(words)}`
  await page.goto(address)
  await expect(page.getByText(`没有政策能回答“${words}”`)).toBeVisible()
  await shot(page, 'nothing')
  const company = await person(browser, 'qy1')
  await company.goto(address)
  // The server renders the same page for everybody; only calls of the browser know the user.
  await company.evaluate(async (q) => {
    const token = decodeURIComponent(/(?:^|; )token=([^;]+)/.exec(document.cookie)![1]!)
    await fetch(`/pol/my/list?q=${encodeURIComponent(q)}&page=1&pageSize=10`, { headers: { authorization: token } })
  }, words)
  const editor = await person(browser, 'editor1')
  await editor.setViewportSize({ width: 1440, height: 900 })
  await editor.goto('/work/unansweredQuestions')
  const row = editor.getByRole('row').filter({ hasText: words })
  await expect(row).toBeVisible()
  await shot(editor, 'board')
  await row.getByRole('button', { name: /加同义词/ }).click()
  const dialog = editor.getByRole('dialog')
  await dialog.getByRole('combobox').pressSequentially('摊儿费 展位费 ')
  await dialog.getByRole('button', { name: '试一试' }).click()
  await expect(dialog.getByText(`保存后能回答 1 个过去没找到的问题：${words}`)).toBeVisible()
  await shot(editor, 'synonym')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(editor.getByText('已保存，现在能回答 1 个过去没找到的问题')).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: '展位费' }).first()).toBeVisible()
  await editor.goto('/work/searchSynonyms')
  await expect(editor.getByRole('row').filter({ hasText: '摊儿费' })).toBeVisible()
  expect(await graveFaults(editor)).toEqual([])
  await shot(editor, 'synonyms')
})

test('an unanswered question: an editor labels the policy that answers it, and the question is answered', async ({ browser, page }) => {
  const words = '螺丝车间评比怎么领'
  const address = `/page/policysearch?status=all&q=${encodeURIComponent(words)}`
  await page.goto(address)
  await expect(page.getByText(`没有政策能回答“${words}”`)).toBeVisible()
  const company = await person(browser, 'qy1')
  await company.goto('/page/policysearch')
  await company.evaluate(async (q) => {
    const token = decodeURIComponent(/(?:^|; )token=([^;]+)/.exec(document.cookie)![1]!)
    await fetch(`/pol/my/list?q=${encodeURIComponent(q)}&page=1&pageSize=10`, { headers: { authorization: token } })
  }, words)
  const editor = await person(browser, 'editor1')
  await editor.setViewportSize({ width: 1440, height: 900 })
  await editor.goto('/work/unansweredQuestions')
  await editor
    .getByRole('row')
    .filter({ hasText: words })
    .getByRole('button', { name: /加标签/ })
    .click()
  const dialog = editor.getByRole('dialog')
  await dialog.getByLabel('标签名称').fill('螺丝车间评比')
  await chooseOption(dialog.getByRole('combobox'), '云溪县质量与品牌建设奖励')
  await shot(editor, 'label')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(editor.getByText('已加标签，现在能回答 1 个过去没找到的问题')).toBeVisible()
  await expect(async () => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('质量与品牌', { timeout: 5_000 })
  }).toPass()
})
