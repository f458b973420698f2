import { expect, test } from '../test.ts'
import mammoth from 'mammoth'
import { readFile } from 'node:fs/promises'
import { callAs, enter } from '../session.ts'

const yuan = (text: string | null) => Number(/可享\s*([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

test('a visitor invents a company, moves a figure across a threshold, reads why the result differs and shares the link', async ({
  page,
  browser,
}) => {
  await page.goto('/page/policyserver/simulation')
  await page.getByRole('link', { name: /规上装备制造企业/ }).click()
  const result = page.getByRole('region', { name: '模拟结果' })
  await expect(result).toContainText('可享')
  const before = yuan(await result.textContent())

  const lever = page.getByRole('group', { name: /项目设备/ })
  const slider = lever.getByRole('slider')
  await slider.focus()
  await expect(page.getByRole('img', { name: /阶梯图/ })).toBeVisible()
  // Below the threshold of 240 万元: first typed as a number, then moved above it with the keyboard.
  await lever.getByRole('textbox').fill('239.99')
  await expect(result).toContainText('比改动前少')
  const below = yuan(await result.textContent())
  expect(below).toBeLessThan(before)
  await lever.getByRole('textbox').fill('150')
  await slider.focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await lever.getByRole('textbox').inputValue())).toBeGreaterThan(240)
  await expect.poll(async () => yuan(await result.textContent())).toBeGreaterThan(below)
  await page
    .getByRole('row', { name: /240 万元/ })
    .getByRole('button', { name: '调到这里' })
    .click()
  await expect(lever.getByRole('textbox')).toHaveValue('240')

  await lever.getByRole('textbox').fill('100')
  await expect(result).not.toContainText('重新测算中')
  await expect.poll(async () => yuan(await result.textContent())).toBe(below)
  await page.getByRole('button', { name: '解释差异' }).click()
  const dialog = page.getByRole('dialog', { name: '解释差异' })
  await expect(dialog).toContainText('620万元 → 100万元')
  await expect(dialog).toContainText('由满足变为不满足')
  await dialog.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '分享' }).click()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.getByLabel(/^链接/).inputValue()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(new URL(link).pathname + new URL(link).search)
  const shared = stranger.getByRole('region', { name: '模拟结果' })
  await expect(shared).toContainText('已改动 1 项')
  await expect(stranger.getByRole('group', { name: /项目设备/ }).getByRole('textbox')).toHaveValue('100')
  expect(yuan(await shared.textContent())).toBe(yuan(await result.textContent()))
  await stranger.context().close()
})

test('an address without a company offers a choice of companies; an expired link says so and offers a way on', async ({ page }) => {
  for (const nothing of ['from=singlemessage', 't=gone', 's=']) {
    await page.goto(`/page/policyserver/simulation?${nothing}`)
    await expect(page.getByRole('link', { name: /规上装备制造企业/ })).toBeVisible()
  }
  await page.goto(`/page/policyserver/simulation?s=${'x'.repeat(22)}`)
  await expect(page.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()
  await page.getByRole('link', { name: '重新选择企业' }).click()
  await expect(page.getByRole('link', { name: /规上装备制造企业/ })).toBeVisible()
})

test('a simulation of one’s own company uses the whole archive, and only as long as the consent is given', async ({ page }) => {
  await enter(page, 'qy1')
  await callAs(page, '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
  const runs: object[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/imitate/match/log/run')) runs.push(request.postDataJSON())
  })
  await page.goto('/page/policyserver/simulation?archive=1')
  await expect(page.getByRole('region', { name: '模拟结果' })).toContainText('可享')
  const lever = page.getByRole('group', { name: /上年度研发费用/ })
  await lever.getByRole('textbox').fill('700')
  await expect(page.getByRole('region', { name: '模拟结果' })).toContainText('已改动 1 项')
  await expect.poll(() => runs.at(-1)).toEqual({ answers: { rdExpenseY1: 700 }, useArchive: true })
  expect(runs[0]).toEqual({ answers: {}, useArchive: true })
  await callAs(page, '/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
  await lever.getByRole('textbox').fill('710')
  await expect(page.getByRole('alert').filter({ hasText: '尚未授权' })).toBeVisible()
  await callAs(page, '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

test('an enterprise reads its check-up and downloads it as a Word file', async ({ page }) => {
  await enter(page, 'qy1')
  await callAs(page, '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
  await page.goto('/page/policyserverReport')
  await expect(page.getByRole('heading', { name: /一、已符合/ })).toBeVisible()
  const near = page.getByRole('region', { name: /二、差一点/ })
  await expect(near).toContainText('按完成难度从低到高排列')
  const title = (await page
    .getByRole('region', { name: /一、已符合/ })
    .getByRole('heading', { level: 3 })
    .first()
    .textContent())!
  const company = (await page.getByRole('region', { name: '体检结论' }).locator('p').first().textContent())!
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 Word' }).click()])
  expect(download.suggestedFilename()).toMatch(/^政策体检报告-.*\.docx$/)
  const { value } = await mammoth.extractRawText({ buffer: await readFile(await download.path()) })
  expect(value).toContain(company)
  expect(value).toContain(title)
  expect(value).toContain('规则第 1 版')
})
