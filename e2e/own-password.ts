import { expect, type Page } from './test.ts'
import { graveFaults } from './axe.ts'
import { PASSWORD } from './session.ts'

/** Long after the log-in the page asks for the password: an empty and a wrong one stay in the dialog, the right one lets the action go on. */
export async function giveOwnPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '请输入登录密码' })
  const field = dialog.getByLabel('登录密码', { exact: true })
  const go = dialog.getByRole('button', { name: '继续' })
  await expect(field).toBeFocused()
  await go.click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入登录密码')
  await field.fill('Falsch#2026')
  await go.click()
  await expect(dialog.getByRole('alert')).toHaveText('登录密码错误')
  expect(await graveFaults(page)).toEqual([])
  await field.fill(PASSWORD)
  await go.click()
  await expect(dialog).toBeHidden()
}
