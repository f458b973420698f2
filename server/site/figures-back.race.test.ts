// Tests the row lock of a kept change: of several people who take it back at once one does.
import { expect, it } from 'vitest'
import { basicData } from '../../contract/site/basic-data.ts'
import { testApp } from '../kernel/testing/harness.ts'

it('of several people who take a deletion back at once one does, and the figure is there once', async () => {
  const t = await testApp()
  const op = t.as('op1')
  const figure = { block: 'qqxs', code: 'visits', name: '走访企业', value: '320' }
  const { id, version } = (await op.post(basicData.save.path, figure)).body.data
  await op.form(basicData.remove.path, { id: String(id), version: String(version) })
  const change = (await op.get(basicData.history.path, {})).body.data.list[0].id
  const said = await Promise.all(Array.from({ length: 5 }, () => op.post(basicData.undo.path, { id: change })))
  expect(said.map(({ body }) => (body.success ? 'done' : body.code)).toSorted()).toEqual(['STATE', 'STATE', 'STATE', 'STATE', 'done'])
  expect(await t.kernel.db.selectFrom('basic_data').select('id').where('code', '=', 'visits').execute()).toHaveLength(1)
})
