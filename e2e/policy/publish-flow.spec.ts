import { expect, test, type Page } from '../test.ts'
import { chooseOption } from '../select.ts'
import { person } from '../session.ts'
import { tickAll } from './tick-all.ts'

const TITLE = '云溪县设备上云补助（流程试验）'
const row = (page: Page) => page.getByRole('row', { name: new RegExp('设备上云补助') })
const choose = (page: Page, box: string, option: string) => chooseOption(page.getByRole('combobox', { name: box }), option)
/** Submits the policy from the editor's list. */
const submit = async (page: Page) => {
  await page.goto('/work/policyserveradmin')
  await row(page)
    .getByRole('button', { name: /^提交审核/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
  await expect(row(page).getByText('待审核')).toBeVisible()
}
const decide = async (page: Page, choice: string, reason: string) => {
  await page.goto('/work/policycheckmanage')
  await row(page).getByRole('button', { name: /^审核/ }).click()
  await page.getByRole('button', { name: '审核', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '审核政策' })
  if (choice === '审核通过') {
    // A reviewer cannot approve without confirming every section.
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByRole('button', { name: choice }).click()
    await expect(dialog.getByText('请先逐节核对并勾选：基本信息、申报条件、政策正文')).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
    await tickAll(page)
    await page.getByRole('button', { name: '审核', exact: true }).click()
  }
  await dialog.getByRole('radio', { name: choice }).check()
  if (choice === '退回修改') {
    await dialog.getByRole('button', { name: choice }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
  }
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: choice }).click()
}

test('a policy is written, returned with a reason, corrected, approved, and published; a slide leads to it', async ({ browser }) => {
  const editor = await person(browser, 'editor1')
  await test.step('the editor writes it; a condition refers to its clause', async () => {
    await editor.goto('/work/policyserveradmin?id=new')
    await editor.getByLabel('政策标题').fill(TITLE)
    const units = editor.getByRole('group', { name: '发文单位' })
    await units.getByRole('button', { name: '新增' }).click()
    await units.getByRole('textbox', { name: '第 1 行 单位名称' }).fill('县经信局')
    await units.getByRole('button', { name: '保存 第 1 行' }).click()
    await choose(editor, '政策级别', '区县级')
    await choose(editor, '支持方式', '资金补助')
    await editor.keyboard.press('Escape')
    await editor.getByLabel('一句话摘要').fill('设备接入云平台的，按投入的一成补助。')
    await editor.getByRole('textbox', { name: /正文$/ }).click()
    await editor.keyboard.type('第一条 支持设备上云的制造企业。')
    await editor.keyboard.press('Enter')
    await editor.keyboard.type('第二条 按投入的一成补助。')
    await editor.getByRole('button', { name: '添加条件', exact: true }).click()
    await choose(editor, '企业信息', '职工总数')
    await editor.getByRole('textbox', { name: '值', exact: true }).first().fill('20')
    await choose(editor, '依据的条款', '第一条')
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByText('已新增，可在列表中提交审核')).toBeVisible()
  })
  await submit(editor)

  const leader = await person(browser, 'leader1')
  await test.step('the editor cannot review it; the colleague returns it with a reason', async () => {
    await editor.goto('/work/policycheckmanage?queue=pending')
    await expect(row(editor).getByRole('button', { name: /^查看/ })).toBeVisible()
    await decide(leader, '退回修改', '第二条缺少上限')
    await expect(leader.getByText('已退回')).toBeVisible()
    expect((await leader.request.get('/page/policysearch?q=设备上云补助')).ok()).toBe(true)
  })
  await test.step('the editor reads the reason, corrects it and submits again', async () => {
    await editor.goto('/work/policycheckmanage?queue=rejected')
    await expect(row(editor).getByText('第二条缺少上限')).toBeVisible()
    await editor.goto('/work/policyserveradmin')
    await row(editor).getByRole('button', { name: /^编辑/ }).click()
    await editor.getByRole('textbox', { name: /正文$/ }).click()
    await editor.keyboard.press('Control+End')
    await editor.keyboard.type('最高 50 万元。')
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByText('已保存', { exact: true })).toBeVisible()
    await submit(editor)
  })
  await test.step('the colleague approves; everybody can read it, and its condition leads to the clause', async () => {
    await decide(leader, '审核通过', '同意')
    await expect(leader.getByText('已通过并上架')).toBeVisible()
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`/page/policymarket/index?q=${encodeURIComponent('设备上云补助')}`)
    await expect(visitor.getByText(TITLE).first()).toBeVisible()
    await visitor.goto('/page/home')
    await visitor.getByRole('link', { name: TITLE }).first().click()
    await visitor.getByRole('link', { name: '依据第一条' }).first().click()
    await expect(visitor.locator('[id="clause-第一条"]')).toContainText('支持设备上云的制造企业')
    await expect(visitor).toHaveURL(/#clause-/)
  })
  await test.step('slides on the home page can be paused and changed by button', async () => {
    await editor.goto('/work/policycarousel')
    for (const title of ['回答几个问题，算一算能享受哪些政策', '正在申报的政策，先看截止时间']) {
      await editor.getByRole('button', { name: `更多操作：${title}` }).click()
      await editor.getByRole('menuitem', { name: '发布', exact: true }).click()
      await editor.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
      await expect(editor.getByRole('row').filter({ hasText: title }).getByText('已发布')).toBeVisible()
    }
    await editor
      .getByRole('button', { name: /^下移：回答几个问题|更多操作：回答几个问题/ })
      .first()
      .click()
    await editor.getByRole('menuitem', { name: '下移' }).click()
    const first = editor.getByRole('row').nth(1)
    await expect(first).toContainText('正在申报的政策')
    // Slides move only for visitors who have not asked for reduced motion.
    const visitor = await (await browser.newContext({ reducedMotion: 'no-preference' })).newPage()
    await visitor.goto('/page/home')
    const slides = visitor.getByRole('region', { name: '轮播图' })
    await expect(slides.getByText('正在申报的政策，先看截止时间')).toBeVisible()
    await slides.getByRole('button', { name: '暂停自动播放' }).click()
    await slides.getByRole('button', { name: '下一张' }).click()
    await expect(slides.getByText('回答几个问题，算一算能享受哪些政策')).toBeVisible()
  })
})
