import { expect, it } from 'vitest'
import { personsOf } from './audience.ts'

it('reads a number and a name per line, typed or pasted from a sheet', () => {
  expect(personsOf('13812345601\t林小满\n+86 138 1234 5602，王宁\n\n13812345603\n抄送')).toEqual([
    { phone: '13812345601', name: '林小满' },
    { phone: '+86 138 1234 5602', name: '王宁' },
    { phone: '13812345603', name: '' },
    { phone: '', name: '抄送' },
  ])
})
