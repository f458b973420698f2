import { attendance } from '../../contract/training/attendance.ts'
import { expect, test, type Page } from '../test.ts'
import { CAPTCHA, endWithNextSubmit, PASSWORD, person } from '../session.ts'

/** Opens the desk, and scans a code that does not exist while the session ends. */
async function scanWithoutSession(editor: Page) {
  const list = `/work/trainActive?keyword=${encodeURIComponent('技术改造项目路演')}`
  await editor.goto(list)
  const row = editor.getByRole('row', { name: '技术改造项目路演' })
  await row
    .getByRole('button', { name: '签到台' })
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .click()
  const item = editor.getByRole('menuitem', { name: '签到台' })
  const desk = editor.getByRole('dialog', { name: /签到台$/ })
  await item.or(desk).first().waitFor()
  if (await item.isVisible()) await item.click()
  await desk.getByRole('textbox', { name: '入场码' }).fill('不是入场码')
  await endWithNextSubmit(editor)
  await desk.getByRole('textbox', { name: '入场码' }).press('Enter')
  const again = editor.getByRole('dialog', { name: '请重新登录' })
  await again.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await again.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  return { desk, again, logIn: () => again.getByRole('button', { name: '登录', exact: true }).click() }
}

// Seen red without `onTyping` in use-scans.ts: the page went to the log-in, and the scan was cleared with the personal data.
test('the attendance desk stays when the session ends, and sends its scan after the log-in', async ({ browser }) => {
  const editor = await person(browser, 'editor1')
  const { desk, again, logIn } = await scanWithoutSession(editor)
  await logIn()
  await expect(again).toHaveCount(0)
  await expect(desk.getByText('不是入场码：请输入 6 位码或扫入场码')).toBeVisible({ timeout: 15_000 })
})

test('the waiting scan is not sent in the name of somebody else who logs in instead', async ({ browser }) => {
  const editor = await person(browser, 'editor1')
  const scans: string[] = []
  editor.on('request', (r) => {
    if (r.url().endsWith(attendance.scan.path)) scans.push(r.headers().authorization ?? '')
  })
  const { desk, again, logIn } = await scanWithoutSession(editor)
  await again.getByLabel('用户名').fill('train1')
  await logIn()
  await expect(desk).toHaveCount(0)
  await expect(editor.getByRole('button', { name: /您好/ })).toBeVisible()
  expect(scans).toHaveLength(1)
})
