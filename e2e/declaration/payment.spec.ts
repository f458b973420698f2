import { expect, test, type Browser, type Page } from '../test.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { readSheet } from '../../server/kernel/sheet/read.ts'
import { xlsx } from '../../server/kernel/testing/samples.ts'
import { publicityPasses } from '../moved-days.ts'
import { callAs, person } from '../session.ts'
import { twice } from '../twice.ts'
import { giveGround } from './ground.ts'

const DAY = 86_400_000
/** A policy of the county without other declarations, because the same support is entered once a year. */
const POLICY = 'yunxi-dorm'
/** A policy that qy1 does not meet. */
const NOT_MET = 'yunxi-first-set'
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ok = (page: Page) => page.getByRole('button', { name: /^确\s?定$/ })

/** Creates a project of the office of dept1 and dept3, and a declaration of qy1 for it. */
async function declared(browser: Browser, name: string, policyCode: string): Promise<string> {
  const editor = await person(browser, 'editor1')
  const { id: policyId } = await callAs(editor, `/policy/doc/policyDetail?code=${policyCode}`)
  const offices: { id: number; label: string }[] = await callAs(editor, '/sys/office/options')
  const office = offices.find((o) => o.label === '县经济和信息化局')!.id
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const step = (which: string, permission: string, officeId: number | null) => ({ step: which, permission, officeId, mode: 'one' })
  const { id: projectId } = await callAs(editor, '/gov/policy/doc/saveProject', {
    policyId,
    examineDep: office,
    separateDecision: true,
    applyStartTime: at(-1),
    applyEndTime: at(30),
    examineStartTime: at(-1),
    examineEndTime: at(60),
    template: {
      name,
      sections: [{ key: 's', title: '内容', fields: [{ key: 'amount', label: '申请金额', type: 'money', required: true }] }],
      materials: [],
      amountField: 'amount',
      steps: [
        step('accept', 'declaration:accept', null),
        step('review', 'declaration:review', office),
        step('decide', 'declaration:review', office),
      ],
    },
  })
  const company = await person(browser, 'qy1')
  const draft = await callAs(company, '/dec/my/save', { projectId, formData: { amount: 2.5 }, files: {} })
  return (await callAs(company, '/dec/my/submit', { id: draft.id, version: draft.version, promise: true })).declareNo
}

