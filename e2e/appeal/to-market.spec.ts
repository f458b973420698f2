import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

test('an appeal about workshops leads to a prefilled demand; another user’s number leads to an empty one', async ({ browser }, {
  retry,
}) => {
  const title = `求租一千平方米厂房（试验 ${retry + 1}）`
  const sender = await person(browser, 'gr1')
  await sender.goto('/work/myAppeal?new=1')
  const filing = sender.getByRole('dialog', { name: '提诉求' })
  await filing.getByRole('tab', { name: '用地与厂房' }).click()
  await filing.getByRole('radio', { name: '标准厂房租购' }).check()
  await filing.getByLabel('标题').fill(title)
  await filing.getByLabel('内容', { exact: true }).fill('原厂房租期年底届满，此事尚未告诉房东。')
  await filing.getByLabel('联系人').fill('周小溪')
  await filing.getByLabel('手机号').fill('13812345678')
  await filing.getByRole('button', { name: '提交诉求' }).click()
  const filed = sender.getByRole('dialog', { name: '诉求已提交' })
  await filed.getByRole('link', { name: '登记厂房需求' }).click()

  const form = sender.getByRole('dialog', { name: '登记厂房需求' })
  await expect(form.getByLabel('标题')).toHaveValue(title)
  await expect(form.getByLabel('联系人')).toHaveValue('周小溪')
  await expect(form.getByLabel('联系电话')).toHaveValue('13812345678')
  await expect(form.getByLabel('用途说明')).toHaveValue('')
  await expect(form.getByText('标题、联系人等已按诉求填好，请改成适合公开的说法。')).toBeVisible()
  expect(await graveFaults(sender)).toEqual([])
  const id = Number(new URL(sender.url()).searchParams.get('appealId'))
  await form.getByRole('button', { name: '取消', exact: true }).click()
  await expect(form).toBeHidden()
  expect(new URL(sender.url()).search).toBe('')

  const foreign = (await callAs(await person(browser, 'qy2'), '/appeal/info/listMy')).list[0].id
  for (const other of [foreign, 999_999_999]) {
    await sender.goto(`/work/myDemandShop?new=1&appealId=${other}`)
    await expect(form.getByLabel('标题')).toHaveValue('')
  }
  // The kind must fit: an appeal about workshops fills no demand of land.
  await sender.goto(`/work/myDemand?new=1&appealId=${id}`)
  await expect(sender.getByRole('dialog', { name: '登记用地需求' }).getByLabel('标题')).toHaveValue('')
})
