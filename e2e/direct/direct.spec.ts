import { expect, test, type Page } from '../test.ts'
import { chooseOption } from '../select.ts'
import { callAs, person } from '../session.ts'

const POLICY = '知识产权与标准化奖励'
const OVER = '企业引才补贴免申即享（第一批）'
const open = async (page: Page, title: string) => {
  await page.goto('/work/directLists')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}
/** Clicks a button of the list and the button of the same name in the dialog. */
const decide = async (page: Page, button: string, then = button) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: then, exact: true }).click()
}
const kept = (page: Page, form: string) =>
  page.waitForResponse((r) => r.url().endsWith('/sys/draft/save') && r.ok() && (r.request().postData() ?? '').includes(`"form":"${form}`))
const asksToLeave = (page: Page) => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
const agree = async (page: Page, title: string) => {
  await page.goto('/work/myDirect')
  await page.getByRole('row', { name: title }).getByRole('button', { name: /^查看/ }).click()
  const drawer = page.getByRole('dialog', { name: '免申即享' })
  await expect(drawer.getByText('冻结的事实')).toBeVisible()
  await drawer.getByRole('button', { name: '确认领取' }).click()
  await drawer.getByLabel('开户银行').fill('云溪农商行')
  await drawer.getByLabel('银行账号').fill('6217001234567890')
  await drawer.getByLabel('联系人').fill('林知夏')
  await drawer.getByLabel('联系电话').fill('13912345678')
  await drawer.getByRole('button', { name: '确认领取' }).click()
  await expect(page.getByText('已确认，公示期满后由部门移交拨付')).toBeVisible()
}
const askWhy = async (page: Page) => {
  await page.goto('/work/myDirect?tab=all')
  await page
    .getByRole('row', { name: /出口信用保险/ })
    .getByRole('button', { name: /^为什么/ })
    .click()
  return page.getByRole('dialog', { name: /^为什么/ })
}

