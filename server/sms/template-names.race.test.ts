// Red without the advisory lock of the name: several of the ten are saved.
import { expect, it } from 'vitest'
import { testApp } from '../kernel/testing/harness.ts'

it('of ten templates of one name saved in parallel, one is', async () => {
  const t = await testApp()
  await t.as('op1').get('/sms/temp/list')
  const body = { name: '同时新增', purpose: 'notice', content: '{企业名称}：定于{日期}走访。' }
  const said = await Promise.all(Array.from({ length: 10 }, () => t.as('op1').post('/sms/temp/saveOrUpdate', body)))
  expect(said.filter((one) => one.body.success)).toHaveLength(1)
  expect(said.filter((one) => one.body.fields?.[0]?.path === 'name')).toHaveLength(9)
})
