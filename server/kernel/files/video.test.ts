import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'
import { mp4, multipart, pdf, png } from '../testing/samples.ts'
import { attachFiles, fileOwner, setFilesPublic } from './access.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  fileOwner(t.kernel, 'test.video', async (actor) => actor.permissions.has('policy:read'))
})
const MB = 1 << 20
const send = (name: string, content: Buffer, user = 'editor1') =>
  t.as(user).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content }, { accept: '.mp4' }) })
const read = (filePath: string, headers: Record<string, string>) =>
  t.http.inject({ url: `/files/download?filePath=${filePath}&inline=true`, headers })

describe('视频', () => {
  it('is refused when it is not a video, is incomplete, has no description, or exceeds 30 MB (M090)', async () => {
    for (const [why, content] of [
      ['a picture', await png()],
      ['a page', Buffer.from('<html><video></video></html>')],
      ['broken off', mp4(4096).subarray(0, 3000)],
      ['no moov', mp4(64, { mdat: Buffer.alloc(64) })],
      ['no media', mp4(64, { moov: Buffer.alloc(64) })],
      ['something behind it', Buffer.concat([mp4(), Buffer.from('<script>alert(1)</script>')])],
    ] as const) {
      const answer = await send('a.mp4', content)
      expect([why, answer.status, answer.body.code]).toEqual([why, 400, 'INVALID'])
    }
    expect((await send('a.mp4', mp4(4096).subarray(0, 3000))).body.msg).toBe('视频已损坏或不完整，无法播放')
    // Only users who manage training may upload larger ones; of other files nobody (ADR 0853).
    for (const who of ['dept1', 'qy1', 'leader1'])
      expect(await send('a.mp4', mp4(30 * MB), who), who).toMatchObject({
        status: 413,
        body: { code: 'TOO_LARGE', msg: '文件大小不能大于30M' },
      })
    expect((await send('a.mp4', mp4(31 * MB))).body).toMatchObject({ success: true })
    const sheet = { method: 'POST', url: '/files/upload', ...multipart({ name: 'a.pdf', content: pdf(31 * MB) }) } as const
    expect((await t.as('editor1').send(sheet)).body).toMatchObject({ code: 'TOO_LARGE', msg: '文件大小不能大于30M' })
    for (const name of ['a.mov', 'a.webm', 'a.mp4.exe', 'a.mkv']) expect((await send(name, mp4())).status).toBe(400)
    expect((await send('a.png', await png())).body.msg).toBe('请上传.mp4类型的文件')
  })

  it('is accepted, and read as a whole or in parts, but not beyond its end', async () => {
    const content = mp4(5000)
    const { filePath, fileName } = (await send('车间 演示.mp4', content)).body.data
    expect(fileName).toBe('车间 演示.mp4')
    const { token } = await t.as('editor1').tokens()
    const whole = await read(filePath, { authorization: token })
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringMatching(/^inline; /) as string,
      'x-content-type-options': 'nosniff',
    })
    expect(whole.rawPayload.equals(content)).toBe(true)
    const part = await read(filePath, { authorization: token, range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-19/${content.length}`, 'content-length': '10' })
    expect(part.rawPayload.equals(content.subarray(10, 20))).toBe(true)
    const last = await read(filePath, { authorization: token, range: 'bytes=-7' })
    expect(last.rawPayload.equals(content.subarray(-7))).toBe(true)
    const beyond = await read(filePath, { authorization: token, range: `bytes=${content.length}-` })
    expect([beyond.statusCode, beyond.json().code]).toEqual([416, 'RANGE'])
    expect((await read(filePath, { authorization: token, range: 'bytes=0-1,4-5' })).statusCode).toBe(200)
  })

  it('users who may not read the whole cannot read parts', async () => {
    const { filePath } = (await send('b.mp4', mp4())).body.data
    const range = 'bytes=0-3'
    const editor = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
    await attachFiles(t.kernel.db, { userId: editor.id }, [filePath], 'test.video', '1')
    expect((await read(filePath, { range })).statusCode).toBe(401)
    const { token } = await t.as('qy1').tokens()
    expect((await read(filePath, { range, authorization: token })).json().code).toBe('NOT_FOUND')
    await setFilesPublic(t.kernel.db, 'test.video', '1', true)
    expect((await read(filePath, { range })).statusCode).toBe(206)
  })
})
