import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'
import { chooseOption } from '../select.ts'

test('a person is found by the whole mobile number, seen in clear with a reason, and the list is exported', async ({ browser }) => {
  const userName = `fang${Date.now() % 1_000_000}`
  const phone = `139${String(Date.now()).slice(-8)}`
  const admin = await person(browser, 'admin1')
  await admin.goto('/work/user')
  await admin.getByRole('button', { name: '新增用户' }).click()
  const dialog = admin.getByRole('dialog', { name: '新增用户' })
  await dialog.getByLabel('用户名').fill(userName)
  await dialog.getByLabel('姓名').fill('方远（示例）')
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await admin.getByRole('dialog', { name: '密码只显示这一次' }).getByRole('button', { name: '已记下' }).click()

  const security = await person(browser, 'security1')
  await security.goto(`/work/user?mobile=${phone}`)
  const row = security.getByRole('row').filter({ hasText: userName })
  await expect(row).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
  await expect(security.getByRole('row').filter({ hasText: 'dept1' })).toHaveCount(0)
  await row.getByRole('button', { name: /更多/ }).click()
  await security.getByRole('menuitem', { name: '联系方式' }).click()
  const contacts = security.getByRole('dialog', { name: '“方远（示例）”的联系方式' })
  await contacts.getByRole('button', { name: '查看完整手机号' }).click()
  const why = security.getByRole('dialog', { name: '查看完整手机号' })
  await why.getByRole('button', { name: /^查\s?看$/ }).click()
  await expect(why.getByText('请填写查看原因')).toBeVisible()
  await why.getByLabel('查看原因').fill('电话核实')
  await why.getByRole('button', { name: /^查\s?看$/ }).click()
  await expect(contacts.getByText(phone)).toBeVisible()
  expect(await graveFaults(security)).toEqual([])
  await contacts.getByRole('button', { name: /关闭|Close/ }).click()

  await security.getByRole('button', { name: '导出' }).click()
  const exporting = security.getByRole('dialog', { name: '导出用户' })
  await expect(exporting.getByText(/符合当前条件的 1 行/)).toBeVisible()
  await exporting.getByRole('button', { name: '开始导出' }).click()
  await expect(security.getByText('用户名单').or(security.getByText('导出用户')).first()).toBeVisible()
})

test('why somebody sees a page or not, and the menu as a role sees it', async ({ browser }) => {
  const security = await person(browser, 'security1')
  await security.goto('/work/user?name=editor1')
  const row = security.getByRole('row').filter({ hasText: 'editor1' })
  await row.getByRole('button', { name: /^查看权限/ }).click()
  const drawer = security.getByRole('dialog', { name: /能做什么、看得见什么/ })
  await chooseOption(drawer.getByRole('combobox', { name: '页面、数据或权限' }), '补贴管理')
  await expect(drawer.getByText(/不能：持有的角色都没有这个菜单。含这个菜单的角色：/)).toBeVisible()
  await expect(drawer.getByText('页面要“查看补贴”权限：')).toBeVisible()

  const admin = await person(browser, 'admin1')
  await admin.goto('/work/menu')
  await chooseOption(admin.getByRole('combobox', { name: '按角色查看' }), '部门审核人员')
  await expect(admin).toHaveURL(/asRole=/)
  await expect(admin.getByRole('row').filter({ hasText: '/work/govcheckmanage' })).toContainText('看得见')
  await expect(admin.getByRole('row').filter({ hasText: '/work/logmanage' })).not.toContainText('看得见')
  expect(await graveFaults(admin)).toEqual([])
  await admin.setViewportSize({ width: 375, height: 812 })
  await expect(admin.getByText('可见角色：').first()).toBeVisible()
})
