import { expect, test, type Browser, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { activityPasses } from '../moved-days.ts'
import { callAs, CAPTCHA, person } from '../session.ts'
import { received } from '../sms-code.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const phoneOf = () => `136${String(Date.now()).slice(-8)}`

/** Publishes an activity in two days, written by one user and approved by another. */
async function published(editor: Page, leader: Page, title: string): Promise<number> {
  const { id, version } = await callAs(editor, '/train/activity/saveOrUpdate', {
    title,
    type: '培训',
    summary: '面向本县企业，免费参加。',
    content: '<p>用能管理与节能改造</p>',
    enrolStartTime: at(-1),
    enrolEndTime: at(47),
    startTime: at(48),
    endTime: at(51),
    place: '县经信局四楼会议室',
    maxNum: 20,
    questions: [{ label: '是否需要午餐', type: 'boolean', required: true }],
    units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
  })
  await editor.request.post('/train/activity/publish', {
    form: { id: String(id), version: String(version) },
    headers: { authorization: decodeURIComponent((await editor.context().cookies()).find((c) => c.name === 'token')!.value) },
  })
  const { standing } = await callAs(leader, `/train/activity/findById?id=${id}`)
  await callAs(leader, '/train/activity/updateReviewState', { id, version: standing.version, reviewState: 'pass' })
  return id
}

async function enrols(page: Page, id: number): Promise<void> {
  const phone = phoneOf()
  await page.goto(`/page/propagandaDetails?id=${id}`)
  await page.getByRole('button', { name: '我要报名' }).click()
  const dialog = page.getByRole('dialog', { name: /^报名/ })
  await dialog.getByLabel('参加人').fill('林小满')
  await dialog.getByLabel('手机号', { exact: true }).fill(phone)
  await dialog.getByRole('radio', { name: '是', exact: true }).check()
  await dialog.getByRole('button', { name: '报名', exact: true }).click()
  // Without a picture no code is right.
  await expect(dialog.getByAltText('验证码图片，点击更换')).toBeVisible()
  await dialog.getByLabel('图形验证码').fill(CAPTCHA)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByLabel('短信验证码').fill(await received(phone))
  expect(await graveFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '报名', exact: true }).click()
  await expect(page.getByText('报名成功')).toBeVisible()
}
const three = (browser: Browser, ...names: [string, string, string]) => Promise.all(names.map((name) => person(browser, name)))

