import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'

test('admin1 adds a value to a dictionary and renames it; the auditor reads who did it, with the names before and after', async ({
  browser,
}) => {
  const mark = `${Date.now() % 1_000_000}`
  const admin = await person(browser, 'admin1')

  await test.step('a dictionary is found by its name and opened, level by level', async () => {
    await admin.goto('/work/dictionary')
    await expect(admin.getByRole('link', { name: '支持方式' })).toBeVisible()
    expect(await graveFaults(admin)).toEqual([])
    await admin.goto('/work/dictionary?dict=industry')
    await admin.getByRole('button', { name: '下级：制造业' }).click()
    await expect(admin.getByRole('row').filter({ hasText: '家具制造业' })).toBeVisible()
    expect(await graveFaults(admin)).toEqual([])
  })

  await test.step('a new value: a wrong code is refused at its field, and the input stays', async () => {
    await admin.goto('/work/dictionary?dict=urgency')
    await admin.getByRole('button', { name: '新增值' }).click()
    const dialog = admin.getByRole('dialog', { name: '新增值' })
    await dialog.getByLabel('名称').fill(`特急${mark}`)
    await dialog.getByLabel('代码').fill('特')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(dialog.getByText('代码只含字母、数字、点、下划线和短横').first()).toBeVisible()
    await expect(dialog.getByLabel('名称')).toHaveValue(`特急${mark}`)
    await dialog.getByLabel('代码').fill(`x${mark}`)
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(admin.getByRole('row').filter({ hasText: `特急${mark}` })).toBeVisible()
  })

  await test.step('it is renamed; the dialog says that nothing uses it yet', async () => {
    await admin.getByRole('button', { name: `编辑：特急${mark}` }).click()
    const dialog = admin.getByRole('dialog', { name: `编辑值：x${mark}` })
    await expect(dialog.getByText('还没有记录使用它')).toBeVisible()
    await dialog.getByLabel('名称').fill(`加急${mark}`)
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(admin.getByRole('row').filter({ hasText: `加急${mark}` })).toBeVisible()
  })

  await test.step('audit1 finds the change and reads both names', async () => {
    const auditor = await person(browser, 'audit1')
    await auditor.goto(`/work/logmanage?objectId=urgency.x${mark}`)
    await auditor.getByRole('button', { name: '详情：字典值：修改' }).click()
    const entry = auditor.getByRole('dialog', { name: '字典值：修改' })
    await expect(entry.getByRole('row').filter({ hasText: '名称' })).toContainText(`特急${mark}`)
    await expect(entry.getByRole('row').filter({ hasText: '名称' })).toContainText(`加急${mark}`)
    expect(await graveFaults(auditor)).toEqual([])
    await auditor.keyboard.press('Escape')
    await auditor.getByRole('button', { name: '校验日志' }).click()
    await expect(auditor.getByText(/没有发现改动/)).toBeVisible()
    await auditor.getByRole('button', { name: '从头校验全部' }).click()
    await expect(auditor.getByText(/^已校验 \d+ 条，没有发现改动/)).toBeVisible()
  })

  await test.step('admin1 sees visits, not the audit log; the value is deleted again', async () => {
    await admin.goto('/work/logmanage?userName=审计')
    await expect(admin.getByRole('button', { name: '校验日志' })).toHaveCount(0)
    await expect(admin.getByText('日志管理').first()).toBeVisible()
    await admin.goto('/work/dictionary?dict=urgency')
    await admin.getByRole('button', { name: `更多操作：加急${mark}` }).click()
    await admin.getByRole('menuitem', { name: '删除' }).click()
    await admin
      .getByRole('button', { name: /^(删\s?除|确\s?定)$/ })
      .last()
      .click()
    await expect(admin.getByRole('row').filter({ hasText: `加急${mark}` })).toHaveCount(0)
  })
})
