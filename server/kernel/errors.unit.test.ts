import { expect, it } from 'vitest'
import { fromDatabase, fromDisk } from './errors.ts'

it('says after a deadlock that it helps to try again, not that somebody changed the record', () => {
  for (const code of ['40P01', '40001'])
    expect(fromDatabase({ code })).toMatchObject({ status: 200, code: 'TRY_AGAIN', message: '同时操作的人较多，请再试一次' })
})

it('reports a full disk in words, from any source, and asks to try again (D-03)', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(fromDisk(Object.assign(new Error('write'), { code }))).toMatchObject({
      status: 503,
      code: 'BUSY',
      message: '存储空间不足，暂时无法保存，请稍后再试',
      retryAfter: 30,
    })
  expect(fromDatabase({ code: '53100' })).toMatchObject({ status: 503, code: 'BUSY' })
  for (const other of [null, undefined, 'ENOSPC', { code: 'ENOENT' }]) expect(fromDisk(other)).toBeNull()
})
