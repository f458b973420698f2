import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

const kept = (page: Page) => page.waitForResponse((r) => r.url().endsWith('/sys/draft/save') && r.ok())

/** Opens the details of the change for this user from the list of changes. */
async function review(page: Page, name: string) {
  await page.goto('/work/role?tab=changes')
  await page.getByRole('row').filter({ hasText: name }).filter({ hasText: '待复核' }).getByRole('button', { name: /^复核/ }).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`${name}.*的角色`) })
  await expect(drawer.getByText(/提出：/)).toBeVisible()
  return drawer
}
async function agree(page: Page, name: string): Promise<void> {
  const drawer = await review(page, name)
  await drawer.getByRole('button', { name: /^复\s?核$/ }).click()
  const decide = page.getByRole('dialog', { name: /^复核“/ })
  await decide.getByRole('radio', { name: '同意' }).check()
  await decide.getByRole('button', { name: /^同\s?意$/ }).click()
  await expect(page.getByText('已同意，随即生效')).toBeVisible()
}

test('one officer requests a right, another approves it, and it is taken back; the holder’s input stays', async ({ browser }) => {
  const [editor, title] = ['政策编辑 文清', '没有写完的标签']
  const admin = await person(browser, 'admin1')
  const [first, second] = [await person(browser, 'security1'), await person(browser, 'security2')]
  const holder = await person(browser, 'editor1')

  await test.step('admin1 manages users and is offered no rights to give', async () => {
    await admin.goto('/work/user?name=editor1')
    await expect(admin.getByRole('row').filter({ hasText: editor })).toBeVisible()
    await expect(admin.getByRole('button', { name: /^授予角色/ })).toHaveCount(0)
  })

  await test.step('the holder has a page open with input in it', async () => {
    await holder.goto('/work/zcLabel')
    await holder.getByRole('button', { name: '新增标签', exact: true }).click()
    const dialog = holder.getByRole('dialog', { name: '新增标签' })
    const saved = kept(holder)
    await dialog.getByLabel('标签名称').fill(title)
    await dialog.getByLabel('说明').click()
    await saved
  })

  await test.step('security1 sees the effect and requests the right', async () => {
    await first.goto('/work/user?name=editor1')
    await first.getByRole('button', { name: `授予角色：${editor}` }).click()
    const dialog = first.getByRole('dialog', { name: `“${editor}”的角色` })
    await dialog.getByRole('checkbox', { name: '领导', exact: true }).check()
    await dialog.getByRole('button', { name: '预览影响' }).click()
    await expect(dialog.getByText(/^多出的权限：.*审核政策/)).toBeVisible()
    await dialog.getByRole('button', { name: '提交另一人复核' }).click()
    const asking = first.getByRole('dialog', { name: '提交权限变更' })
    await asking.getByRole('button', { name: /^提\s?交$/ }).click()
    await expect(asking.getByText('请填写原因')).toBeVisible()
    await asking.getByLabel('原因').fill('于川出差期间代为审核')
    await asking.getByRole('button', { name: /^提\s?交$/ }).click()
    await expect(first.getByText('已提交，待另一名安全管理员复核')).toBeVisible()
    const drawer = await (async () => {
      await first.goto('/work/role?tab=changes')
      await first.getByRole('row').filter({ hasText: editor }).getByRole('button', { name: /^查看/ }).click()
      return first.getByRole('dialog', { name: new RegExp(editor) })
    })()
    await expect(drawer.getByText(/提出：于川出差期间代为审核/)).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^复\s?核$/ })).toHaveCount(0)
    expect(await graveFaults(first)).toEqual([])
  })

  await test.step('security2 reads the same and approves', async () => {
    const drawer = await review(second, editor)
    await expect(drawer.getByText(/^多出的权限：.*审核政策/)).toBeVisible()
    expect(await graveFaults(second)).toEqual([])
    await agree(second, editor)
  })

  await test.step('the holder’s input stays, and a new log-in has the right', async () => {
    const dialog = holder.getByRole('dialog', { name: '新增标签' })
    // Input on the page stays when the rights of its user change.
    await dialog.getByLabel('说明').fill('写到一半')
    await dialog.getByLabel('标签名称').click()
    await expect(dialog.getByLabel('标签名称')).toHaveValue(title)
    await expect(dialog.getByLabel('说明')).toHaveValue('写到一半')
    // In the menu, whose group is open only while something waits in it.
    await expect(holder.locator('nav a[href="/work/govcheckmanage"]')).toHaveCount(1)
    await dialog.getByRole('button', { name: /^取\s?消$/ }).click()
    await holder
      .getByRole('dialog', { name: /没有提交/ })
      .getByRole('button', { name: '关闭' })
      .click()
    await holder.getByRole('button', { name: '新增标签', exact: true }).click()
    await dialog.getByRole('button', { name: '丢弃' }).click()
    await dialog.getByRole('button', { name: /^取\s?消$/ }).click()
    const again = await person(browser, 'editor1')
    await again.goto('/work/govcheckmanage')
    await expect(again.getByRole('link', { name: /^部门审核/ })).toHaveCount(1)
    await expect(again.getByRole('heading', { name: '无权限' })).toHaveCount(0)
    await again.close()
  })

  await test.step('security2 requests the removal, security1 approves, and the page is refused again', async () => {
    await second.goto('/work/role?tab=changes')
    const done = second.getByRole('row').filter({ hasText: editor }).filter({ hasText: '已生效' })
    await done.getByRole('button', { name: /^查看/ }).click()
    const decided = second.getByRole('dialog', { name: new RegExp(`${editor}.*的角色`) })
    await expect(decided.getByText(/同意/)).toBeVisible()
    await expect(decided.getByText(/^变更后：.*领导/)).toBeVisible()
    await second.keyboard.press('Escape')
    await expect(decided).toHaveCount(0)
    await done.getByRole('button', { name: /^退回原来的权限/ }).click()
    const back = second.getByRole('dialog', { name: /^退回“/ })
    await back.getByLabel('原因').fill('于川已回来')
    await back.getByRole('button', { name: /^提\s?交$/ }).click()
    await expect(second.getByText('已提交，待另一名安全管理员复核')).toBeVisible()
    await agree(first, editor)
    const after = await person(browser, 'editor1')
    await after.goto('/work/govcheckmanage')
    await expect(after.getByRole('heading', { name: '无权限' })).toBeVisible()
  })
})

