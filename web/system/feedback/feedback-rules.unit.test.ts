import { expect, test } from 'vitest'
import { Feedback } from '../../../contract/system.ts'
import { emptyFeedback, feedbackFault, feedbackFaults, feedbackFields } from './feedback-rules.ts'

const good = { name: '网站打不开', textarea: '希望增加功能', othervalue: '个人', namevalue: '王小明', phonevalue: '15412345678' }

test('V005 V007 V009 V010 V011 M036 M037 M038: an empty form has an error at every field, in the words of the specification', () =>
  expect(feedbackFaults(emptyFeedback)).toEqual({
    name: '请输入标题',
    textarea: '请输入留言',
    othervalue: '请输入留言',
    namevalue: '请输入留言',
    phonevalue: '请输入正确的手机号',
  }))
test('V006 V008 K009 K010: the limits are 30 and 300 characters', () => {
  const max = (key: string) => feedbackFields.find((f) => f.key === key)!.max
  expect([max('name'), max('textarea')]).toEqual([30, 300])
  expect(feedbackFault('name', '一'.repeat(30))).toBeNull()
  expect(feedbackFault('name', '一'.repeat(31))).toBe('最多 30 个字')
})
test('V011 K064: accepts mobile numbers of the Chinese mainland', () => {
  for (const phone of ['13800000000', '19912345678', ' 13800000000 ', '138-0000-0000', '+86 138 0000 0000'])
    expect(feedbackFault('phonevalue', phone)).toBeNull()
  for (const phone of ['12345678901', '1380000000', '+1 13800000000', ''])
    expect(feedbackFault('phonevalue', phone)).toBe('请输入正确的手机号')
})
test('the dialog gives the server’s message for every field', () => {
  for (const { key, max } of feedbackFields)
    for (const value of ['', ' ', '好', '一'.repeat(max), '一'.repeat(max + 1), '13800000000'.slice(0, max)]) {
      const said = Feedback.safeParse({ ...good, [key]: value }).error?.issues[0]?.message ?? null
      expect([key, value, feedbackFault(key, value)]).toEqual([key, value, said])
    }
})