test('a list is made, confirmed and agreed to; a company not on a list asks why; a list whose period is over becomes allowances', async ({
  browser,
}) => {
  const title = '标准化奖励免申即享'
  const [editor, leader] = [await person(browser, 'editor1'), await person(browser, 'leader1')]
  const listed = await person(browser, 'qy2')
  await test.step('the editor creates the list and submits it', async () => {
    await editor.goto('/work/directLists')
    await editor.getByRole('button', { name: '新建名单' }).click()
    const form = editor.getByRole('dialog', { name: '新建名单' })
    await chooseOption(form.getByRole('combobox', { name: '政策' }), POLICY)
    await form.getByLabel('名单名称').fill(title)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(editor.getByRole('heading', { name: title })).toBeVisible()
    await editor.getByRole('button', { name: '试算' }).click()
    await expect(editor.getByRole('heading', { name: /^试算结果/ })).toBeVisible()
    await editor.getByRole('button', { name: '生成名单' }).click()
    await expect(editor.getByRole('button', { name: '提交确认' })).toBeVisible()
    await decide(editor, '提交确认')
    await expect(editor.getByText('待确认', { exact: true })).toBeVisible()
  })
  await test.step('the leader confirms', async () => {
    await open(leader, title)
    await leader.getByRole('button', { name: '确认名单' }).click()
    const dialog = leader.getByRole('dialog')
    await dialog.getByRole('radio', { name: '确认并公示' }).check()
    await dialog.getByRole('button', { name: '确认并公示' }).click()
    await expect(leader.getByText('公示中', { exact: true })).toBeVisible()
  })
  await test.step('another company reads every column of the publicity beside the actions', async () => {
    const other = await person(browser, 'qy1')
    await other.setViewportSize({ width: 1440, height: 900 })
    await other.goto('/work/myDirect?tab=all')
    await other
      .getByRole('row', { name: title })
      .getByRole('button', { name: /^公示名单/ })
      .click()
    const drawer = other.getByRole('dialog', { name: /^公示名单/ })
    const head = (name: string) => drawer.getByRole('columnheader', { name, exact: true }).first().boundingBox()
    // The drawer slides in, so the two are read again until they are read in one place.
    await expect(async () => {
      const [own, actions] = await Promise.all([head('我的异议'), head('操作')])
      expect(own!.x + own!.width, 'the column lies behind the actions').toBeLessThanOrEqual(actions!.x + 1)
    }).toPass()
  })
  await test.step('a reason typed for declining is not kept; leaving the page asks as long as its dialog is open', async () => {
    await listed.goto('/work/myDirect')
    await listed.getByRole('row', { name: title }).getByRole('button', { name: /^查看/ }).click()
    await listed
      .getByRole('dialog', { name: '免申即享' })
      .getByRole('button', { name: /^放\s*弃/ })
      .click()
    const dialog = listed.getByRole('dialog', { name: '放弃本次补贴' })
    await expect.poll(() => asksToLeave(listed)).toBe(false)
    await dialog.getByLabel('放弃的原因').fill('账户还没有开')
    await expect.poll(() => asksToLeave(listed)).toBe(true)
    await dialog.getByRole('button', { name: /^取\s*消/ }).click()
    await listed
      .getByRole('dialog', { name: /没有提交/ })
      .getByRole('button', { name: /^关\s*闭/ })
      .click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => asksToLeave(listed)).toBe(false)
  })
  await test.step('the company sees its amount and the reasons, and agrees', () => agree(listed, title))
  await test.step('it objects to its own amount and reads the answer', async () => {
    const shown = async () => {
      await listed.goto('/work/myDirect')
      await listed.getByRole('row', { name: title }).getByRole('button', { name: /^查看/ }).click()
      return listed.getByRole('dialog', { name: '免申即享' })
    }
    const drawer = await shown()
    await drawer.getByRole('button', { name: '对金额提出异议' }).click()
    const dialog = listed.getByRole('dialog', { name: '对金额提出异议' })
    const send = dialog.getByRole('button', { name: /提\s*交/ })
    await send.click()
    await expect(dialog.getByText('请填写异议内容')).toBeVisible()
    // What is typed is a draft of the account (ADR 1044): it is there after a reload, and no more once it was sent.
    const content = dialog.getByLabel('异议内容（写明事实和依据）')
    const saved = kept(listed, 'direct-objection:')
    await content.fill('少算一项标准')
    await saved
    await shown()
    await drawer.getByRole('button', { name: '对金额提出异议' }).click()
    await expect(dialog.getByText('有上次未提交的内容')).toBeVisible()
    await expect(content).toHaveValue('')
    await dialog.getByRole('button', { name: '继续填写' }).click()
    await expect(content).toHaveValue('少算一项标准')
    const { form } = (await saved).request().postDataJSON() as { form: string }
    await send.click()
    await expect(drawer.getByText('待答复')).toBeVisible()
    await expect(async () => expect((await callAs(listed, `/sys/draft/find?form=${form}`)).draft).toBeNull()).toPass()
    await expect(drawer.getByRole('button', { name: '对金额提出异议' })).toHaveCount(0)
    await open(editor, title)
    await editor.getByRole('tab', { name: /^异议/ }).click()
    await expect(editor.getByRole('row', { name: /本企业的金额/ })).toBeVisible()
    await expect(editor.getByRole('button', { name: /^答\s*复/ })).toHaveCount(0)
    await open(leader, title)
    await leader.getByRole('tab', { name: /^异议/ }).click()
    const row = leader.getByRole('row', { name: /本企业的金额/ })
    await row.getByRole('button', { name: /^答\s*复/ }).click()
    const answer = leader.getByRole('dialog', { name: '答复异议' })
    const answered = kept(leader, 'direct-objection-answer:')
    await answer.getByRole('textbox').fill('已核对')
    await answered
    await open(leader, title)
    await leader.getByRole('tab', { name: /^异议/ }).click()
    await row.getByRole('button', { name: /^答\s*复/ }).click()
    await answer.getByRole('button', { name: '继续填写' }).click()
    await expect(answer.getByRole('textbox')).toHaveValue('已核对')
    await expect(answer.getByRole('radio', { checked: true })).toHaveCount(0)
    await answer.getByRole('radio', { name: '成立', exact: true }).check()
    await answer.getByRole('button', { name: '成立', exact: true }).click()
    await expect(answer.getByText(/金额仍是/)).toBeVisible()
    await answer.getByRole('radio', { name: '不成立' }).check()
    await answer.getByRole('button', { name: '不成立' }).click()
    await expect(row.getByText('不成立')).toBeVisible()
    await expect((await shown()).getByText('答复：已核对')).toBeVisible()
  })
  await test.step('it asks why it is not on another list, and objects', async () => {
    const drawer = await askWhy(listed)
    await expect(drawer.getByRole('heading', { name: '本企业不在名单中' })).toBeVisible()
    await expect(drawer.getByText('有实缴保费').last()).toBeVisible()
    await drawer.getByRole('button', { name: '提出异议' }).click()
    await listed.getByLabel('异议内容（写明事实和依据）').fill('本年度已投保')
    await listed
      .getByRole('dialog', { name: '提出异议' })
      .getByRole('button', { name: /提\s*交/ })
      .click()
    await expect(drawer.getByText('待答复')).toBeVisible()
  })
  await test.step('a company that has not consented to reading its archive is told so and led to the consent', async () => {
    const stranger = await person(browser, 'qy1')
    const drawer = await askWhy(stranger)
    // Another journey of this worker may have given the consent.
    await expect(drawer.getByRole('heading', { name: /^本企业没有授权平台读取企业档案|^本企业不在名单中/ })).toBeVisible()
    await expect(drawer.getByRole('link', { name: /^去授权|^去更正企业档案/ })).toBeVisible()
  })
  await test.step('the list whose period is over: agreed to, closed, handed over, visible as an allowance', async () => {
    await agree(listed, OVER)
    await open(editor, OVER)
    await expect(editor.getByRole('button', { name: /^打印/ })).toBeVisible()
    await decide(editor, '结束公示')
    await decide(editor, '移交补贴')
    await expect(editor.getByText('已移交', { exact: true }).first()).toBeVisible()
    await listed.goto('/work/mySubsidy')
    const allowance = listed.getByRole('row', { name: new RegExp(OVER.slice(0, 10)) })
    await expect(allowance.getByText('公示期满，待拨付')).toBeVisible()
    await allowance.getByRole('button', { name: /^查看/ }).click()
    await expect(listed.getByRole('link', { name: '查看名单与依据' })).toBeVisible()
  })
})