test('a participant enrols, shows the pass, is checked in, evaluates, and gets a certificate that a stranger can verify', async ({
  browser,
  page,
}) => {
  const title = '用能管理培训'
  const [editor, leader, company] = await three(browser, 'editor1', 'leader1', 'qy1')
  const id = await published(editor!, leader!, title)

  const digits = await test.step('enrols and opens the pass', async () => {
    await enrols(company!, id)
    await company!.getByRole('button', { name: '入场码：林小满' }).click()
    const pass = company!.getByRole('dialog', { name: '入场码：林小满' })
    const code = (await pass.getByLabel(/^6 位码/).textContent())!.trim()
    expect(code).toMatch(/^\d{6}$/)
    expect(await graveFaults(company!)).toEqual([])
    return code
  })

  await test.step('the desk enters the six digits; a second time it shows when they were used', async () => {
    await activityPasses(id, 48)
    await editor!.goto(`/work/trainActive?keyword=${encodeURIComponent(title)}`)
    const row = editor!.getByRole('row', { name: title })
    await row
      .getByRole('button', { name: '签到台' })
      .or(row.getByRole('button', { name: '更多' }))
      .first()
      .click()
    const item = editor!.getByRole('menuitem', { name: '签到台' })
    const desk = editor!.getByRole('dialog', { name: /签到台$/ })
    await item.or(desk).first().waitFor()
    if (await item.isVisible()) await item.click()
    const scanned = async (said: string | RegExp) => {
      await desk.getByRole('textbox', { name: '入场码' }).fill(digits)
      await desk.getByRole('button', { name: '签到', exact: true }).click()
      await expect(desk.getByText(said).first()).toBeVisible({ timeout: 10_000 })
    }
    await scanned('签到成功')
    // The same code again within a moment counts as one scan, because scanners sometimes fire twice.
    await expect(() => scanned(/已于 \d\d:\d\d 签到/)).toPass({ timeout: 60_000 })
    expect(await graveFaults(editor!)).toEqual([])
  })

  await test.step('afterwards the company evaluates the activity', async () => {
    await activityPasses(id, 4)
    await company!.goto(`/work/myInvolved?keyword=${encodeURIComponent(title)}`)
    await company!.getByRole('row', { name: title }).getByRole('button', { name: '评价' }).click()
    const dialog = company!.getByRole('dialog', { name: `评价“${title}”` })
    await dialog.getByRole('radio', { name: /star/ }).last().click()
    await dialog.getByRole('textbox').fill('讲得清楚')
    await dialog
      .getByRole('button', { name: /提交|评价/ })
      .last()
      .click()
    await expect(company!.getByRole('row', { name: title })).toContainText('已评 5 分')
  })

  const address = await test.step('the publisher issues certificates', async () => {
    await editor!.goto(`/work/trainActive?keyword=${encodeURIComponent(title)}`)
    const row = editor!.getByRole('row', { name: title })
    await row
      .getByRole('button', { name: '证书' })
      .or(row.getByRole('button', { name: '更多' }))
      .first()
      .click()
    const item = editor!.getByRole('menuitem', { name: '证书' })
    const drawer = editor!.getByRole('dialog', { name: /的证书$/ })
    await item.or(drawer).first().waitFor()
    if (await item.isVisible()) await item.click()
    await drawer.getByRole('button', { name: '给签到的人发证书' }).click()
    await expect(editor!.getByText('已发 1 张证书')).toBeVisible()
    expect(await graveFaults(editor!)).toEqual([])
    return (await drawer.getByRole('link', { name: '核验页：林小满' }).getAttribute('href'))!
  })

  await test.step('the company finds the certificate among its own, as a file', async () => {
    await company!.reload()
    await expect(company!.getByText(/\d+ 年 [\d.]+ 学时/)).toBeVisible()
    const saved = company!.waitForEvent('download')
    await company!
      .getByRole('button', { name: /^下载 PDF/ })
      .first()
      .click()
    expect((await saved).suggestedFilename()).toMatch(/^PXZS-\d{4}-\d{3,}-林小满\.pdf$/)
  })

  await test.step('a stranger can verify everything that is printed, on a phone too; altered addresses show no certificate', async () => {
    await page.goto(address)
    for (const said of ['证书有效', '林小满', title, '县经信局四楼会议室', '云溪县经济和信息化局（示例）', '学时'])
      await expect(page.getByText(said).first()).toBeVisible()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.goto(`${address.slice(0, -4)}0000`)
    await expect(page.getByText('没有这张证书')).toBeVisible()
  })
})

test('the publisher delays an activity, and the calendar of a participant changes', async ({ browser }) => {
  const title = '外贸合规讲座'
  const [editor, leader, one] = await three(browser, 'editor1', 'leader1', 'gr1')
  const id = await published(editor!, leader!, title)
  await enrols(one!, id)
  const { url } = await callAs(one!, '/pol/my/calendar/renew', {})
  const event = async () => {
    const feed = await (await one!.request.get(new URL(url).pathname + new URL(url).search)).text()
    return feed.split('BEGIN:VEVENT').find((part) => part.includes(`UID:train-activity-${id}@`)) ?? ''
  }
  const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])
  const before = await event()
  expect(before).toContain('DTSTART')

  const day = new Date(Date.now() + 10 * 24 * HOUR + 8 * HOUR).toISOString().slice(0, 10)
  await editor!.goto(`/work/trainActive?keyword=${encodeURIComponent(title)}`)
  const row = editor!.getByRole('row', { name: title })
  await row
    .getByRole('button', { name: '延期' })
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .click()
  const item = editor!.getByRole('menuitem', { name: '延期' })
  const form = editor!.getByRole('dialog', { name: `延期“${title}”` })
  await item.or(form).first().waitFor()
  if (await item.isVisible()) await item.click()
  for (const [label, time] of [
    ['新的开始时间', '09:00'],
    ['新的结束时间', '12:00'],
  ] as const) {
    await form.getByLabel(label).fill(`${day} ${time}`)
    await editor!.keyboard.press('Enter')
  }
  await form.getByLabel('延期原因').fill('场地停电')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(editor!.getByText('活动已延期')).toBeVisible()

  const after = await event()
  expect(after).toContain(`DTSTART:${day.replaceAll('-', '')}T010000Z`)
  expect(sequence(after)).toBeGreaterThan(sequence(before))
  await one!.goto(`/page/propagandaDetails?id=${id}`)
  await expect(one!.getByText('延期原因：场地停电')).toBeVisible()
  await expect(one!.getByText('已延期').first()).toBeVisible()
})
