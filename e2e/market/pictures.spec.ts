import { expect, test } from '../test.ts'
import { person } from '../session.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
const names = ['正门.png', '车间.png', '装卸区.png']

// Seen red: the form gave the pictures back without their names, the page took its own older value for files set from outside, and it broke.
test('three pictures chosen at once are uploaded, in their order', async ({ browser }) => {
  const owner = await person(browser, 'qy1')
  await owner.goto('/work/myShopWrok')
  for (const time of [1, 2, 3]) {
    await owner.getByRole('button', { name: '登记厂房' }).click()
    const form = owner.getByRole('dialog', { name: '登记厂房' })
    await form.locator('input[type=file]').last().setInputFiles(names.map(picture))
    await expect(form.getByText('上传成功'), `time ${time}`).toHaveCount(3)
    expect(await form.locator('li[data-item] img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual(names)
    await form
      .getByRole('button', { name: '取 消' })
      .or(form.getByRole('button', { name: '取消' }))
      .first()
      .click()
    // The pictures are not submitted, so it asks.
    await owner.getByRole('dialog').filter({ hasText: '确定关闭吗' }).getByRole('button').last().click()
    await expect(form).toHaveCount(0)
  }
})