test('from the first review to payment: two users decide, it is published, an objection is answered, the bank pays', async ({
  browser,
}) => {
  const name = `拨付全程 ${Date.now()}`
  // The verdict needs the archive.
  await callAs(await person(browser, 'qy1'), '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
  const no = await declared(browser, name, POLICY)
  const notMet = await declared(browser, `${name}（不符合）`, NOT_MET)
  const [front, first, second] = [await person(browser, 'front1'), await person(browser, 'dept1'), await person(browser, 'dept3')]
  const [finance, individual, company] = [await person(browser, 'fin1'), await person(browser, 'gr1'), await person(browser, 'qy1')]

  const openAt = async (page: Page, desk: string) => {
    await page.goto(`${desk}?declareNo=${no}`)
    await page.getByRole('row').filter({ hasText: no }).getByText(no).click()
    await expect(page.getByRole('heading', { name: /审核过程|办理过程|办理记录/ }).first()).toBeVisible()
  }
  const passes = async (page: Page, desk: string, words: string, sum?: string) => {
    await openAt(page, desk)
    await giveGround(page, words)
    if (sum) await page.getByLabel(/核定金额/).fill(sum)
    const saved = page.waitForResponse((r) => r.url().endsWith('/dec/declare/updateReviewState'))
    await twice(page, page.getByRole('button', { name: '通过', exact: true }), '/dec/declare/updateReviewState')
    expect(await (await saved).json()).toMatchObject({ success: true })
  }
  const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: name })
  const allowanceOf = async (page: Page, list = '/work/subsidies') => {
    await page.goto(`${list}?projectName=${encodeURIComponent(name)}`)
    await rowOf(page).getByRole('button', { name: /^查看/ }).click()
    const drawer = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: new RegExp(name) }) })
    await expect(drawer.getByRole('list', { name: '办理进度' })).toBeVisible()
    return drawer
  }
  const progress = (drawer: ReturnType<Page['getByRole']>) => drawer.getByRole('list', { name: '办理进度' }).getByRole('listitem')

  await test.step('in a batch a declaration that is not 符合 is refused with the reason; the other one is accepted', async () => {
    const list = '/work/checkmanage?companyName=星澜'
    const row = (of: string) => front.getByRole('row').filter({ hasText: of })
    await front.goto(`${list}&verdict=nomatch`)
    await expect(row(notMet).getByText('不符合', { exact: true })).toBeVisible()
    await expect(row(no)).toHaveCount(0)
    await front.goto(list)
    for (const of of [no, notMet]) await row(of).getByRole('checkbox').check()
    await front.getByRole('button', { name: '批量通过' }).click()
    const dialog = front.getByRole('dialog', { name: '批量通过' })
    await expect(dialog.getByRole('row').filter({ hasText: no })).toContainText('符合')
    await expect(dialog.getByRole('row').filter({ hasText: notMet })).toContainText('不符合')
    await dialog.getByRole('button', { name: '批量通过 2 项' }).click()
    await expect(dialog.getByText('成功 1 项，未成功 1 项')).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: notMet })).toContainText('通过须选择依据')
    await dialog.getByRole('button', { name: /^完\s?成$/ }).click()
    await expect(row(no)).toHaveCount(0)
  })
  await test.step('it passes only with a ground from the list and words of its own', async () => {
    await front.goto(`/work/checkmanage?declareNo=${notMet}`)
    await front.getByRole('row').filter({ hasText: notMet }).getByText(notMet).click()
    const pass = front.getByRole('button', { name: '通过', exact: true })
    await pass.click()
    const ground = front.getByRole('group', { name: /^通过的依据/ })
    await expect(ground.getByText('请选择通过的依据')).toBeVisible()
    await ground.getByRole('radio', { name: '政策另有规定' }).check()
    await pass.click()
    await expect(ground.getByText('请写明政策的条款')).toBeVisible()
    await ground.getByRole('radio', { name: '已核原件' }).check()
    await ground.getByLabel(/^理由/).fill('核过。。。。。。。。。。')
    await pass.click()
    await expect(ground.getByText('理由至少 10 个字')).toBeVisible()
  })

  await test.step('one reviewer reviews and cannot decide, the second one decides', async () => {
    await passes(first, '/work/govcheckmanage', '已核对租金合同与付款凭证原件')
    await openAt(first, '/work/declaremanage')
    await expect(first.getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
    await passes(second, '/work/govcheckmanage', '复核合同与付款凭证，金额相符', '2')
  })

  await test.step('once the decision is final the desk publishes the sum', async () => {
    await expect(async () => {
      await front.goto(`/work/subsidies?projectName=${encodeURIComponent(name)}`)
      await expect(rowOf(front)).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    const drawer = await allowanceOf(front)
    await drawer.getByRole('button', { name: /^公\s?示$/ }).click()
    await twice(front, ok(front), '/allowance/publicise')
    await expect(progress(drawer).filter({ hasText: '公示' }).first()).toHaveAttribute('aria-current', 'step')
    await expect(drawer.getByText('公示中', { exact: true })).toBeVisible()
  })

  const answer = '已到现场核对，租金与合同一致'
  await test.step('a visitor objects; the office investigates, and the objector reads the answer', async () => {
    const list = `/work/subsidyPublicity?p.keyword=${encodeURIComponent(name)}`
    await individual.goto(list)
    await rowOf(individual)
      .getByRole('button', { name: /^提出异议/ })
      .click()
    const dialog = individual.getByRole('dialog', { name: '提出异议' })
    await dialog.getByRole('textbox').fill('该企业没有职工宿舍')
    await dialog.getByRole('button', { name: /提\s*交/ }).click()
    await expect(rowOf(individual).getByText('核实中')).toBeVisible()

    const held = await allowanceOf(first)
    await expect(progress(held).filter({ hasText: '1 件核实中' })).toBeVisible()
    await held.getByRole('button', { name: '登记核实结果' }).click()
    const result = first.getByRole('dialog', { name: '登记核实结果' })
    await result.getByRole('radio', { name: '不成立' }).check()
    await result.getByRole('textbox').fill(answer)
    const count = await result.getByText(`${answer.length} / 500`).boundingBox()
    expect(count!.y + count!.height, 'the count of characters lies on the button').toBeLessThanOrEqual((await ok(first).boundingBox())!.y)
    await ok(first).click()
    await expect(progress(held).filter({ hasText: '1 件已核实' })).toBeVisible()
    await individual.goto(list)
    await expect(rowOf(individual).getByText(answer)).toBeVisible()
  })

  const voucher = `YH-${Date.now()}`
  await test.step('财政 cannot pay during publicity; afterwards the sheet goes to the bank and its result is imported', async () => {
    const drawer = await allowanceOf(finance)
    await expect(drawer.getByRole('button', { name: '登记拨付' })).toHaveCount(0)
    const { list } = await callAs(finance, `/allowance/list?projectName=${encodeURIComponent(name)}`)
    await publicityPasses(list[0].id)

    await finance.goto(`/work/subsidies?projectName=${encodeURIComponent(name)}`)
    const download = finance.waitForEvent('download')
    await twice(finance, finance.getByRole('button', { name: '下载拨付清单' }), '/allowance/paymentSheet')
    const rows = (await readSheet(await (await download).path())).map((r) => r.cells.map((c) => c ?? '') as (string | number)[])
    const titles = rows[0]!.map(String)
    const own = rows.find((cells) => cells.includes(name))!
    const said: Record<string, string> = { 结果: '成功', 拨付日期: shanghaiDay(Date.now()), 凭证号: voucher }
    const content = await xlsx([titles, titles.map((title, i) => said[title] ?? own[i] ?? '')])

    await finance.getByRole('button', { name: '导入银行回单' }).click()
    const dialog = finance.getByRole('dialog', { name: '导入银行回单' })
    await dialog.getByLabel('导入文件').setInputFiles({ name: '回单.xlsx', mimeType, buffer: content })
    await dialog.getByRole('button', { name: /^校\s?验$/ }).click()
    await expect(dialog.getByText('校验通过，尚未写入：共 1 行，新增 0，更新 1，无变化 0，有误 0')).toBeVisible()
    await twice(finance, dialog.getByRole('button', { name: '导入 1 行' }), '/allowance/bankResult')
    await expect(dialog.getByText('导入完成：共 1 行，新增 0，更新 1，无变化 0，有误 0')).toBeVisible()
  })

  await test.step('the company sees the payment with its voucher', async () => {
    const drawer = await allowanceOf(company, '/work/mySubsidy')
    await expect(drawer.getByText('已拨付', { exact: true }).first()).toBeVisible()
    await expect(progress(drawer).filter({ hasText: `凭证号 ${voucher}` })).toBeVisible()
  })
})
