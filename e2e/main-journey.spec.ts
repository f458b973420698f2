import { expect, test, type Page } from './test.ts'
import { declarationStates } from '../contract/declaration/states.ts'
import { logIn, person } from './session.ts'

/** A minimal one-page PDF, like a scanned document. */
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
})

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

test('an enterprise learns what it qualifies for, declares, corrects what a reviewer returned, and is approved', async ({ browser }) => {
  const enterprise = await (await browser.newContext()).newPage()
  await logIn(enterprise, 'qy1')

  await test.step('consents to the platform reading its archive', async () => {
    // Another journey of this worker may have consented before.
    const token = decodeURIComponent((await enterprise.context().cookies()).find((c) => c.name === 'token')!.value)
    const headers = { authorization: token }
    await enterprise.request.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01', { headers })
    // A draft that another journey began without consent would be continued.
    const { data } = await (
      await enterprise.request.get(`/dec/my/list?state=${declarationStates.draft.code}&pageSize=100`, { headers })
    ).json()
    for (const { id } of data.list as { id: number }[])
      expect((await enterprise.request.post('/dec/my/delete', { headers, form: { id } })).ok()).toBe(true)
    await enterprise.goto('/page/home')
    await enterprise.evaluate(() => sessionStorage.removeItem('protocolStatus'))
    await enterprise.reload()
    await enterprise.getByRole('button', { name: /您好/ }).click()
    await enterprise.getByRole('button', { name: '企业用户授权' }).click()
    await enterprise.getByLabel('我已阅读并代表本单位同意授权').check()
    await enterprise.getByRole('button', { name: '同意授权' }).click()
    await expect(enterprise.getByText('授权成功')).toBeVisible()
  })

  await test.step('sees which policies it meets, why and for how much', async () => {
    await enterprise.goto('/page/policyserver/calculator/subList?archive=1')
    await expect(enterprise.getByRole('heading', { name: /现在就能申报（\d+）/ })).toBeVisible()
    await expect(enterprise.getByText('已结合企业档案')).toBeVisible()
    const card = enterprise.locator('li', { has: enterprise.getByRole('link', { name: /企业引才补贴/ }) }).first()
    await card.getByText('为什么').click()
    await expect(card.getByText(/来源/).first()).toBeVisible()
  })

  await test.step('asks a question about the policy', async () => {
    await enterprise.goto('/page/policyserverdetail?id=demo-talent')
    await enterprise
      .getByRole('button', { name: /^政策咨询/ })
      .first()
      .click()
    const dialog = enterprise.getByRole('dialog', { name: '政策咨询' })
    await dialog.getByLabel('咨询内容').focus()
    await dialog.getByLabel('咨询内容').blur()
    await expect(dialog.getByText('请输入咨询内容')).toBeVisible()
    await dialog.getByLabel('咨询内容').fill('柔性引进的博士是否计入？')
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(enterprise.getByText('提交成功，感谢咨询')).toBeVisible()
  })

  const number = await test.step('declares: the form is prefilled, keeps the input, and gives a receipt number', async () => {
    await enterprise.getByRole('button', { name: '立即申报' }).click()
    const goOn = enterprise.getByRole('button', { name: '前往申报' })
    await expect(goOn.or(enterprise.getByRole('heading', { name: '2026年度企业引才补贴' }))).toBeVisible()
    if (await goOn.isVisible()) await goOn.click()
    await expect(enterprise.getByRole('heading', { name: '2026年度企业引才补贴' })).toBeVisible()
    await expect(enterprise.getByLabel(/企业名称/)).toHaveValue(/星澜精密轴承/)
    await next(enterprise)
    await enterprise.getByLabel(/新引进博士/).fill('1')
    await enterprise.getByLabel(/新引进硕士/).fill('2')
    await enterprise.getByLabel(/新引进本科/).fill('5')
    const saved = enterprise.waitForResponse(
      (r) => r.url().endsWith('/dec/my/save') && r.request().postData()!.includes('"contractYears":5'),
    )
    await enterprise.getByLabel(/劳动合同最短期限/).fill('5')
    await saved
    await expect(enterprise.getByText(/已保存 \d\d:\d\d/).first()).toBeVisible()
    await enterprise.reload()
    await expect(enterprise.getByLabel(/劳动合同最短期限/)).toHaveValue('5')
    // Opened again from the list, the draft continues at the first part that is not finished.
    await enterprise.goto('/work/myProject')
    await enterprise
      .getByRole('row')
      .filter({ hasText: '2026年度企业引才补贴' })
      .filter({ hasText: '草稿' })
      .getByRole('button', { name: /^继续填写/ })
      .click()
    await expect(enterprise.getByLabel(/申请金额/)).toHaveText(/11\.5/)
    await expect(enterprise.getByLabel(/户名/)).toHaveValue(/星澜精密轴承/)
    await enterprise.getByLabel(/开户银行/).fill('云溪农商银行（示例）')
    await enterprise.getByLabel(/收款账号/).fill('9999 0000 0001 0001')
    await next(enterprise)
    const paper = (name: string) => enterprise.getByRole('group', { name: new RegExp(name) })
    await paper('劳动合同').locator('input[type=file]').setInputFiles(pdf('劳动合同.pdf'))
    await expect(paper('劳动合同').getByText('上传成功', { exact: false })).toBeVisible()
    // A slow connection: the second file is still uploading when 提交 is clicked.
    const line = Promise.withResolvers<void>()
    await enterprise.route('**/files/upload', async (route) => {
      await line.promise
      await route.continue()
    })
    await paper('学历学位证明').locator('input[type=file]').setInputFiles(pdf('学历学位证明.pdf'))
    await next(enterprise)
    await enterprise.getByRole('button', { name: '提交', exact: true }).click()
    // All obstacles are reported at once, and one that is gone is no longer reported.
    await expect(enterprise.getByRole('link', { name: '请先勾选承诺' })).toBeVisible()
    const onItsWay = enterprise.getByRole('link', { name: '学历学位证明：请等待文件上传完成' })
    await expect(onItsWay).toBeVisible()
    line.resolve()
    await expect(onItsWay).toHaveCount(0)
    await enterprise.getByRole('button', { name: /核对并提交/ }).click()
    await enterprise.getByLabel(/本企业承诺/).check()
    await enterprise.getByRole('button', { name: '提交', exact: true }).click()
    await expect(enterprise.getByRole('heading', { name: /申报已提交/ })).toBeVisible()
    return (await enterprise
      .getByText(/SB\d{8}-\d{4}/)
      .first()
      .textContent())!.match(/SB\d{8}-\d{4}/)![0]
  })

  const rowOf = (page: Page) => page.getByRole('row', { name: new RegExp(number) })
  const openAt = async (page: Page, desk: string) => {
    await page.goto(`${desk}?declareNo=${number}`)
    await rowOf(page).getByText(number).click()
    await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible()
  }
  const front = await person(browser, 'front1')
  await test.step('the front desk accepts it', async () => {
    await openAt(front, '/work/checkmanage')
    const accepted = front.waitForResponse((r) => r.url().endsWith('/dec/declare/updateReviewState'))
    await front.getByRole('button', { name: '通过', exact: true }).click()
    expect(await (await accepted).json()).toMatchObject({ success: true })
    await expect(front.getByText(/已通过|已受理|受理/).first()).toBeVisible()
  })

  const dept = await person(browser, 'dept1')
  await test.step('the department returns it for one field', async () => {
    await openAt(dept, '/work/govcheckmanage')
    await dept.getByRole('button', { name: '退回补正' }).click()
    const drawer = dept.getByRole('dialog', { name: '退回补正' })
    await drawer.getByLabel('本年度新引进博士', { exact: true }).check()
    await drawer.getByLabel('本年度新引进博士：需要补正的内容').fill('与社保记录不一致，请核对')
    await drawer.locator('#back-reason').fill('请核对引进人数')
    await drawer.getByRole('button', { name: /退回补正（1 项）/ }).click()
    await expect(dept.getByText(/已退回补正/).first()).toBeVisible()
  })

  await test.step('the enterprise can correct that field, and only that one', async () => {
    await enterprise.goto('/work/myProject')
    await rowOf(enterprise).getByText('补正', { exact: true }).click()
    await expect(enterprise.getByText('与社保记录不一致，请核对').first()).toBeVisible()
    await expect(enterprise.getByRole('button', { name: /引才情况.*有补正意见/ })).toHaveAttribute('aria-current', 'step')
    await expect(enterprise.getByLabel(/新引进硕士/)).toHaveCount(0)
    await enterprise.getByLabel(/新引进博士/).fill('2')
    await enterprise.getByRole('button', { name: /核对并提交/ }).click()
    await enterprise.getByLabel(/本企业承诺/).check()
    await enterprise.getByRole('button', { name: '补正后重新提交' }).click()
    await expect(enterprise.getByRole('heading', { name: /申报已提交/ })).toBeVisible()
  })

  await test.step('the department reviews and decides', async () => {
    // A corrected declaration starts again at acceptance (ADR 0061).
    for (const [page, desk] of [
      [front, '/work/checkmanage'],
      [dept, '/work/govcheckmanage'],
      [dept, '/work/govcheckmanage'],
    ] as const) {
      await openAt(page, desk)
      const amount = page.getByLabel(/核定金额/)
      if (await amount.isVisible()) await amount.fill('11.5')
      const saved = page.waitForResponse((r) => r.url().endsWith('/dec/declare/updateReviewState'))
      await page.getByRole('button', { name: '通过', exact: true }).click()
      expect(await (await saved).json()).toMatchObject({ success: true })
    }
  })

  await test.step('the enterprise reads the result', async () => {
    await enterprise.goto('/work/myProject')
    await expect(enterprise.getByText('已通过').first()).toBeVisible()
    await expect(enterprise.getByText(number).first()).toBeVisible()
  })
})
