import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../../contract/imports.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart } from '../../kernel/testing/samples.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import { declarationTests } from '../test-project.ts'

const clock = movableClock(new Date())
let t: TestApp
const { as, one, addCompany, project, sent, decide } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp({ clock })
})
/** Makes an approved sum whose publicity has ended. */
async function due(amount: number) {
  const { companyId } = await addCompany()
  const { id } = await one<{ id: number }>(
    `insert into allowance (company_id, project_name, year, amount, approved_amount, source, state, public_from, public_to)
     values ($1, '银行回单', 2026, $2, $2, 'staff', 1, '2026-01-05', '2026-01-12') returning id`,
    [companyId, amount * 1e6],
  )
  const { credit_code: code } = await one<{ credit_code: string }>('select credit_code from company where id = $1', [companyId])
  return { id, code, amount, companyId }
}
const header = ['编号', '统一社会信用代码', '金额（万元）', '结果', '拨付日期', '凭证号', '原因']
async function send(rows: (string | number)[][], fields: Record<string, string> = {}, who = 'fin1', titles: readonly string[] = header) {
  const content = await makeSheet('回单', [[...titles], ...rows], [])
  const sent = await as(who).send({ method: 'POST', url: '/allowance/bankResult', ...multipart({ name: '回单.xlsx', content }, fields) })
  if (!sent.body.success) return sent.body as unknown as ImportState & { code: string }
  let state = sent.body.data as ImportState
  await eventually(async () => {
    state = (await as(who).get('/import/progress', { taskId: state.taskId })).body.data
    expect(state.status).not.toBe(1)
  })
  return state
}
const stateOf = async (id: number) => (await as('front1').get('/allowance/findById', { id })).body.data.state

describe('拨付清单与银行回单', () => {
  it('are only for 财政', async () => {
    for (const who of ['front1', 'dept1', 'leader1']) {
      expect((await as(who).get('/allowance/paymentSheet')).body.code).toBe('FORBIDDEN')
      expect((await send([], {}, who)) as unknown).toMatchObject({ code: 'FORBIDDEN' })
    }
  })
  it('pays rows that match by number, company and sum; gives the reason for each other row; a repetition pays nothing', async () => {
    const [a, b, c, d] = [await due(3), await due(4), await due(5), await due(6)]
    const [raised, withdrawn] = [await due(7), await due(8)]
    await t.kernel.db.updateTable('allowance').set({ approved_amount: 6e6 }).where('id', '=', raised.id).execute()
    const refused = await one<{ id: number }>("select id from declaration where state = 'refused' limit 1", [])
    await t.kernel.db.updateTable('allowance').set({ declaration_id: refused.id }).where('id', '=', withdrawn.id).execute()
    const { raw } = await as('fin1').get('/allowance/paymentSheet')
    const path = join(t.database.target.dataDir, 'payment.xlsx')
    await writeFile(path, raw)
    const listed = (await readSheet(path)).flatMap((r) => r.cells.map(String))
    for (const { code } of [a, b, c, d]) expect(listed).toContain(code)
    for (const { code } of [raised, withdrawn]) expect(listed).not.toContain(code)
    expect((await auditTrail(t.kernel, 'allowance.paymentSheet')).length).toBe(1)
    await as('qy1').post('/allowance/object', { id: d.id, content: '期满后不能再提' })
    await t.kernel.db.updateTable('allowance').set({ open_objections: 1 }).where('id', '=', d.id).execute()
    const day = today(clock)
    const rows = [
      [a.id, a.code, 3, '成功', day, 'YH-1', ''],
      [b.id, a.code, 4, '成功', day, 'YH-2', ''],
      [c.id, c.code, 50, '成功', day, 'YH-3', ''],
      [d.id, d.code, 6, '成功', day, 'YH-4', ''],
      [999_999, a.code, 3, '成功', day, 'YH-5', ''],
    ]
    const dry = await send(rows, { dryRun: 'true' })
    expect([dry.changedCount, dry.failCount, await stateOf(a.id)]).toEqual([1, 4, 1])
    const done = await send(rows)
    expect(done).toMatchObject({ changedCount: 1, failCount: 4 })
    expect(done.errors.map((e) => [e.row, e.column])).toEqual(
      expect.arrayContaining([
        [3, '统一社会信用代码'],
        [4, '金额（万元）'],
        [5, '编号'],
        [6, '编号'],
      ]),
    )
    expect([await stateOf(a.id), await stateOf(b.id), await stateOf(c.id), await stateOf(d.id)]).toEqual([3, 1, 1, 1])
    expect(await send(rows.slice(0, 1))).toMatchObject({ changedCount: 0, sameCount: 1 })
    const back = await send([[b.id, b.code, 4, '失败', '', '', '账号户名不符']])
    expect(back.errors[0]!.message).toBe('银行退回：账号户名不符，仍待拨付')
    expect((await auditTrail(t.kernel, 'allowance.pay')).map((x) => x.object_id)).toEqual([String(a.id)])
  })
  it('a row with several faults names all of them', async () => {
    const a = await due(2)
    await t.kernel.db.updateTable('allowance').set({ open_objections: 1 }).where('id', '=', a.id).execute()
    const { errors } = await send([
      [a.id, '91339999MAEF12007U', 3, '成功', addDays(today(clock), 1), 'YH-6', ''],
      [a.id, a.code, '很多', '成功', '', 'YH-7', ''],
    ])
    const faultsOf = (row: number) => errors.filter((e) => e.row === row).map((e) => `${e.column}：${e.message}`)
    expect(faultsOf(2)).toEqual([
      '统一社会信用代码：与登记的企业不一致',
      '金额（万元）：与登记的金额 2 万元不一致',
      '拨付日期：拨付日期不能晚于今天',
      expect.stringMatching(/^编号：现在不能登记拨付/),
    ])
    expect(faultsOf(3)).toEqual([expect.stringMatching(/^金额（万元）：/), '编号：与第 2 行重复', '拨付日期：请填写拨付日期'])
    await t.kernel.db.deleteFrom('allowance').where('id', '=', a.id).execute()
  })
  it('names the account from the declaration, and none if the form does not ask for one', async () => {
    const form = (more: object) => ({
      amountField: 'sum',
      sections: [
        {
          key: 's',
          title: '资金',
          fields: [
            { key: 'sum', label: '申请金额', type: 'money', required: true },
            { key: 'where', label: '开户行', type: 'text', required: true },
            { key: 'number', label: '账号', type: 'text', required: true },
          ],
        },
      ],
      ...more,
    })
    const paidFor = async (template: object) => {
      const a = await due(1)
      const { id } = await sent((await project(template)).id, { sum: 1, where: '云溪农商银行（示例）', number: '6222 0001 0002' })
      expect((await decide('front1', id, 'pass', { amount: 1 })).success).toBe(true)
      await t.kernel.db.updateTable('allowance').set({ declaration_id: id }).where('id', '=', a.id).execute()
      return a
    }
    const [said, unsaid] = [await paidFor(form({ bankField: 'where', accountField: 'number' })), await paidFor(form({}))]
    const path = join(t.database.target.dataDir, 'accounts.xlsx')
    await writeFile(path, (await as('fin1').get('/allowance/paymentSheet')).raw)
    const [head, ...rows] = (await readSheet(path)).map((r) => r.cells)
    const account = (code: string) => {
      const own = rows.find((cells) => cells.map(String).includes(code))!
      return ['开户银行', '收款账号'].map((title) => own[head!.indexOf(title)] ?? '')
    }
    expect(account(said.code)).toEqual(['云溪农商银行（示例）', '6222 0001 0002'])
    expect(account(unsaid.code)).toEqual(['', ''])
  })
  it('the sheet comes back from the bank as it was sent, with the bank’s columns filled in', async () => {
    const a = await due(2)
    const path = join(t.database.target.dataDir, 'back.xlsx')
    await writeFile(path, (await as('fin1').get('/allowance/paymentSheet')).raw)
    const [head, ...listed] = (await readSheet(path)).map((r) => r.cells.map((c) => c ?? '') as (string | number)[])
    const own = listed.find((cells) => cells.map(String).includes(a.code))!
    const at = (title: string) => head!.indexOf(title)
    const filled = Array.from({ length: head!.length }, (_, i) => own[i] ?? '')
    filled[at('结果')] = '成功'
    filled[at('拨付日期')] = today(clock)
    filled[at('凭证号')] = 'YH-9'
    expect(await send([filled], {}, 'fin1', head!.map(String))).toMatchObject({ changedCount: 1, failCount: 0 })
    expect(await stateOf(a.id)).toBe(3)
  })
})

