import { expect, test } from '../test.ts'
import { tickAll } from '../policy/tick-all.ts'
import { callAs, person } from '../session.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()

test('a project shares 5 万元 between two companies: calculated, frozen, read by the decider, and the amounts are those of the list', async ({
  browser,
}) => {
  const mark = Date.now().toString(36)
  const title = `先到先得补助${mark}`
  const editor = await person(browser, 'editor1')
  const saved = (await callAs(editor, '/pol/info/saveOrUpdate', {
    policyTitle: title,
    policyDepName: '县经信局',
    level: '4',
    supportModes: ['01'],
    industries: ['*'],
    summary: '每家 4 万元，先到先得。',
    content: '<p>第一条 每家 4 万元，总额 5 万元，用完为止。</p>',
    rule: {
      conditions: { all: [{ field: 'companyName', op: 'ne', value: '无' }] },
      benefits: [{ kind: 'fixed', name: '补助', amount: 4 }],
      allocation: { way: 'first', budget: 5 },
    },
  })) as { id: number }
  expect(saved).toMatchObject({ id: expect.any(Number) })

  await test.step('the policy is submitted and approved by a second user', async () => {
    await editor.goto(`/work/policyserveradmin?keyword=${encodeURIComponent(title)}`)
    const row = editor.getByRole('row', { name: new RegExp(title) })
    await row.getByRole('button', { name: /^提交审核/ }).click()
    await editor.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
    await expect(row.getByText('待审核')).toBeVisible()
    const leader = await person(browser, 'leader1')
    await leader.goto('/work/policycheckmanage')
    await leader
      .getByRole('row', { name: new RegExp(title) })
      .getByRole('button', { name: /^审核/ })
      .click()
    await expect(leader.getByRole('button', { name: '审核', exact: true })).toBeVisible()
    await tickAll(leader)
    await leader.getByRole('button', { name: '审核', exact: true }).click()
    const dialog = leader.getByRole('dialog', { name: '审核政策' })
    await dialog.getByRole('radio', { name: '审核通过' }).check()
    await dialog.getByRole('textbox').fill('同意')
    await dialog.getByRole('button', { name: '审核通过' }).click()
    await expect(leader.getByText('已通过并上架')).toBeVisible()
    await leader.context().close()
  })

  const name = `先到先得项目${mark}`
  const offices = (await callAs(editor, '/sys/office/options')) as { id: number; label: string }[]
  const project = (await callAs(editor, '/gov/policy/doc/saveProject', {
    policyId: saved.id,
    examineDep: offices.find(({ label }) => label.includes('经'))!.id,
    applyStartTime: at(-1),
    applyEndTime: at(30),
    examineStartTime: at(-1),
    examineEndTime: at(90),
    separateDecision: false,
    template: {
      name,
      amountField: 'sum',
      materials: [],
      steps: [{ step: 'accept', permission: 'declaration:accept', officeId: null, mode: 'one' }],
      sections: [
        {
          key: 's',
          title: '内容',
          fields: [
            { key: 'title', label: '名称', type: 'text', required: true },
            { key: 'sum', label: '申请金额', type: 'money', required: true },
          ],
        },
      ],
    },
  })) as { id: number }
  for (const who of ['qy1', 'qy2']) {
    const applicant = await person(browser, who)
    const draft = (await callAs(applicant, '/dec/my/save', { projectId: project.id, formData: { title: who, sum: 4 }, files: {} })) as {
      id: number
      version: number
    }
    expect(await callAs(applicant, '/dec/my/submit', { id: draft.id, version: draft.version, promise: true })).toBeTruthy()
    await applicant.context().close()
  }

  await test.step('the project manager sees what each company would get and why, and freezes the list', async () => {
    await editor.goto(`/work/projectmanage?allocation=${project.id}&name=${encodeURIComponent(name)}`)
    const list = editor.getByRole('region', { name: '资金分配' })
    await expect(list.getByText('共 2 家，可核定 8 万元，按此分配 5 万元，预算 5 万元')).toBeVisible()
    const given = list.getByRole('table', { name: '分配名单' }).getByRole('row')
    await expect(given.nth(1).getByRole('cell').nth(6)).toHaveText('4')
    await expect(given.nth(2).getByRole('cell').nth(6)).toHaveText('1')
    await list.getByRole('button', { name: '冻结名单' }).click()
    await editor.getByRole('button', { name: /^冻\s?结$/ }).click()
    await expect(list.getByText('与第 1 版相同，已冻结；审核决定按这份名单。')).toBeVisible()
  })
  await test.step('the decider reads the list at the declaration, and cannot approve more', async () => {
    const front = await person(browser, 'front1')
    const { list } = (await callAs(front, `/dec/declare/list?page=1&pageSize=20&projectId=${project.id}`)) as {
      list: { id: number; submitTime: string }[]
    }
    const second = list.toSorted((a, b) => (a.submitTime < b.submitTime ? 1 : -1))[0]!
    await front.goto(`/work/declaremanage?id=${second.id}`)
    const share = front.getByRole('region', { name: '资金分配名单' })
    await expect(share.getByText(/按第 1 版名单给本申报\s*1 万元/)).toBeVisible()
    await share.getByText(/查看名单（2 家）/).click()
    await expect(share.getByRole('table', { name: '分配名单' }).getByRole('row')).toHaveCount(3)
    await front.context().close()
  })
})
