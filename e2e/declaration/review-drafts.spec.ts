import { expect, test, type Page } from '../test.ts'
import { callAs, person } from '../session.ts'

// What a reviewer types is a draft of their account, as in every form (ADR 0185): a reload or a lost role takes nothing.
const kept = (page: Page, form: string) =>
  page.waitForResponse((r) => r.url().endsWith('/sys/draft/save') && r.ok() && (r.request().postData() ?? '').includes(`"form":"${form}`))
const offered = (part: ReturnType<Page['getByRole']>) => part.getByText('有上次未提交的内容')

test('what a reviewer types on the review page and in its dialogs is offered again after a reload, to the same account only', async ({
  browser,
}) => {
  const reviewer = await person(browser, 'dept1')
  const waiting: { list: { id: number; stateName: string }[] } = await callAs(reviewer, '/dec/declare/list?page=1&pageSize=50')
  const { id } = waiting.list.find((d) => d.stateName === '部门审核中')!
  const open = async () => {
    await reviewer.goto(`/work/govcheckmanage?id=${id}`)
    await expect(reviewer.getByLabel('审核意见', { exact: true })).toBeVisible()
  }
  const decision = reviewer.getByRole('region', { name: '审核', exact: true })
  const notes = reviewer.getByRole('region', { name: /^内部备注/ })
  await open()

  await test.step('the opinion and the remark', async () => {
    const opinion = kept(reviewer, 'review:')
    await reviewer.getByLabel('审核意见', { exact: true }).fill('材料齐全，同意')
    await opinion
    const note = kept(reviewer, 'review-note:')
    await reviewer.getByLabel('新增备注').fill('电话核实过')
    await note
    await open()
    await expect(reviewer.getByLabel('审核意见', { exact: true })).toHaveValue('')
    await expect(offered(decision)).toBeVisible()
    await decision.getByRole('button', { name: '继续填写' }).click()
    await expect(reviewer.getByLabel('审核意见', { exact: true })).toHaveValue('材料齐全，同意')
    await notes.getByRole('button', { name: '继续填写' }).click()
    await expect(reviewer.getByLabel('新增备注')).toHaveValue('电话核实过')
  })

  await test.step('a remark that was saved is not offered any more; the opinion, still unsent, is', async () => {
    await notes.getByRole('button', { name: '保存备注' }).click()
    await expect(notes.getByRole('listitem').filter({ hasText: '电话核实过' })).toBeVisible()
    await expect(reviewer.getByLabel('新增备注')).toHaveValue('')
    await open()
    await expect(offered(decision)).toBeVisible()
    await expect(offered(notes)).toHaveCount(0)
  })

  await test.step('the drawer for sending back, and the question to a department', async () => {
    await reviewer.getByRole('button', { name: '退回补正', exact: true }).click()
    const drawer = reviewer.getByRole('dialog', { name: '退回补正' })
    const back = kept(reviewer, 'review-back:')
    await drawer.getByRole('checkbox').first().check()
    await drawer.getByRole('textbox', { name: /需要补正的内容$/ }).fill('与发票不符')
    await drawer.getByLabel(/退回意见$/).fill('请核对')
    await back
    await open()
    await reviewer.getByRole('button', { name: '退回补正', exact: true }).click()
    await drawer.getByRole('button', { name: '继续填写' }).click()
    await expect(drawer.getByRole('textbox', { name: /需要补正的内容$/ })).toHaveValue('与发票不符')
    await expect(drawer.getByLabel(/退回意见$/)).toHaveValue('请核对')
    await open()
    await reviewer.getByRole('button', { name: '征求意见', exact: true }).click()
    const asking = reviewer.getByRole('dialog', { name: '征求意见' })
    const asked = kept(reviewer, 'opinion-ask:')
    await asking.getByLabel('问题').fill('请核对社保人数')
    await asked
    await open()
    await reviewer.getByRole('button', { name: '征求意见', exact: true }).click()
    await asking.getByRole('button', { name: '继续填写' }).click()
    await expect(asking.getByLabel('问题')).toHaveValue('请核对社保人数')
  })

  await test.step('a colleague is offered nothing', async () => {
    const other = await person(browser, 'leader1')
    for (const form of [`review-note:${id}`, `opinion-ask:${id}`])
      expect((await callAs(other, `/sys/draft/find?form=${form}`)).draft).toBeNull()
  })
})

test('the reason for a delegation is offered again after a reload', async ({ browser }) => {
  const away = await person(browser, 'dept2')
  const open = async () => {
    await away.goto('/work/declaremanage?tab=delegation')
    await away.getByRole('button', { name: '委托同事' }).click()
  }
  await open()
  const dialog = away.getByRole('dialog', { name: '委托同事代为审核' })
  const saved = kept(away, 'delegation:new')
  await dialog.getByLabel('原因').fill('外出学习')
  await saved
  await open()
  await dialog.getByRole('button', { name: '继续填写' }).click()
  await expect(dialog.getByLabel('原因')).toHaveValue('外出学习')
})
