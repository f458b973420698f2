import { expect, test, type Locator } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
/** Presses Tab until the target has the focus, like a user without a mouse. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by Tab`)
}

for (const width of [1440, 360])
  test(`an appeal is filed and withdrawn with the keyboard alone, ${width} px wide`, async ({ browser }) => {
    const title = `只用键盘提交 ${width}`
    const sender = await person(browser, 'qy2')
    await sender.setViewportSize({ width, height: 800 })
    await sender.goto('/work/myAppeal')
    const begin = sender.getByRole('button', { name: '提诉求', exact: true })
    await begin.focus()
    await sender.keyboard.press('Enter')
    const form = sender.getByRole('dialog', { name: '提诉求' })
    await reach(form.getByRole('tab', { name: '政策咨询与兑现' }))
    const power = form.getByRole('tab', { name: '要素保障' })
    for (let pressed = 0; pressed < 20 && (await power.getAttribute('aria-selected')) !== 'true'; pressed++)
      await sender.keyboard.press('ArrowRight')
    await expect(power).toBeFocused()
    await reach(form.getByRole('radio').first())
    await sender.keyboard.press('Space')
    await expect(form.getByRole('radio').first()).toBeChecked()
    for (const [label, words] of [
      ['标题', title],
      ['内容', '每周限电两天，请协调错峰。'],
      ['联系人', '林小满'],
      ['手机号', '13812345678'],
    ] as const) {
      await reach(form.getByLabel(label, { exact: true }))
      await sender.keyboard.type(words)
    }
    expect(await sender.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await reach(form.getByRole('button', { name: '提交诉求' }))
    await sender.keyboard.press('Enter')
    await expect(sender.getByText(/前办结。/)).toBeVisible()
    expect(await graveFaults(sender)).toEqual([])
    await reach(sender.getByRole('button', { name: '完成', exact: true }))
    await sender.keyboard.press('Enter')
    await expect(begin).toBeVisible()

    const row = sender.getByRole(width < 600 ? 'listitem' : 'row').filter({ hasText: title })
    await reach(row.getByRole('button', { name: /^查看/ }))
    await sender.keyboard.press('Enter')
    const detail = sender.getByRole('dialog', { name: '诉求详情' })
    await expect(detail.getByText(/还剩 \d+ 个工作日|今天到期/).first()).toBeVisible()
    await reach(detail.getByRole('button', { name: /撤\s*回/ }))
    await sender.keyboard.press('Enter')
    const asked = sender.getByRole('dialog', { name: /^撤回“/ })
    await reach(asked.getByRole('button', { name: /撤\s*回/ }))
    await sender.keyboard.press('Enter')
    await expect(detail.getByText('已撤回').first()).toBeVisible()
  })
