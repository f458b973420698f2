import { expect, test } from '../test.ts'
import { codeAt } from '../../server/identity/second-factor/totp.ts'
import { graveFaults } from '../axe.ts'
import { CAPTCHA, PASSWORD, person } from '../session.ts'

test('a member of staff binds an app, logs in with a recovery code as second step, and removes the app', async ({ browser }) => {
  const page = await person(browser, 'dept4')
  let secret = ''
  let recovery = ''

  await test.step('binds the app on the account page', async () => {
    await page.goto('/work/account')
    await page.getByRole('button', { name: '开启动态验证码' }).click()
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await expect(page.getByRole('img', { name: '验证器二维码' })).toBeVisible()
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page.getByText('请输入动态验证码')).toBeVisible()
    await page.getByRole('textbox', { name: '动态验证码' }).fill('12ab')
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page.getByText('请输入 6 位数字')).toBeVisible()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: '动态验证码' }).fill(codeAt(secret, new Date()))
    await page.getByRole('button', { name: '确认绑定' }).click()
    const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recovery = await codes.first().innerText()
    await page.getByRole('button', { name: '我已保存' }).click()
    await expect(page.getByText('恢复码还有 10 个没有用过')).toBeVisible()
  })

  await test.step('the password alone does not log in; a wrong code is reported and the input stays', async () => {
    const anew = await (await browser.newContext()).newPage()
    await anew.goto('/login?redirect=%2Fwork%2Faccount')
    await anew.getByLabel('用户名').fill('dept4')
    await anew.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await anew.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
    await anew.getByRole('button', { name: '登录', exact: true }).click()
    const code = anew.getByRole('textbox', { name: '动态验证码' })
    await expect(code).toBeFocused()
    expect(await graveFaults(anew)).toEqual([])
    await code.fill('000000')
    await anew.getByRole('button', { name: '登录', exact: true }).click()
    await expect(anew.getByText('动态验证码错误，请核对手机时间后输入新的验证码')).toBeVisible()
    await code.fill(recovery)
    await anew.getByRole('button', { name: '登录', exact: true }).click()
    await expect(anew).toHaveURL(/\/work\/account/)
    await expect(anew.getByText('恢复码还有 9 个没有用过')).toBeVisible()
  })

  await test.step('sees both sessions and ends the other one', async () => {
    await page.reload()
    const logIns = page.getByRole('region', { name: '我的登录' })
    await expect(logIns.getByText('（本处）')).toHaveCount(1)
    await logIns
      .getByRole('button', { name: /^结束 / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '结束', exact: true }).click()
    await expect(page.getByText('已结束 1 处登录')).toBeVisible()
  })

  await test.step('removes the app', async () => {
    await page.getByRole('button', { name: '关闭动态验证码' }).click()
    // The code of the binding cannot be used again; the next one is accepted already.
    await page.getByRole('textbox', { name: '动态验证码' }).fill(codeAt(secret, new Date(Date.now() + 30_000)))
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page.getByRole('button', { name: '开启动态验证码' })).toBeVisible()
  })
})
