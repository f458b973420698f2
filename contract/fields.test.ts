import { expect, test } from 'vitest'
import { reviewGround } from './declaration/ground.ts'
import { feedbackPhone, line, personName, phone, requiredLine, requiredText, text, wholePhone, wireEnd, wireTime } from './fields.ts'

test('a required text has at least one visible character', () => {
  const name = requiredText(100, '请填写项目名称')
  for (const unseen of ['', '  ', '\u3000', '\u200b', '\u200b\u200d\ufeff', '\u00ad', '\u202e\u2066', '\u3164', '\u2800'])
    expect(name.safeParse(unseen).error?.issues[0]?.message, JSON.stringify(unseen)).toBe('请填写项目名称')
  for (const seen of ['甲', '\ue000', '😀', '0', '。', '甲\u200b乙']) expect(name.safeParse(seen).success, seen).toBe(true)
})

const written = [
  '139-1234-5679',
  '139 1234 5679',
  '+86 139-1234-5679',
  '+8613912345679',
  '0086 139 1234 5679',
  '(86)13912345679',
  '（＋８６）１３９ １２３４ ５６７９',
  '\u202d13912345679\u202c',
  '139\u20111234\u20135679',
]
test('a mobile number is one number however people write it', () => {
  for (const one of written)
    for (const rule of [phone, wholePhone, feedbackPhone]) expect(rule.parse(one), JSON.stringify(one)).toBe('13912345679')
})

test('what is no mobile number has the message of its place (V011, V012, V013), and a landline stays as it is', () => {
  const told = (rule: typeof phone, typed: unknown) => rule.safeParse(typed).error?.issues[0]?.message
  for (const nothing of [undefined, null, '', ' ', '　']) expect(told(phone, nothing)).toBe('手机号不能为空')
  for (const wrong of ['23800000000', '138000000001', '1380000000a', '0574-88888888', '+1 13912345679', '1'.repeat(41)])
    expect(told(phone, wrong), wrong).toBe('手机号格式错误')
  expect(phone.parse('12345678901')).toBe('12345678901')
  for (const wrong of ['', '12345678901', '1380000000', '0574-88888888'])
    expect(told(feedbackPhone, wrong), wrong).toBe('请输入正确的手机号')
  expect(wholePhone.parse('0574-88888888')).toBe('0574-88888888')
  expect(wholePhone.parse('0574 88888888')).toBe('057488888888')
  for (const part of ['5679', '139****5679', '']) expect(told(wholePhone, part), part).toBe('请输入完整的电话号码')
})

test('a text of invisible characters only is empty, so that required fields refuse it', () => {
  expect(text(300).parse('\u200b\ufeff ')).toBe('')
  expect(text(300).parse(' 甲\u200b乙 ')).toBe('甲\u200b乙')
})

test('a name on one line has nothing invisible; a name of a person is NFKC besides', () => {
  const title = requiredLine(20, '请输入名称')
  for (const unseen of ['甲\u0007', '甲\n乙', '甲\u200b乙', '甲\u200e乙', '甲\u2029乙', '甲\u2060乙', '甲\ufeff乙'])
    expect(title.safeParse(unseen).error?.issues[0]?.message, JSON.stringify(unseen)).toBe('不能含有换行、控制字符或看不见的字符')
  expect(title.parse(' 服务（试行），二组\n')).toBe('服务（试行），二组')
  expect(title.safeParse('  ').error?.issues[0]?.message).toBe('请输入名称')
  expect(line(20).parse('')).toBe('')
  expect(personName.parse(' 李　Ｗｅｉ・\ue000')).toBe('李 Wei・\ue000')
  // A character that stands for several counts as what is stored.
  expect(personName.safeParse('\ufdfa'.repeat(10)).error?.issues[0]?.message).toBe('最多 64 个字')
  expect(personName.safeParse('王').error?.issues[0]?.message).toBe('姓名至少 2 个字')
})

test('a reason of at least ten characters counts letters and digits, not punctuation or invisible characters', () => {
  const words = (text: string) => reviewGround.safeParse({ kind: 'original', words: text }).error?.issues[0]?.message
  for (const empty of ['。。。。。。。。。。。。', `已核${'\u200b'.repeat(12)}`, '1.........0', '——————————————'])
    expect(words(empty), empty).toBe('理由至少 10 个字')
  expect(words('原件已在窗口核对，与申报一致')).toBeUndefined()
})

test('the end of a period given as a day is its last second', () => {
  expect(wireEnd.safeParse('2026-12-05').data).toBe('2026-12-05T15:59:59.000Z')
  expect(wireEnd.safeParse('2026-12-05 00:00').data).toBe('2026-12-04T16:00:00.000Z')
  expect(wireEnd.safeParse('2026-02-30').success).toBe(false)
})

test('a time is refused when it is none, or when it is shown in a year of five digits', () => {
  const at = (time: string) => wireTime.safeParse(time).data
  expect(at('2026-12-01 09:00:00')).toBe('2026-12-01T01:00:00.000Z')
  expect(at('9999-12-31 23:59:59')).toBe('9999-12-31T15:59:59.000Z')
  for (const none of ['2026-02-30', '2026-12-01 9:00', '9999-12-31T23:00:00Z', '明天']) expect(at(none), none).toBeUndefined()
})
