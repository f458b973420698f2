import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { beforeAll, expect, it } from 'vitest'
import { multipart } from '../kernel/testing/samples.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

it('editors import an article from a Word file, cleaned; other files are refused', async () => {
  const children = [new Paragraph({ text: '园区供热改造开工', heading: HeadingLevel.HEADING_1 }), new Paragraph('二十家企业接入')]
  const content = Buffer.from(await Packer.toBuffer(new Document({ sections: [{ children }] })))
  const send = (who: string, name: string, bytes = content) =>
    t.as(who).send({ method: 'POST', url: '/cms/news/readWord', ...multipart({ name, content: bytes }) })
  for (const who of ['qy1', 'leader1', 'dept1']) expect((await send(who, 'a.docx')).body.code, who).toBe('FORBIDDEN')
  expect((await send('editor1', 'a.docx', Buffer.from('no archive'.repeat(300)))).status).toBe(400)
  expect((await send('editor1', 'a.pdf')).status).toBe(400)
  const { data } = (await send('editor1', '稿件.docx')).body
  expect(data.title).toBe('园区供热改造开工')
  expect(data.html).toContain('<p>二十家企业接入</p>')
})
