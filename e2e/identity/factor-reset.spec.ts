import { expect, test, type Page } from '../test.ts'
import { codeAt } from '../../server/identity/second-factor/totp.ts'
import { factorReset } from '../../contract/identity/factor-reset.ts'
import { secondFactor } from '../../contract/second-factor.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

const WHO = 'market2'
const NARROW = { width: 375, height: 812 }

async function openDialog(page: Page, action: string) {
  const row = page.getByRole('row').filter({ hasText: WHO })
  const button = row.getByRole('button', { name: action })
  if (await button.isVisible()) await button.click()
  else {
    await row.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const dialog = page.getByRole('dialog', { name: /^解除“.*”的动态验证码$/ })
  await expect(dialog).toBeVisible()
  return dialog
}

test('解除动态验证码: one officer asks, the other one is told, reads who asked and why, and decides', async ({ browser }) => {
  const owner = await person(browser, WHO)
  const { secret } = await callAs(owner, secondFactor.begin.path, {})
  await callAs(owner, secondFactor.enable.path, { code: codeAt(secret, new Date()) })
  const [first, second] = [await person(browser, 'security1'), await person(browser, 'security2')]

  await test.step('asks with a reason; the own dialog says that it waits', async () => {
    await first.goto(`/work/user?name=${WHO}`)
    const dialog = await openDialog(first, '解除动态验证码')
    await expect(dialog.getByText(/另一名安全管理员看过原因，在一天内确认才生效/)).toBeVisible()
    await dialog.getByLabel('原因').fill('手机掉进河里')
    await dialog.getByRole('button', { name: '提出解除' }).click()
    await expect(first.getByText('已提出，已告知其他安全管理员')).toBeVisible()
    await expect(first.getByText('解除待他人确认')).toBeVisible()
    const waits = await openDialog(first, '解除申请')
    await expect(waits.getByText('等另一名安全管理员确认')).toBeVisible()
    await expect(waits.getByRole('button', { name: '确认解除' })).toHaveCount(0)
    expect(await graveFaults(first)).toEqual([])
    await waits.getByRole('button', { name: '撤回申请' }).click()
    await expect(first.getByText('已撤回')).toBeVisible()
    await expect(first.getByText('解除待他人确认')).toHaveCount(0)
  })

  const ask = async () => callAs(first, factorReset.ask.path, { id: await idOf(first), reason: '手机掉进河里' })

  await test.step('the second officer finds it from the notice and from 待我处理, and does not agree', async () => {
    await ask()
    await second.goto('/work/notice')
    await expect(second.getByText(/提出解除.*（market2）的动态验证码，请您确认或不同意/).first()).toBeVisible()
    await second.goto('/work/user?factorReset=others')
    await expect(second.getByRole('row').filter({ hasText: WHO })).toHaveCount(1)
    await expect(second.getByText('解除待确认')).toBeVisible()
    await expect(second.getByText(/（security1）于 .* 提出.*原因：手机掉进河里/)).toBeVisible()
    const dialog = await openDialog(second, '确认解除')
    await expect(dialog.getByText(/（security1）于 .* 提出/)).toBeVisible()
    await expect(dialog.getByText('原因：手机掉进河里')).toBeVisible()
    await dialog.getByText('不同意', { exact: true }).click()
    await dialog.getByRole('button', { name: '不同意' }).click()
    await expect(dialog.getByText('请填写不同意的原因')).toBeVisible()
    await dialog.getByLabel(/不同意的原因/).fill('本人说手机还在')
    expect(await graveFaults(second)).toEqual([])
    await dialog.getByRole('button', { name: '不同意' }).click()
    await expect(second.getByText('已告知提出人')).toBeVisible()
    await first.goto('/work/notice')
    await expect(first.getByText(/不同意解除.*（market2）的动态验证码/).first()).toBeVisible()
  })

  await test.step('asked again, it is confirmed on a narrow screen, with what ends in sight', async () => {
    await ask()
    await second.setViewportSize(NARROW)
    await second.goto('/work/user?factorReset=others')
    await expect(second.getByText('解除待确认')).toBeVisible()
    await second.getByRole('button', { name: '确认解除' }).click()
    const dialog = second.getByRole('dialog', { name: /^解除“.*”的动态验证码$/ })
    await dialog.getByText('确认解除', { exact: true }).click()
    await expect(dialog.getByText(/验证器作废，没有用过的 10 个恢复码作废，该账号现有的 \d+ 处登录全部结束/)).toBeVisible()
    await dialog.getByRole('button', { name: '确认解除' }).click()
    await expect(second.getByText('已解除')).toBeVisible()
    // The log-in needs no code any more.
    await person(browser, WHO)
  })
})

async function idOf(page: Page): Promise<number> {
  const { list } = await callAs(page, `/sys/user/list?name=${WHO}`)
  return list[0].id
}
