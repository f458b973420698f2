import { expect, test } from '../test.ts'
import { callAs, person } from '../session.ts'
import { giveGround } from './ground.ts'

interface Listed {
  list: { id: number; stateName: string }[]
}

// A refusal appears where the person looks, at any width, and says what happened: the walker of 30 November pressed and saw nothing.
test('a delegate whose delegation is withdrawn meanwhile is told so, in sight, on the page and in the drawer for sending back', async ({
  browser,
}) => {
  const away = await person(browser, 'dept1')
  const { list }: Listed = await callAs(away, '/dec/declare/list?todo=true&page=1&pageSize=50')
  const { id } = list.find((d) => d.stateName === '部门审核中')!
  const colleagues: { id: number; name: string }[] = await callAs(away, '/dec/delegation/colleagues')
  const delegateId = colleagues.find((c) => c.name === '领导 于川')!.id
  const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const given = await callAs(away, '/dec/delegation/save', { delegateId, startTime: hour(-1), endTime: hour(5), reason: '出差' })

  const page = await person(browser, 'leader1')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/work/govcheckmanage?id=${id}`)
  await expect(page.getByText('您受 审核员 江诚 委托，以其名义审核。')).toBeVisible()
  await giveGround(page, '受托复核，付款凭证与设备清单一致')
  const token = decodeURIComponent((await away.context().cookies()).find((c) => c.name === 'token')!.value)
  await away.request.post('/dec/delegation/revoke', { form: { id: given.id }, headers: { authorization: token } })

  await page.getByRole('button', { name: '退回补正', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '退回补正' })
  await drawer.getByRole('checkbox').first().check()
  await drawer.getByRole('textbox', { name: /需要补正的内容$/ }).fill('与发票不符')
  await drawer.getByLabel(/退回意见$/).fill('请核对')
  await drawer.getByRole('button', { name: /^退回补正/ }).click()
  const why = '审核员 江诚 对您的委托已撤销或已到期，您不能再审核这份申报'
  await expect(drawer.getByText(why)).toBeInViewport()
  await drawer.getByRole('button', { name: '取消' }).click()
  await page
    .getByRole('dialog', { name: /没有提交/ })
    .getByRole('button', { name: '关闭' })
    .click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: '不予支持', exact: true }).scrollIntoViewIfNeeded()
  await page.getByLabel('审核意见', { exact: true }).fill('不符合条件')
  await page.getByRole('button', { name: '不予支持', exact: true }).click()
  await page
    .getByRole('dialog', { name: /不予支持/ })
    .getByRole('button', { name: /不予支持/ })
    .click()
  await expect(page.getByRole('region', { name: '审核', exact: true }).getByText(why)).toBeInViewport()
  await expect(page.getByLabel('审核意见', { exact: true })).toHaveValue('不符合条件')
})

test('a declaration opened as a delegate says after declining that the delegation has ended, and leads back; the delegator reads who ended it and why', async ({
  browser,
}) => {
  const [away, page] = [await person(browser, 'dept1'), await person(browser, 'dept6')]
  const own: Listed = await callAs(page, '/dec/declare/list?page=1&pageSize=100')
  const { list }: Listed = await callAs(away, '/dec/declare/list?todo=true&page=1&pageSize=50')
  const { id } = list.find((d) => d.stateName === '部门审核中' && own.list.every((seen) => seen.id !== d.id))!
  const colleagues: { id: number; name: string }[] = await callAs(away, '/dec/delegation/colleagues')
  const delegateId = colleagues.find((c) => c.name === '审核员 苏棠')!.id
  const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  await callAs(away, '/dec/delegation/save', { delegateId, startTime: hour(-1), endTime: hour(5), reason: '出差' })

  await page.goto(`/work/govcheckmanage?id=${id}`)
  await expect(page.getByText('您受 审核员 江诚 委托，以其名义审核。')).toBeVisible()
  await page.goto('/work/govcheckmanage')
  await page.getByRole('button', { name: '不再代办：审核员 江诚的委托' }).click()
  const dialog = page.getByRole('dialog', { name: /^不再代 审核员 江诚/ })
  await dialog.getByLabel('原因（可不填）').fill('同期出差')
  await dialog.getByRole('button', { name: '不再代办' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto(`/work/govcheckmanage?id=${id}`)
  const why = page.getByRole('alert').filter({ hasText: '委托' })
  await expect(why).toContainText(/您是受 审核员 江诚 委托审核的，而委托已于 \d{4}-\d\d-\d\d \d\d:\d\d 结束/)
  await why.getByRole('button', { name: '返回列表' }).click()
  await expect(page).not.toHaveURL(/[?&]id=/)

  await away.goto('/work/declaremanage?tab=delegation')
  await expect(away.getByRole('row').filter({ hasText: '审核员 苏棠' }).first()).toContainText(
    /受托人已退出\s*审核员 苏棠 于 .+ 结束。原因：同期出差/,
  )
})
