import { readFile, writeFile } from 'node:fs/promises'
import { expect, test, type Page } from '../test.ts'
import { readSheet } from '../../server/kernel/sheet/read.ts'
import { makeSheet } from '../../server/kernel/sheet/write.ts'
import { callAs, enter, person } from '../session.ts'
import { chooseOption } from '../select.ts'

const TABLE = '在用专利清单'
const COMPANY = ['云溪县鹿鸣数控机床有限公司（示例）', '91339999MAEF12373P'] as const
type Cells = (string | number | null)[]

const dialog = (page: Page) => page.getByRole('dialog')
/** Writes a sheet with a header and these rows into a file of the test. */
async function sheet(path: string, header: Cells, rows: Cells[]): Promise<string> {
  await writeFile(
    path,
    await makeSheet(
      '数据',
      [header, ...rows],
      header.map(() => 20),
    ),
  )
  return path
}
async function addField(page: Page, name: string, type: string | null, switches: string[] = []): Promise<void> {
  await page.getByRole('button', { name: '新增字段' }).click()
  await dialog(page).getByLabel('字段名称').fill(name)
  if (type) await chooseOption(dialog(page).getByLabel('字段类型'), type)
  for (const one of switches) await dialog(page).getByLabel(one).click()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
}

test('staff define a table, import a sheet with errors, correct it, export; the company sees its rows', async ({ page, browser }, info) => {
  await enter(page, 'front1')
  await page.goto('/work/entInfoMaintain')
  await page.getByRole('button', { name: '新增拓展表' }).click()
  // The list, which stays until the form has come, has a field of this name too.
  await expect(page.getByRole('heading', { name: '新增拓展表' })).toBeVisible()
  await page.getByLabel('表名称').fill(TABLE)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { name: TABLE })).toBeVisible()
  await addField(page, '专利号', null, ['必填', '唯一标识'])
  await addField(page, '转化收入', '金额（万元）')
  await addField(page, '授权日期', '日期')

  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('link', { name: TABLE }).click()
  await page.getByRole('button', { name: '导入' }).click()
  const templateFile = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '下载模板' }).click()
  const template = info.outputPath('template.xlsx')
  await (await templateFile).saveAs(template)
  const header = (await readSheet(template))[0]!.cells as Cells
  expect(header).toEqual(['企业名称', '统一社会信用代码', '专利号', '转化收入（万元）', '授权日期'])

  const half = await sheet(info.outputPath('half.xlsx'), header, [
    [...COMPANY, 'ZL2023-0001', 120, '2023-05-01'],
    [...COMPANY, 'ZL2024-0002', '不少', '2024-13-01'],
    [COMPANY[0], '91339999MAEF12373X', 'ZL2024-0003', 5, null],
  ])
  await dialog(page).getByLabel('导入文件').setInputFiles(half)
  await dialog(page).getByRole('button', { name: '校验' }).click()
  await expect(dialog(page).getByText(/校验完成，尚未写入：共 3 行，新增 1，.*有误 2/)).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: /3 转化收入（万元） 应为数字/ })).toBeVisible()
  const failedFile = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: /下载失败行/ })
    .click()
  const failed = info.outputPath('failed.xlsx')
  await (await failedFile).saveAs(failed)
  await dialog(page).getByRole('button', { name: '导入 1 行' }).click()
  await expect(dialog(page).getByText(/导入完成：共 3 行，新增 1/)).toBeVisible()

  const [failedHeader, ...wrong] = await readSheet(failed)
  expect(failedHeader!.cells.at(-1)).toBe('失败原因')
  expect(wrong).toHaveLength(2)
  const mended = await sheet(
    info.outputPath('mended.xlsx'),
    failedHeader!.cells as Cells,
    wrong.map(({ cells }) => [...COMPANY, cells[2] as string, 30, '2024-12-01', cells[5] as string]),
  )
  await dialog(page).getByLabel('导入文件').setInputFiles(mended)
  await dialog(page).getByText('全部不导入').click()
  await dialog(page).getByRole('button', { name: '校验' }).click()
  await expect(dialog(page).getByText(/校验通过，尚未写入：共 2 行/)).toBeVisible()
  await dialog(page).getByRole('button', { name: '导入 2 行' }).click()
  await expect(dialog(page).getByText(/导入完成：共 2 行，新增 2/)).toBeVisible()
  await dialog(page).getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('cell', { name: 'ZL2024-0003' })).toBeVisible()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始导出' }).click()
  const exported = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '下载' }).click()
  const out = info.outputPath('export.xlsx')
  await (await exported).saveAs(out)
  expect((await readFile(out)).length).toBeGreaterThan(1000)
  const [head, ...rows] = (await readSheet(out)).map((r) => r.cells)
  const numbers = rows.map((cells) => cells[head!.indexOf('专利号')])
  expect(numbers.slice(0, 3)).toEqual(['ZL2023-0001', 'ZL2024-0002', 'ZL2024-0003'])

  const own = await (await browser.newContext()).newPage()
  await enter(own, 'qy2')
  await own.goto('/work/enterpriseArchive')
  const section = own.getByRole('region', { name: TABLE, exact: true })
  await expect(section.getByRole('cell', { name: 'ZL2023-0001' })).toBeVisible()
  await expect(section.getByText('部门导入').first()).toBeVisible()
  await section.getByRole('button', { name: `新增一行：${TABLE}` }).click()
  await dialog(own).getByRole('button', { name: '保存' }).click()
  await expect(dialog(own).getByText('请填写专利号').first()).toBeVisible()
  await dialog(own).getByLabel('专利号').fill('ZL2026-0009')
  await dialog(own).getByRole('button', { name: '保存' }).click()
  await expect(section.getByRole('cell', { name: 'ZL2026-0009' })).toBeVisible()
})

// Seen: the second was told to refresh, and not what the first had changed.
test('who saves a row that somebody else changed meanwhile is told what, and both changes are kept', async ({ browser }) => {
  const name = `两人同改的登记${Date.now() % 100_000}`
  const staff = await person(browser, 'front1')
  const fields = ['设备编号', '存放地点', '用途'].map((fieldName) => ({ fieldName, fieldType: 'text' }))
  const { id: tableId } = await callAs(staff, '/api/entExpansionTable/saveOrUpdate', { tableName: name, businessType: 'all', fields })
  const made = await callAs(staff, `/api/entExpansionTable/findById?id=${tableId}`)
  const key = (label: string) => made.fields.find((f: { fieldName: string }) => f.fieldName === label).fieldKey as string

  const page = await person(browser, 'qy2')
  const save = (more: object) => callAs(page, '/dynamic/company/info/saveEntArchiveOtherDetail', { tableId, ...more })
  const { id, version } = await save({ values: { [key('设备编号')]: 'A-1' } })
  await page.goto('/work/enterpriseArchive')
  await page.getByRole('region', { name, exact: true }).getByRole('button', { name: '修改', exact: true }).click()
  await dialog(page).getByLabel('用途', { exact: true }).fill('铣削')
  await save({ id, version, values: { [key('存放地点')]: '二号厂房' } })

  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page).getByText('内容已被他人修改，本次没有保存')).toBeVisible()
  await expect(dialog(page).getByText('存放地点：对方改为“二号厂房”，已填入')).toBeVisible()
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  const { list } = await callAs(page, `/dynamic/company/info/queryEntArchiveOtherDetail?tableId=${tableId}`)
  expect(list).toMatchObject([{ values: { [key('设备编号')]: 'A-1', [key('存放地点')]: '二号厂房', [key('用途')]: '铣削' } }])
})
