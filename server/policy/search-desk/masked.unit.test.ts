import { expect, it } from 'vitest'
import { masked } from './masked.ts'

const known = new Set(['软件', '机械', '工业', '补贴', '电费', '高企'])
const isWord = (word: string) => known.has(word)

it.each([
  ['宁川天工阀门有限公司电费能补吗', '某公司电费能补吗'],
  ['联系电话13800138000怎么申请', '联系电话某数怎么申请'],
  ['营收2000万的公司停车位', '营收某数的公司停车位'],
  ['我叫张建国，想问食堂补贴', '我叫某人,想问食堂补贴'],
  ['王老板的停车位怎么办', '某老板的停车位怎么办'],
  ['软件公司停车位', '软件公司停车位'],
  ['鑫瑞达厂的食堂', '某厂的食堂'],
  ['身份证330102199001011234能办吗', '身份证某数能办吗'],
  ['三百二十万水费', '某数水费'],
  ['邮箱a.b@example.com收不到', '邮箱某邮箱收不到'],
  ['停车\u202e位\u0007怎么\u200b办', '停车位怎么办'],
])('%s', (question, expected) => expect(masked(question, isWord)).toBe(expected))
