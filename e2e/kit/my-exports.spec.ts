import { readFile } from 'node:fs/promises'
import { expect, test } from '../test.ts'
import { inOwnDatabase } from '../own-database.ts'
import { person } from '../session.ts'

const ROWS = 60_000
const NAME = '导出访问日志'
const MARK = '/page/many-visits'

test.afterAll(() => inOwnDatabase('delete from visit_log where router_name = $1', [MARK]))

// ux §1.1 Export, hole H03: the tray belongs to the workbench as a whole, and a finished file can be downloaded from 我的导出 for seven days.
test('an export continues across another screen and a reload, and its file is in 我的导出', async ({ browser }, info) => {
  // A year of visits, so that the export takes long enough to open another screen and to reload the page.
  await inOwnDatabase(
    `insert into visit_log (router_name, page_title, ip)
     select $1, (select string_agg(md5(concat(n, '/', m)), ' ') from generate_series(1, 12) m), '192.0.2.7' from generate_series(1, $2::int) n`,
    [MARK, ROWS],
  )
  const page = await person(browser, 'admin1')
  await page.goto(`/work/logmanage?routerName=${encodeURIComponent(MARK)}`)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: NAME })
  await expect(dialog.getByText('导出符合当前条件的 60,000 行')).toBeVisible()
  await dialog.getByRole('button', { name: '开始导出' }).click()
  await dialog.getByRole('button', { name: '后台导出' }).click()
  const tray = page.getByRole('complementary', { name: '导出进度' })
  // Started on this page it has the title of the dialog; found again after a reload, the title of its sheet.
  const job = tray.getByRole('region', { name: /访问日志$/ })
  await expect(job).toBeVisible()

  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await page.getByRole('link', { name: '账号设置' }).click()
  await page.waitForURL('**/work/account')
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  await expect(job).toBeVisible()

  await page.reload()
  await expect(job).toContainText(/正在导出|排队中|导出成功/)
  await expect(job.getByRole('button', { name: '下载' })).toBeVisible({ timeout: 90_000 })

  await tray.getByRole('link', { name: '我的导出' }).click()
  const row = page.getByRole('row', { name: '访问日志' }).first()
  await expect(row).toContainText('60,000')
  const file = page.waitForEvent('download')
  await row.getByRole('button', { name: /下载/ }).click()
  const kept = info.outputPath('visits.xlsx')
  await (await file).saveAs(kept)
  expect((await readFile(kept)).length).toBeGreaterThan(1_000_000)
})
