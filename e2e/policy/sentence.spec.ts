import { expect, test } from '../test.ts'
import { enter } from '../session.ts'

const CONTENT =
  '<h2>支持对象</h2><p>第二条 企业在本县注册。</p><p>第三条 上年度研发费用不低于 50 万元。</p><p>第四条 一次性奖励 20 万元。</p>'

test('an editor makes conditions and amounts from sentences of the text, copies a policy and submits it from the editor', async ({
  page,
}) => {
  await enter(page, 'editor1')
  const source = (await (await page.request.get('/policy/doc/policyDetail?code=yunxi-profit')).json()).data.id as number
  await page.goto(`/work/policyserveradmin?id=${source}`)
  const title = `由句子写成的规则 ${Date.now().toString(36)}`

  await test.step('a copy of a policy is a new policy: its title says so, and the original does not change', async () => {
    await page.getByRole('link', { name: '复制为新政策' }).click()
    const name = page.getByLabel('政策标题')
    await expect(name).toHaveValue(/（副本）$/)
    await name.fill(title)
  })
  await test.step('a sentence becomes a condition with its field, figure and clause', async () => {
    const text = page.getByRole('textbox', { name: '政策正文' })
    await text.click()
    await page.keyboard.press('Control+A')
    await text.evaluate((box, html) => {
      const data = new DataTransfer()
      data.setData('text/html', html)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, CONTENT)
    await text.getByText('上年度研发费用不低于').click({ clickCount: 3 })
    const bar = page.getByRole('group', { name: '选中的句子' })
    await expect(bar).toContainText('第三条 “上年度研发费用不低于 50 万元。”')
    await bar.getByRole('button', { name: '设为条件' }).click()
    await expect(
      page.getByText('企业看到：上年度研发费用合计不低于50万元').or(page.getByText(/^企业看到：上年度研发费用.*不低于50万元/)),
    ).toBeVisible()

    await text.getByText('一次性奖励').click({ clickCount: 3 })
    await bar.getByRole('button', { name: '设为标准' }).click()
    await expect(page.getByRole('group', { name: '第四条的扶持' }).getByText('企业看到：定额20万元')).toBeVisible()
  })
  await test.step('the preview shows what is typed as readers will see it', async () => {
    await page.getByRole('button', { name: '预览', exact: true }).click()
    const preview = page.getByRole('dialog', { name: /^预览/ })
    await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(preview.getByText(/^上年度研发费用.*不低于50万元/)).toBeVisible()
    await expect(preview.getByRole('row').filter({ hasText: '定额20万元' })).toBeVisible()
    await preview.getByText('手机', { exact: true }).click()
    await preview.getByRole('link', { name: '依据第三条' }).first().click()
    await expect(preview.getByText('上年度研发费用不低于 50 万元。')).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
  })
  await test.step('it is saved and submitted in one step', async () => {
    await page.getByRole('button', { name: '保存并提交审核' }).click()
    const question = page.getByRole('button', { name: '说明无误，保存' })
    await question.or(page.getByText('已保存并提交审核')).first().waitFor()
    if (await question.isVisible()) await question.click()
    await expect(page.getByText('已保存并提交审核')).toBeVisible()
    await page.waitForURL(/id=\d+/)
    await expect(page.getByRole('heading', { name: new RegExp(title) })).toContainText('待审核')
  })
})
