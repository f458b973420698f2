import { expect, test } from '../test.ts'
import { giveGround } from './ground.ts'
import { chooseOption } from '../select.ts'
import { person } from '../session.ts'

const COMPANY = '川谷'

test('a reviewer asks another department with a score, cannot pass before the answer, and reads it', async ({ browser }) => {
  const dept = await person(browser, 'dept1')
  const asked = await person(browser, 'dept2')
  const question = `贷款用途是否属于科技项目（${Date.now()}）？`
  const open = async () => {
    await dept.goto(`/work/govcheckmanage?companyName=${encodeURIComponent(COMPANY)}`)
    await dept.getByRole('row').filter({ hasText: COMPANY }).getByText(/^SB\d/).click()
    await expect(dept.getByRole('heading', { name: '征求意见' })).toBeVisible()
  }
  const panel = dept.getByRole('region', { name: '征求意见' })

  await test.step('asks; without a department or a question it is refused at the fields', async () => {
    await open()
    await panel.getByRole('button', { name: '征求意见' }).click()
    const dialog = dept.getByRole('dialog', { name: '征求意见' })
    await dialog.getByRole('button', { name: /^发\s?出$/ }).click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await chooseOption(dialog.getByRole('combobox', { name: '部门' }), '县科技局')
    await dialog.getByLabel('问题').fill(question)
    await dialog.getByLabel('请对方评分（0–100）').check()
    await dialog.getByRole('button', { name: /^发\s?出$/ }).click()
    await expect(panel.getByText(question)).toBeVisible()
  })
  await test.step('the declaration cannot be approved in the meantime', async () => {
    await giveGround(dept, '原件已核对，等待科技局对用途的意见')
    await dept.getByRole('button', { name: '通过', exact: true }).click()
    await expect(dept.getByText('征求的意见尚未答复，答复或撤回后才能通过').first()).toBeVisible()
  })
  await test.step('the other department finds it, is asked for the score, and answers', async () => {
    await asked.goto('/work/declaremanage?tab=opinions')
    const row = asked.getByRole('row').filter({ hasText: question })
    await row.getByRole('button', { name: /^答\s?复/ }).click()
    const dialog = asked.getByRole('dialog', { name: '答复意见' })
    await dialog.getByRole('button', { name: /^答\s?复$/ }).click()
    await expect(dialog.getByText('请选择意见')).toBeVisible()
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel('意见内容').fill('属于科技成果转化项目，建议支持。')
    await dialog.getByRole('button', { name: /^答\s?复$/ }).click()
    await expect(dialog.getByText(/评分/).last()).toBeVisible()
    await dialog.getByLabel('评分（0–100）').fill('150')
    await dialog.getByRole('button', { name: /^答\s?复$/ }).click()
    await expect(dialog.getByText('评分不能大于 100')).toBeVisible()
    await expect(dialog.getByLabel('意见内容')).toHaveValue(/建议支持/)
    await dialog.getByLabel('评分（0–100）').fill('86')
    await dialog.getByRole('button', { name: /^答\s?复$/ }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('the reviewer reads answer and score', async () => {
    await open()
    const item = panel.getByRole('listitem').filter({ hasText: question })
    await expect(item.getByText('已答复')).toBeVisible()
    await expect(item.getByText(/评分 86/)).toBeVisible()
    await expect(item.getByText(/建议支持/)).toBeVisible()
  })
})

test('a user who is no reviewer and is asked in person finds the question among the tasks', async ({ browser }) => {
  const dept = await person(browser, 'dept1')
  const leader = await person(browser, 'leader1')
  const call = async (path: string, data?: object) => {
    const token = decodeURIComponent((await dept.context().cookies()).find((c) => c.name === 'token')!.value)
    const headers = { authorization: token }
    const answer = await (data ? dept.request.post(path, { data, headers }) : dept.request.get(path, { headers })).then((r) => r.json())
    expect(answer, path).toMatchObject({ success: true })
    return answer.data
  }
  const question = `请于局长会前答复（${Date.now()}）`
  const [declaration] = (await call(`/dec/declare/list?companyName=${encodeURIComponent(COMPANY)}&page=1&pageSize=1`)).list
  const asked = (await call('/dec/delegation/colleagues')).find((p: { name: string }) => p.name === '领导 于川')
  await call('/dec/opinion/ask', { declarationId: declaration.id, userId: asked.id, question, workdays: 3 })
  await leader.goto('/work/operator')
  const todo = leader.getByRole('region', { name: '待我处理' }).getByRole('listitem').filter({ hasText: '等我答复或代审的申报' })
  await expect(todo).toBeVisible()
  await expect(leader.getByText('目前没有需要您处理的事项')).toHaveCount(0)
  await todo.getByRole('link').click()
  await expect(leader.getByRole('button', { name: /^待我处理/ })).toHaveAttribute('aria-pressed', 'true')
  await leader
    .getByRole('row')
    .filter({ hasText: declaration.declareNo })
    .getByRole('button', { name: /^答\s?复/ })
    .click()
  const dialog = leader.getByRole('dialog', { name: '答复意见' })
  await expect(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('意见内容').fill('同意')
  await dialog.getByRole('button', { name: /^答\s?复$/ }).click()
  await expect(dialog).toBeHidden()
  await leader.goto('/work/operator')
  await expect(leader.getByText('目前没有需要您处理的事项').or(leader.getByText('去处理').first())).toBeVisible()
  await expect(todo).toHaveCount(0)
})
