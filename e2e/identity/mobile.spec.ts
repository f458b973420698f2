import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { CAPTCHA, enter } from '../session.ts'
import { received } from '../sms-code.ts'

const ask = (page: Page) => page.getByRole('button', { name: '获取验证码' }).last().click()

test('qy2 binds a number: errors are shown at their fields, the button counts down, text messages can be sent to the number', async ({
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
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await expect(page.getByText(`已绑定 137****${phone.slice(-4)}`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '更换手机号' })).toBeVisible()

  await page.goto('/work/notice')
  await page.getByRole('button', { name: /消息设置/ }).click()
  await expect(page.getByText(`137****${phone.slice(-4)}`)).toBeVisible()
})
