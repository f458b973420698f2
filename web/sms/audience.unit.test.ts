import { expect, it } from 'vitest'
import { personsOf } from './audience.ts'

it('reads a number and a name per line, typed or pasted from a sheet', () => {
  expect(personsOf('13812345601\t林小满\n+86 138 1234 5602，王宁\n\n13812345603\n抄送')).toEqual([
    { phone: '13812345601', name: '林小满' },
    { phone: '13812345602', name: '王宁' },
    { phone: '13812345603', name: '' },
    { phone: '', name: '抄送' },
  ])
})

it('understands full width, the name before the number, +86 in brackets, and two numbers of one person', () => {
  const alone = (line: string) => personsOf(line).map(({ phone, name }) => [phone, name])
  expect(alone('１３８００００００３１ 赵六')).toEqual([['13800000031', '赵六']])
  expect(alone('张三 13800000009')).toEqual([['13800000009', '张三']])
  expect(alone('张三：138－0000－0009')).toEqual([['13800000009', '张三']])
  expect(alone('（＋86）13800000009 王宁')).toEqual([['13800000009', '王宁']])
  expect(alone('王宁(+86)138-0000-0009')).toEqual([['13800000009', '王宁']])
  expect(alone('王宁（13800000009）')).toEqual([['13800000009', '王宁']])
  expect(alone('0086 138 0000 0009')).toEqual([['13800000009', '']])
  expect(alone('13800000008、13800000009 王宁')).toEqual([
    ['13800000008', '王宁'],
    ['13800000009', '王宁'],
  ])
})

it('keeps digits that are no mobile number, so that they are skipped as malformed', () => {
  expect(personsOf('张三 138000000091')).toEqual([{ phone: '138000000091', name: '张三' }])
  expect(personsOf('0570-6021234 李四')).toEqual([{ phone: '05706021234', name: '李四' }])
  expect(personsOf('（＋１）415 555 0100')).toEqual([{ phone: '+14155550100', name: '' }])
})
