import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
const WITH = 'multipart/form-data; boundary=x'
const broken: [string, string, string][] = [
  ['没有一个分隔符', WITH, 'x'],
  ['断在分隔符之后', WITH, '--x\r\n'],
  ['断在一节的标题里', WITH, '--x\r\nContent-Disposition: form-data; name="fi'],
  ['断在文件中间', WITH, `${HEAD}abc`],
  ['断在第二节中间', WITH, `--x\r\nContent-Disposition: form-data; name="mode"\r\n\r\nnew\r\n${HEAD}abc`],
  ['没有说明分隔符', 'multipart/form-data', 'x'],
  ['分隔符过长', `multipart/form-data; boundary=${'y'.repeat(300)}`, 'x'],
]

it.each([
  ['gr1', '/files/upload', 'a.xlsx'],
  ['admin1', '/sys/user/import', 'a.xlsx'],
  ['editor1', '/cms/news/readWord', 'a.docx'],
  ['editor1', '/admin/policy/doc/import', 'a.xlsx'],
  ['front1', '/allowance/import', 'a.xlsx'],
])('a body that was cut off or has no boundary is the sender’s fault, in words (%s %s)', async (user, url, name) => {
  for (const [what, type, payload] of broken) {
    const answer = await t
      .as(user)
      .send({ method: 'POST', url, headers: { 'content-type': type }, payload: Buffer.from(payload.replace('a.xlsx', name)) })
    expect([what, answer.status, answer.body.code], url).toEqual([what, 400, 'INVALID'])
    expect(answer.body.fields?.[0]).toEqual({ path: 'file', message: '上传的内容不完整或格式不正确，请重新选择文件上传' })
  }
})