describe('预算与公示期满', () => {
  it('shows the rest of a year’s money; set by 财政, with the version that was seen', async () => {
    expect((await as('front1').post('/allowance/saveBudget', { year: 2031, version: 0, budget: 1 })).body.code).toBe('FORBIDDEN')
    expect((await as('fin1').post('/allowance/saveBudget', { year: 2026, version: 0, budget: 100 })).body.data).toBe(true)
    expect((await as('fin1').post('/allowance/saveBudget', { year: 2026, version: 0, budget: 200 })).body.code).toBe('CONFLICT')
    const { data } = (await as('leader1').get('/allowance/budget', { year: 2026 })).body
    expect(data.left).toBeCloseTo(100 - data.approved - data.paid, 4)
    expect(data.paid).toBeGreaterThanOrEqual(3)
  })
  it('shows how many publicities end on each day', async () => {
    const { data } = (await as('fin1').get('/allowance/publicityCalendar')).body
    expect(data.find((d: { day: string }) => d.day === '2026-01-12')).toMatchObject({ count: 7, amount: 32, objected: 1, ended: true })
  })
})

describe('回单从银行回来', () => {
  it('reads the date of payment in every notation of banks', async () => {
    const [a, b, c] = [await due(2), await due(2), await due(2)]
    const day = today(clock)
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    const done = await send([
      [a.id, a.code, '2.00', '成功', `${year}/${month}/${date}`, 'D-1', ''],
      [b.id, b.code, 2, '成功', `${year}年${month}月${date}日`, 'D-2', ''],
      [c.id, c.code, 2, '成功\u200b', Number(day.replaceAll('-', '')), 'D-3', ''],
    ])
    expect(done).toMatchObject({ changedCount: 3, failCount: 0 })
    const days = await t.kernel.db.selectFrom('allowance').select('pay_date').where('id', 'in', [a.id, b.id, c.id]).execute()
    expect(days.map((row) => row.pay_date)).toEqual([day, day, day])
  })
  it('keeps what the bank enters as typed: accounts and vouchers are text columns', async () => {
    await due(2)
    const { raw } = await as('fin1').get('/allowance/paymentSheet')
    const book = read(raw, { cellNF: true, cellStyles: true, sheetStubs: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    const titles = (utils.sheet_to_json<string[]>(sheet, { header: 1 }) as string[][])[0]!
    for (const title of ['统一社会信用代码', '收款账号', '拨付日期', '凭证号'])
      expect((sheet[utils.encode_cell({ r: 1, c: titles.indexOf(title) })] as { z?: string }).z, title).toBe('@')
  })
})
