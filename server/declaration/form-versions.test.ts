import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, simple } from './test-project.ts'

let t: TestApp
const { as, one, project, read, change, draft, sent, mine, desk, decide } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp()
})

const fields = (list: Record<string, unknown>[]) => ({ sections: [{ key: 's', title: '内容', fields: list }] })
const title = { key: 'title', label: '名称', type: 'text', required: true }
const people = { key: 'people', label: '人数', type: 'integer', required: true }

describe('申报表的版本', () => {
  it('an open draft follows a new version: values are kept, dropped ones shown, until it is submitted', async () => {
    const p = await project(
      fields([title, people, { key: 'kind', label: '类别', type: 'enum', required: false, options: [{ label: '甲类', value: 'a' }] }]),
    )
    const other = await sent(p.id, { title: '先提交的', people: 3 })
    const opened = (await draft('qy1', p.id, { title: '草稿', people: 5, kind: 'a' })).body.data
    const next = {
      ...p.template,
      sections: [
        {
          key: 's',
          title: '内容',
          fields: [
            title,
            { ...people, key: 'staff', label: '职工' },
            { key: 'kind', label: '类别', type: 'enum', required: true, options: [{ label: '乙类', value: 'b' }] },
          ],
        },
      ],
    }
    expect((await change(p, next)).success).toBe(true)
    expect(await read(p.id)).toMatchObject({ formVersion: 2, templateEditable: false })

    const seen = await mine('qy1', opened.id)
    expect(seen.formData).toEqual({ title: '草稿' })
    expect(seen.project.formVersion).toBe(2)
    expect(seen.carried).toEqual({
      from: 1,
      to: 2,
      dropped: [
        { path: 'form.people', label: '人数', text: '5' },
        { path: 'form.kind', label: '类别', text: '甲类' },
      ],
      added: ['职工'],
    })
    // A page that still shows the old form, and a submission from it, are told so.
    expect(
      (await draft('qy1', p.id, { title: '草稿', people: 5 }, { id: opened.id, version: opened.version, formVersion: 1 })).body,
    ).toMatchObject({
      code: 'CONFLICT',
      msg: '申报表已更新，请刷新页面后继续填写；已填写的内容会保留',
    })
    expect((await as('qy1').post('/dec/my/submit', { id: opened.id, version: opened.version, promise: true })).body.code).toBe('CONFLICT')
    const saved = (
      await draft('qy1', p.id, { title: '草稿', staff: 5, kind: 'b' }, { id: opened.id, version: opened.version, formVersion: 2 })
    ).body.data
    expect((await mine('qy1', opened.id)).carried?.dropped).toHaveLength(2)
    expect((await as('qy1').post('/dec/my/submit', { id: opened.id, version: saved.version, promise: true })).body.success).toBe(true)
    expect((await mine('qy1', opened.id)).carried).toBeNull()

    // A submitted declaration keeps its form version, also in a correction.
    expect((await desk('front1', other.id)).data).toMatchObject({ formData: { title: '先提交的', people: 3 }, project: { formVersion: 1 } })
    await as('front1').post('/dec/declare/back', {
      id: other.id,
      version: other.version,
      reason: '请核对',
      fields: [{ path: 'form.people', message: '核对' }],
    })
    const back = await mine(other.who, other.id)
    expect(back).toMatchObject({ unlocked: ['form.people'], project: { formVersion: 1 }, carried: null })
    const again = (await draft(other.who, p.id, { title: '先提交的', people: 4 }, { id: other.id, version: back.version, formVersion: 1 }))
      .body
    expect(again.success).toBe(true)
    expect((await as(other.who).post('/dec/my/submit', { id: other.id, version: again.data.version, promise: true })).body.success).toBe(
      true,
    )
    expect((await decide('front1', other.id)).success).toBe(true)
  })

  it('keeps the options of a dictionary as they were', async () => {
    const { code } = await one<{ code: string }>(
      'select t.code from dict_type t join dict_value v on v.dict_type = t.code where t.enabled and v.enabled limit 1',
    )
    const p = await project(fields([title, { key: 'd', label: '行业', type: 'dict', dictType: code, required: true }]))
    const options = p.template.sections[0]!.fields[1]!.options!
    expect(options.length).toBeGreaterThan(0)
    await t.database.pool.query('update dict_value set enabled = false where dict_type = $1', [code])
    const one1 = await sent(p.id, { title: '甲', d: options[0]!.value })
    expect((await desk('front1', one1.id)).data.formData.d).toBe(options[0]!.value)
    const refused = await as('editor1').post('/gov/policy/doc/saveProject', { id: p.id })
    expect(refused.status).toBe(400)
    expect(
      (
        await change(await read(p.id), {
          ...simple(),
          name: p.name,
          ...fields([
            { ...title, label: '题名' },
            { key: 'd', label: '行业', type: 'dict', dictType: code, required: true },
          ]),
        })
      ).fields,
    ).toEqual([{ path: 'template.sections.0.fields.1.dictType', message: '字典不存在或没有启用的值' }])
    await t.database.pool.query('update dict_value set enabled = true where dict_type = $1', [code])
  })

  it('calculates on the server, whatever the browser sends, and asks for the calculated amount', async () => {
    const p = await project({
      ...fields([
        title,
        { key: 'cost', label: '投入', type: 'money', required: true },
        { key: 'asked', label: '申请金额', type: 'money', required: true, calc: '最小([cost] × 20%, 10)' },
      ]),
      amountField: 'asked',
    })
    const one1 = await sent(p.id, { title: '甲', cost: 12.3456, asked: 9999 })
    expect((await desk('front1', one1.id)).data).toMatchObject({ amount: 2.4691, formData: { asked: 2.4691 } })
  })
})
