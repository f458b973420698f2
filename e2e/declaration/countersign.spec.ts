import { expect, test, type Page } from '../test.ts'
import { callAs, person } from '../session.ts'
import { giveGround } from './ground.ts'
import { chooseOption } from '../select.ts'

const DAY = 86_400_000

/** Creates a project that two departments sign one after the other, and a declaration for it, through the calls of their screens. */
async function declared(browser: Parameters<typeof person>[0], name: string): Promise<string> {
  const editor = await person(browser, 'editor1')
  const offices: { id: number; label: string }[] = await callAs(editor, '/sys/office/options')
  const office = (label: string) => offices.find((o) => o.label === label)!.id
  const [{ policyId }] = (await callAs(editor, '/dec/project/list')).list
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const signers = [office('县科技局'), office('县经济和信息化局')]
  const { id: projectId } = await callAs(editor, '/gov/policy/doc/saveProject', {
    policyId,
    examineDep: signers[1],
    applyStartTime: at(-1),
    applyEndTime: at(30),
    examineStartTime: at(-1),
    examineEndTime: at(60),
    template: {
      name,
      sections: [{ key: 's', title: '内容', fields: [{ key: 'amount', label: '申请金额', type: 'money', required: true }] }],
      materials: [],
      amountField: 'amount',
      steps: [{ step: 'review', permission: 'declaration:review', officeId: null, mode: 'ordered', officeIds: signers }],
    },
  })
  const company = await person(browser, 'qy1')
  const draft = await callAs(company, '/dec/my/save', { projectId, formData: { amount: 2.5 }, files: {} })
  return (await callAs(company, '/dec/my/submit', { id: draft.id, version: draft.version, promise: true })).declareNo
}

test('two departments sign one after the other; the second is absent, and a colleague signs in their name', async ({ browser }) => {
  const no = await declared(browser, `依次会签 ${Date.now()}`)
  const away = await person(browser, 'dept1')
  const open = async (page: Page) => {
    await page.goto(`/work/declaremanage?declareNo=${no}`)
    await page.getByRole('row').filter({ hasText: no }).getByText(no).click()
    return page.getByRole('group', { name: '签署情况' }).getByRole('listitem')
  }

  await test.step('the absent reviewer delegates; a period that is too long is refused at its field, and the input stays', async () => {
    await away.goto('/work/declaremanage?tab=delegation')
    await expect(away.getByText('还没有委托').first()).toBeVisible()
    await away.getByRole('button', { name: '委托同事' }).click()
    const dialog = away.getByRole('dialog', { name: '委托同事代为审核' })
    await chooseOption(dialog.getByLabel('受托人'), '于川')
    const until = async (days: number) => {
      const text = (at: number) => new Date(at + 8 * 3600_000).toISOString().slice(0, 16).replace('T', ' ')
      for (const [i, at] of [Date.now() - 3600_000, Date.now() + days * DAY].entries()) {
        const field = dialog.getByRole('textbox').nth(i)
        await field.fill(text(at))
        await field.press('Enter')
      }
    }
    await until(200)
    await dialog.getByLabel('原因').fill('出差')
    const send = dialog.getByRole('button', { name: /^委\s?托$/ })
    await send.click()
    await expect(dialog.getByText('一次委托最长 180 天')).toBeVisible()
    await expect(dialog.getByLabel('原因')).toHaveValue('出差')
    await until(3)
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(away.getByRole('row').filter({ hasText: '领导 于川' }).filter({ hasText: '生效中' })).toBeVisible()
  })

  await test.step('the second department reads whose turn it is; the first signs and is not asked for the amount', async () => {
    await expect(await open(away)).toHaveText([/县科技局\s*待签署/, /县经济和信息化局\s*尚未轮到/])
    await expect(away.getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
    const first = await person(browser, 'dept2')
    await expect((await open(first)).first()).toContainText('待签署')
    await expect(first.getByLabel(/核定金额/)).toHaveCount(0)
    await giveGround(first, '已在现场核对合同与发票原件，金额相符')
    await first.getByRole('button', { name: '通过', exact: true }).click()
    await expect(first.getByText(/已签署，等待其他签署/)).toBeVisible()
  })

  await test.step('the colleague sees for whom they sign; approving without an amount is refused, the last one approves', async () => {
    const colleague = await person(browser, 'leader1')
    await expect((await open(colleague)).first()).toContainText('已签署')
    await expect(colleague.getByText('您受 审核员 江诚 委托，以其名义审核。')).toBeVisible()
    const sum = colleague.getByLabel(/核定金额/)
    await giveGround(colleague, '受托复核，付款凭证与设备清单一致')
    await sum.fill('0')
    await colleague.getByRole('button', { name: '通过', exact: true }).click()
    await expect(colleague.getByText(/核定金额应大于 0/)).toBeVisible()
    await expect(sum).toHaveValue('0')
    await sum.fill('2')
    await colleague.getByRole('button', { name: '通过', exact: true }).click()
    await expect(colleague.getByText(/：已通过$/)).toBeVisible()
  })

  await test.step('the record states in whose name it was signed; the delegation ends', async () => {
    await away.goto(`/work/declaremanage?declareNo=${no}`)
    await away.getByRole('row').filter({ hasText: no }).getByText(no).click()
    await expect(away.getByText(/领导 于川.*代 审核员 江诚/)).toBeVisible()
    await away.goto('/work/declaremanage?tab=delegation')
    await away.getByRole('row').filter({ hasText: '生效中' }).getByRole('button', { name: /^撤销/ }).click()
    await away
      .getByRole('dialog')
      .getByRole('button', { name: /撤\s?销$/ })
      .click()
    await expect(away.getByRole('row').filter({ hasText: '已撤销' }).first()).toContainText(/审核员 江诚 于 .+ 结束/)
  })
})
