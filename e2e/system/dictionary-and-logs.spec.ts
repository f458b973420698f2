import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

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

test('of two administrators who rename a value, and a dictionary, the second reads what it is called since the first saved', async ({
  browser,
}) => {
  const mark = `${Date.now() % 1_000_000}`
  const admin = await person(browser, 'admin1')
  const type = { name: `旧字典${mark}`, code: `two${mark}`, enableFlag: 1, remark: '' }
  const dictionary = await callAs(admin, '/sys/dictType/saveOrUpdate', type)
  const value = { dictTypeCode: type.code, value: 'a', label: '旧名', color: '', enableFlag: 1, remark: '', parentId: null }
  const made = await callAs(admin, '/sys/dictValue/saveOrUpdate', value)

  await admin.goto(`/work/dictionary?dict=${type.code}`)
  await admin.getByRole('button', { name: '编辑：旧名' }).click()
  const dialog = admin.getByRole('dialog', { name: '编辑值：a' })
  await dialog.getByLabel('名称').fill('我的名')
  await expect(dialog.getByText('名称由“旧名”改为“我的名”')).toBeVisible()
  await callAs(admin, '/sys/dictValue/saveOrUpdate', { ...value, id: made.id, version: 1, label: '对方的名' })
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(dialog.getByText('名称：对方改为“对方的名”，您填写的已保留')).toBeVisible()
  await expect(dialog.getByText('名称由“对方的名”改为“我的名”')).toBeVisible()
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(admin.getByRole('row').filter({ hasText: '我的名' })).toBeVisible()

  await admin.goto(`/work/dictionary?name=${type.code}`)
  await admin.getByRole('button', { name: `编辑：旧字典${mark}` }).click()
  const whole = admin.getByRole('dialog', { name: `编辑字典：${type.code}` })
  await whole.getByLabel('字典名称').fill(`我的字典${mark}`)
  await callAs(admin, '/sys/dictType/saveOrUpdate', { ...type, id: dictionary.id, version: 1, name: `对方的字典${mark}` })
  await whole.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(whole.getByText(`名称由“对方的字典${mark}”改为“我的字典${mark}”`)).toBeVisible()
})
