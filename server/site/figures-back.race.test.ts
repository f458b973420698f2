import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { basicData } from '../../contract/site/basic-data.ts'
import { testApp, testEngine } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { waiting } from '../kernel/testing/waiting.ts'

// Seen red without the row locks of takeBack.
it('of several people who take a deletion back at once one does, and the figure is there once', async () => {
  const t = await testApp()
  const op = t.as('op1')
  const figure = { block: 'qqxs', code: 'visits', name: '走访企业', value: '320' }
  const { id, version } = (await op.post(basicData.save.path, figure)).body.data
  await op.form(basicData.remove.path, { id: String(id), version: String(version) })
  const change = (await op.get(basicData.history.path, {})).body.data.list[0].id
  const said = await meeting(t, 5, () => Promise.all(Array.from({ length: 5 }, () => op.post(basicData.undo.path, { id: change }))))
  expect(said.map(({ body }) => (body.success ? 'done' : body.code)).toSorted()).toEqual(['STATE', 'STATE', 'STATE', 'STATE', 'done'])
  expect(await t.kernel.db.selectFrom('basic_data').select('id').where('code', '=', 'visits').execute()).toHaveLength(1)
})

// Seen red without the row locks of takeBack and saveBasicData: what was saved was lost.
it('a figure that somebody saves while its last change is taken back keeps what was saved', async () => {
  const t = await testApp()
  const op = t.as('op1')
  const figure = { block: 'qqxs', code: 'visits', name: '走访企业', value: '1' }
  const made = (await op.post(basicData.save.path, figure)).body.data
  const { id, version } = (await op.post(basicData.save.path, { ...figure, ...made, value: '2' })).body.data
  const change = (await op.get(basicData.history.path, {})).body.data.list[0].id
  let said: Promise<unknown>[] = []
  const come = (count: number) => (testEngine === 'postgres' ? waiting(t, count) : new Promise((resolve) => setTimeout(resolve, 300)))
  const { db } = t.kernel
  // Both wait for the row: first the person who saves, then the one who takes back.
  await db.transaction().execute(async (other) => {
    await sql`select 1 from basic_data where id = ${id} for update`.execute(other)
    const saved = op.post(basicData.save.path, { ...figure, id, version, value: '3' })
    await come(1)
    const undone = op.post(basicData.undo.path, { id: change })
    await come(2)
    said = [saved.then(({ body }) => body.success), undone.then(({ body }) => body.code)]
  })
  expect(await Promise.all(said)).toEqual([true, 'STATE'])
  const { value } = await db.selectFrom('basic_data').select('value').where('id', '=', id).executeTakeFirstOrThrow()
  expect(value).toBe('3')
})
