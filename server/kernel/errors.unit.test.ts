import { expect, it } from 'vitest'
import { fromDatabase, fromDisk } from './errors.ts'

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