test('a request to change the row rule of a role shows who would see more and who less', async ({ browser }) => {
  const [first, second] = [await person(browser, 'security1'), await person(browser, 'security2')]
  await first.goto('/work/role?name=部门审核人员')
  await first.getByRole('button', { name: '数据规则：部门审核人员' }).click()
  const drawer = first.getByRole('dialog', { name: '“部门审核人员”的数据规则' })
  // Where there is only one scope, there is nothing to choose.
  await drawer.getByRole('button', { name: '修改：企业', exact: true }).click()
  await expect(drawer.getByText('数据范围：全部')).toBeVisible()
  await expect(drawer.getByRole('radio')).toHaveCount(0)
  await drawer.getByRole('button', { name: /^取\s?消$/ }).click()
  await drawer.getByRole('button', { name: '修改：项目申报' }).click()
  // Of a rule that stands, the removal can be requested; of one that was edited, the change.
  const removes = drawer.getByRole('button', { name: /删除/ })
  await expect(removes).toHaveText(['申请删除这条规则'])
  await drawer.getByRole('radio', { name: /^全部/ }).check()
  await expect(removes).toHaveCount(0)
  await drawer.getByRole('button', { name: '提交另一人复核' }).click()
  const asking = first.getByRole('dialog', { name: '提交权限变更' })
  await asking.getByLabel('原因').fill('合署办公')
  await asking.getByRole('button', { name: /^提\s?交$/ }).click()
  await expect(first.getByText('已提交，待另一名安全管理员复核')).toBeVisible()

  await second.goto('/work/role?tab=changes')
  await second.getByRole('row').filter({ hasText: '部门审核人员' }).getByRole('button', { name: /^复核/ }).click()
  const read = second.getByRole('dialog', { name: /部门审核人员.*数据规则/ })
  await expect(read.getByText(/^变更后：全部/)).toBeVisible()
  await expect(read.getByText(/看得见的项目申报：.*人多看到/)).toBeVisible()
  expect(await graveFaults(second)).toEqual([])
  await read.getByRole('button', { name: /^复\s?核$/ }).click()
  const decide = second.getByRole('dialog', { name: /^复核“/ })
  await decide.getByRole('radio', { name: '驳回' }).check()
  await decide.getByRole('button', { name: /^驳\s?回$/ }).click()
  await expect(decide.getByText(/请填写驳回的原因/).first()).toBeVisible()
  await decide.getByLabel('驳回的原因').fill('合署还没有批准')
  await decide.getByRole('button', { name: /^驳\s?回$/ }).click()
  await expect(second.getByRole('row').filter({ hasText: '已驳回' }).filter({ hasText: '合署还没有批准' })).toBeVisible()
})

test('an officer who ticks a right of a role is offered its effect and a second officer beside the save button', async ({ browser }) => {
  const page = await person(browser, 'security1')
  await page.goto('/work/role?name=诉求受理人员')
  await page.getByRole('button', { name: '编辑：诉求受理人员' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑角色' })
  await dialog.getByRole('checkbox', { name: /^查看培训/ }).click()
  await expect(dialog.getByRole('button', { name: '提交另一人复核' })).toBeInViewport()
  const preview = dialog.getByRole('button', { name: '预览影响' })
  await expect(preview).toBeInViewport()
  await preview.click()
  const effect = page.getByRole('dialog', { name: '保存后的影响' })
  await expect(effect.getByText(/^多出的权限：.*查看培训/)).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(effect).toHaveCount(0)
  await expect(dialog.getByRole('checkbox', { name: /^查看培训/ })).toBeChecked()
})
