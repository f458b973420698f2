import { expect, it } from 'vitest'
import { fromDatabase } from './errors.ts'
import { testDatabase } from './testing/harness.ts'

// Seen red: both read 该内容仍被其他数据引用，不能删除.
it('a choice that was deleted in the same moment is not called a deletion; a deletion of what is used is', async () => {
  const { db } = await testDatabase()
  const failure = (work: Promise<unknown>) => work.then(() => null, fromDatabase)
  expect(await failure(db.updateTable('sys_user').set({ office_id: 999_999 }).where('user_name', '=', 'dept1').execute())).toMatchObject({
    code: 'CONFLICT',
    message: '所选的内容刚被删除，请刷新后重新选择',
  })
  expect(await failure(db.deleteFrom('office').where('code', '=', 'jxj').execute())).toMatchObject({ code: 'IN_USE' })
})
