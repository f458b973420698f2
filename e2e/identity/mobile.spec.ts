import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { codeWaitPasses, logInPasses, passwordPasses } from '../moved-days.ts'
import { giveOwnPassword } from '../own-password.ts'
import { CAPTCHA, enter } from '../session.ts'
import { received } from '../sms-code.ts'

const ask = (page: Page) => page.getByRole('button', { name: '获取验证码' }).last().click()

test('qy2 binds a number, with the password long after the log-in, and removes it: errors are at their fields, the button counts down, text messages can be sent to the number', async ({
  page,
}) => {
  const phone = `137${String(Date.now()).slice(-8)}`
  await enter(page, 'qy2')
  await page.goto('/work/notice')
  await page.getByRole('link', { name: '账号设置' }).first().click()
  await page.getByRole('button', { name: '绑定手机号' }).click()
  await ask(page)
  await expect(page.getByText('手机号不能为空')).toBeVisible()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill('1370000')
  await page.getByLabel('图形验证码').fill(CAPTCHA)
  await ask(page)
  await expect(page.getByText('手机号格式错误')).toBeVisible()
  expect(await graveFaults(page)).toEqual([])

  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(`+86 ${phone}`)
  await page.getByLabel('图形验证码').fill(CAPTCHA)
  await ask(page)
  await expect(page.getByRole('button', { name: /^\d{1,2}秒后重新获取$/ })).toBeDisabled()
  const code = await received(phone)
  await page.getByLabel('短信验证码').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await expect(page.getByText('请输入正确的验证码')).toBeVisible()
  await page.getByLabel('短信验证码').fill(code)
  await logInPasses('qy2', 20)
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  // Who does not know the password has bound nothing, and what was typed stays.
  await page.getByRole('button', { name: '取消这项操作' }).click()
  await expect(page.getByText('请先输入登录密码，再进行这项操作')).toBeVisible()
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await giveOwnPassword(page)
  await expect(page.getByText(`已绑定 137****${phone.slice(-4)}`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '更换手机号' })).toBeVisible()

  await page.goto('/work/notice')
  await page.getByRole('button', { name: /消息设置/ }).click()
  await expect(page.getByText(`发送短信到 137****${phone.slice(-4)}`)).toBeVisible()
  await page.getByRole('checkbox', { name: '申报进度' }).check()
  await page.getByRole('button', { name: /保\s?存/ }).click()
  await expect(page.getByText('已保存')).toBeVisible()

  await page.goto('/work/account')
  await passwordPasses('qy2', 20)
  const unbind = page.getByRole('button', { name: '解除绑定' })
  await unbind.click()
  const form = page.getByRole('form', { name: '解除绑定手机号' })
  await expect(form.getByText('已选的短信提醒一并取消')).toBeVisible()
  await expect(form.getByText('请联系系统管理员为您解除')).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await form.getByRole('button', { name: '取消' }).click()
  await unbind.click()
  await form.getByRole('button', { name: '解除绑定' }).click()
  await expect(form.getByText('请输入正确的验证码')).toBeVisible()
  await codeWaitPasses()
  await ask(page)
  await expect.poll(() => received(phone)).not.toBe(code)
  await form.getByLabel('原手机号收到的验证码').fill(await received(phone))
  await form.getByRole('button', { name: '解除绑定' }).click()
  await giveOwnPassword(page)
  await expect(page.getByText('还没有绑定手机号')).toBeVisible()
  await page.reload()
  await expect(page.getByText('还没有绑定手机号')).toBeVisible()
  await page.goto('/work/notice')
  await expect(page.getByText(`您的账号已解除绑定手机号 137****${phone.slice(-4)}`).first()).toBeVisible()
  await page.getByRole('button', { name: /消息设置/ }).click()
  await expect(page.getByText('您的账号没有登记手机号，消息只在站内送达。')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '申报进度' })).not.toBeChecked()
})
