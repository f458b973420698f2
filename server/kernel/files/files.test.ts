import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../../seed/identity.ts'
import { createApp } from '../../app.ts'
import { movableClock } from '../clock.ts'
import { runRecurring } from '../jobs/jobs.ts'
import { auditTrail } from '../testing/audit-trail.ts'
import { testConfig, testLog } from '../testing/config.ts'
import { eventually } from '../testing/eventually.ts'
import { testApp, testDatabase, testEngine, type TestApp } from '../testing/harness.ts'
import { logIn } from '../testing/people.ts'
import { docx, jpegWithPlace, multipart, pdf, png, xlsx } from '../testing/samples.ts'
import { zip } from '../testing/zip.ts'
import { attachFiles, detachFiles, fileOwner, filesOf, setFilesPublic } from './access.ts'
import { peek, take } from '../http/limits.ts'
import { UPLOADS_A_DAY } from './quota.ts'
import { offersTemplate } from './templates.ts'

const clock = movableClock(new Date())
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  fileOwner(t.kernel, 'test.record', async (actor, objectId) => String(actor.userId) === objectId)
  offersTemplate(t.kernel, 'test-form', async () => ({
    fileName: '导入模板.xlsx',
    mime: 'application/octet-stream',
    body: await xlsx([['名称']]),
  }))
})

const upload = (user: string | null, name: string, content: Buffer, fields: Record<string, string> = {}) =>
  t.as(user).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content }, fields) })
const uploaded = async (user: string, name: string, content: Buffer) =>
  (await upload(user, name, content)).body.data as { filePath: string; fileName: string }
const userId = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const everyFile = async () =>
  (await readdir(t.database.target.dataDir, { recursive: true, withFileTypes: true }))
    .filter((f) => f.isFile() && /^[0-9a-f]{32}$/.test(f.name))
    .map((f) => join(f.parentPath, f.name))
const MB = 1 << 20

describe('上传：拒绝', () => {
  it('refuses a caller without a session', async () => {
    expect((await upload(null, 'a.png', await png())).status).toBe(401)
  })
  it.each([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a.html', '<script>alert(1)</script>'],
    ['a.xml', '<?xml version="1.0"?><a/>'],
    ['a.exe', 'MZ'],
    ['a', 'x'],
    ['.png', 'x'],
    ['..png', 'x'],
    ['a.xlsx.exe', 'MZ'],
    ['a.zip', 'PK'],
    ['a.png.', 'x'],
    ['a.png ', 'x'],
    ['a.xlsm', 'PK'],
  ])('refuses %s by its name', async (name, content) => {
    expect(await upload('qy1', name, Buffer.from(content))).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: [{ path: 'file', message: expect.stringMatching(/^请上传.+类型的文件$/) as string }] },
    })
  })
  it('refuses a program with a harmless suffix and characters that change the reading direction', async () => {
    const picture = await png()
    for (const name of [
      'a.exe.png',
      'a.php.jpg',
      'gnp\u202E.png',
      'a\u2066b.png',
      'a.html;.png',
      'a.asp;1.png',
      'a.php:.png',
      'a.html%00.png',
      'a.jsp?x.png',
      'a.svg#.png',
      'a.HTML ;.png',
    ])
      expect((await upload('qy1', name, picture)).status, name).toBe(400)
    for (const name of ['甲;乙.png', '说明1.5：图.png', '100%.png', 'v2.0;定稿.png'])
      expect((await upload('qy1', name, picture)).status, name).toBe(200)
  })
  it('refuses content that does not match the suffix', async () => {
    const picture = await png()
    for (const [name, content] of [
      ['a.png', Buffer.from('<svg onload=alert(1)>')],
      ['a.jpg', picture],
      ['a.pdf', picture],
      ['a.xlsx', docx()],
      ['a.docx', await xlsx([['a']])],
      ['a.xls', pdf()],
      ['a.docx', zip([{ name: 'x.txt', content: Buffer.from('x') }])],
      ['a.pdf', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf()])],
      ['a.pdf', Buffer.concat([pdf(), zip([{ name: 'META-INF/MANIFEST.MF', content: Buffer.alloc(9), claims: 9 }]), Buffer.alloc(1024)])],
      ['a.pdf', pdf(3000).subarray(0, 2900)],
      ['a.png', picture.subarray(0, 30)],
      ['a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
      ['a.mp4', Buffer.from('<html>')],
    ] as [string, Buffer][])
      expect([name, (await upload('qy1', name, content)).status]).toEqual([name, 400])
  })
  it('refuses macros, the test virus, empty files and archive bombs', async () => {
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
    expect((await upload('qy1', 'a.docx', docx([{ name: 'word/vbaProject.bin', content: Buffer.from('x') }]))).body.msg).toBe(
      '文件含有宏，请去除宏后重试',
    )
    for (const program of ['a.exe', 'a.ps1', 'A.LNK'])
      expect((await upload('qy1', 'a.docx', docx([{ name: `word/embeddings/${program}`, content: Buffer.from('x') }]))).body.msg).toBe(
        '文件里夹带了程序，请去除后重试',
      )
    expect((await upload('qy1', 'a.pdf', Buffer.concat([pdf(), Buffer.from(eicar)]))).body.msg).toBe('文件未通过安全检查')
    expect((await upload('qy1', 'a.pdf', Buffer.alloc(0))).body.msg).toBe('文件是空的，请选择有内容的文件')
    expect((await upload('qy1', 'a.docx', docx([{ name: 'word/media/big', content: Buffer.alloc(20 * MB) }]))).body.msg).toBe(
      '文件压缩比异常，无法处理',
    )
    expect((await upload('qy1', 'a.docx', docx([{ name: 'word/media/big', content: Buffer.from('x'), claims: 300 * MB }]))).body.msg).toBe(
      '文件解压后过大，无法处理',
    )
    expect(
      (await upload('qy1', 'a.docx', docx(Array.from({ length: 2001 }, (_, i) => ({ name: `word/${i}`, content: Buffer.from('x') }))))).body
        .msg,
    ).toBe('文件内部内容过多，无法处理')
  })
  it('refuses formats that the widget does not accept, two files, and other file fields', async () => {
    expect((await upload('qy1', 'a.png', await png(), { accept: '.xls,.XLSX' })).body.msg).toBe('请上传.xls、.xlsx类型的文件')
    expect(
      (
        await t
          .as('qy1')
          .send({ method: 'POST', url: '/files/upload', ...multipart({ name: 'a.png', content: await png(), field: 'other' }) })
      ).status,
    ).toBe(400)
    expect((await t.as('qy1').post('/files/upload', {})).status).toBe(415)
    expect((await upload('qy1', 'a.png', await png(), { bizType: 'x'.repeat(65 << 10) })).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'bizType', message: '内容过长' }],
    })
  })
  it('accepts documents of 30 MiB and sheets of 10 MiB, and refuses one byte more with the text of spec §5', async () => {
    expect((await upload('qy1', 'a.pdf', pdf(30 * MB))).body.success).toBe(true)
    expect(pdf(30 * MB).length).toBe(30 * MB)
    expect(await upload('qy1', 'a.pdf', pdf(30 * MB + 1))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', msg: '文件大小不能大于30M' },
    })
    expect(await upload('qy1', 'a.xlsx', Buffer.alloc(10 * MB + 1))).toMatchObject({ status: 413, body: { msg: '文件大小不能大于10M' } })
    expect(await upload('qy1', 'a.png', Buffer.alloc(10 * MB + 1))).toMatchObject({ status: 413, body: { msg: '图片大于10M!' } })
  })
  it('refused and interrupted uploads leave no files', async () => {
    const before = (await everyFile()).length
    const rows = (await t.kernel.db.selectFrom('file').select('key').execute()).length
    await upload('qy1', 'a.png', Buffer.from('nothing'))
    await t.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = t.http.server.address() as { port: number }
    const { token } = await t.as('qy1').tokens()
    const { payload, headers } = multipart({ name: 'a.pdf', content: pdf(2 * MB) })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /files/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, MB))
    await eventually(async () => expect((await everyFile()).length).toBe(before + 1))
    socket.destroy()
    await eventually(async () => expect((await everyFile()).length).toBe(before))
    expect((await t.kernel.db.selectFrom('file').select('key').execute()).length).toBe(rows)
  })
})

describe('上传：接受', () => {
  it('returns filePath and fileName; the name is cleaned and short', async () => {
    const { filePath, fileName } = await uploaded('qy1', `../../etc/报告\u0007${'长'.repeat(200)}.PDF`, pdf())
    expect(filePath).toMatch(/^[0-9a-f]{32}$/)
    expect(fileName).toMatch(/^报告长+\.pdf$/)
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255)
    for (const [name, content] of [
      ['a.docx', docx()],
      ['a.xlsx', await xlsx([['a', 1]])],
      ['a.jpeg', await jpegWithPlace()],
    ] as [string, Buffer][])
      expect((await upload('qy1', name, content)).body).toMatchObject({ success: true })
  })
  it('counts the pixels of all frames, because a small file may contain an animation that takes minutes', async () => {
    // Black and white frames alternate, because equal neighbours are stored as one frame.
    const animation = (frames: number) =>
      sharp(
        Buffer.alloc(200 * 200 * frames * 3).map((_, at) => (Math.floor(at / 120_000) % 2) * 255),
        { raw: { width: 200, height: 200 * frames, channels: 3, pageHeight: 200 } },
      )
        .gif({ delay: Array.from({ length: frames }, () => 100) })
        .toBuffer()
    const long = await animation(501)
    expect(long.length).toBeLessThan(MB)
    expect((await upload('qy1', '长.gif', long)).body).toMatchObject({
      code: 'INVALID',
      msg: '动图过大：各帧合计不能超过 2000 万像素，请缩小尺寸或减少帧数后上传',
    })
    const { filePath } = await uploaded('qy1', '短.gif', await animation(12))
    expect(await sharp((await t.as('qy1').get('/files/download', { filePath })).raw, { pages: -1 }).metadata()).toMatchObject({ pages: 12 })
  })
  it('re-encodes pictures without their metadata', async () => {
    const original = Buffer.concat([await jpegWithPlace(), Buffer.from('<script>alert(1)</script>')])
    expect(original.includes('canary-owner')).toBe(true)
    const { filePath } = await uploaded('qy1', 'a.jpg', original)
    const { raw, headers } = await t.as('qy1').get('/files/download', { filePath })
    expect(raw.includes('canary-owner') || raw.includes('<script>')).toBe(false)
    expect(await sharp(raw).metadata()).toMatchObject({ format: 'jpeg', width: 20 })
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''a\.jpg$/) as string,
    })
  })
})

describe('下载', () => {
  it('an unattached file opens for its uploader, a file of a record for users who may read the record', async () => {
    const { filePath } = await uploaded('qy1', 'a.pdf', pdf())
    expect((await t.as('qy2').get('/files/download', { filePath })).body).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect((await t.as(null).get('/files/download', { filePath })).status).toBe(401)
    const front = await userId('front1')
    await attachFiles(t.kernel.db, { userId: await userId('qy1') }, [filePath], 'test.record', front)
    expect((await t.as('qy1').get('/files/download', { filePath })).body).toMatchObject({ code: 'NOT_FOUND' })
    const answer = await t.as('front1').get('/files/download', { filePath })
    expect(answer.raw.equals(pdf())).toBe(true)
    expect((await auditTrail(t.kernel, 'file.read'))[0]).toMatchObject({
      actor_id: front,
      object_type: 'test.record',
      object_id: String(front),
    })
  })
  it('refuses to attach files of others, of other records, and unknown keys', async () => {
    const { filePath } = await uploaded('qy1', 'a.pdf', pdf())
    const qy1 = { userId: await userId('qy1') }
    for (const [actor, keys] of [
      [{ userId: await userId('qy2') }, [filePath]],
      [qy1, [filePath, 'f'.repeat(32)]],
      [qy1, ['../x']],
    ] as const) {
      await expect(t.kernel.db.transaction().execute((trx) => attachFiles(trx, actor, keys, 'test.record', 1))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    await attachFiles(t.kernel.db, qy1, [filePath], 'test.record', 1)
    await attachFiles(t.kernel.db, { userId: await userId('qy2') }, [filePath], 'test.record', 1)
    await expect(attachFiles(t.kernel.db, qy1, [filePath], 'test.record', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await filesOf(t.kernel.db, 'test.record', 1)).toEqual([{ filePath, fileName: 'a.pdf', size: pdf().length }])
  })
  it('anybody can read public files, while they are public', async () => {
    const { filePath } = await uploaded('editor1', 'b.pdf', pdf())
    await attachFiles(t.kernel.db, { userId: await userId('editor1') }, [filePath], 'test.record', 'p1')
    await setFilesPublic(t.kernel.db, 'test.record', 'p1', true)
    expect(
      (await t.http.inject({ url: `/files/download?filePath=${filePath}`, headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } }))
        .statusCode,
    ).toBe(200)
    await setFilesPublic(t.kernel.db, 'test.record', 'p1', false)
    expect((await t.as(null).get('/files/download', { filePath })).status).toBe(401)
  })
  it('a signed link opens for five minutes in the browser that requested it', async () => {
    const { filePath } = await uploaded('qy1', 'a.pdf', pdf())
    expect((await t.as('qy2').get('/files/link', { filePath })).body).toMatchObject({ code: 'NOT_FOUND' })
    const { token } = await t.as('qy1').tokens()
    const answer = await t.http.inject({ url: `/files/link?filePath=${filePath}`, headers: { authorization: token } })
    const cookie = answer.cookies.find((c) => c.name === 'fileBrowser')!
    expect(cookie).toMatchObject({ httpOnly: true, path: '/files' })
    const { url } = answer.json().data as { url: string }
    const open = (address: string, cookies: Record<string, string> = { fileBrowser: cookie.value }, headers = {}) =>
      t.http.inject({ url: address, cookies, headers })
    expect((await open(url)).statusCode).toBe(200)
    expect((await open(url)).rawPayload.equals(pdf())).toBe(true)
    const other = await uploaded('qy1', 'c.pdf', pdf())
    for (const [address, cookies, headers] of [
      [url, {}],
      [url, { fileBrowser: 'x' }],
      [url.replace(filePath, other.filePath)],
      [url.replace(/e=\d+/, 'e=9999999999')],
      [url.replace(/n=[^&]+/, `n=${'a'.repeat(22)}`)],
      [url, undefined, { authorization: (await t.as('qy2').tokens()).token }],
    ] as [string, Record<string, string>?, object?][]) {
      expect((await open(address, cookies, headers)).json()).toMatchObject({ success: false })
    }
    clock.advance(301_000)
    expect((await open(url)).json()).toMatchObject({ success: false, code: 'LINK_EXPIRED' })
  })
  it('a signed link ends with the session that requested it, and with the right to the file', async () => {
    const linkTo = async (filePath: string) => {
      const { token } = (await logIn(t.http, 'qy1', DEMO_PASSWORD, 't3st')).body.data
      const answer = await t.http.inject({ url: `/files/link?filePath=${filePath}`, headers: { authorization: token } })
      const cookies = { fileBrowser: answer.cookies.find((c) => c.name === 'fileBrowser')!.value }
      const { url } = answer.json().data as { url: string }
      return { token, open: () => t.http.inject({ url, cookies }) }
    }
    const expired = { success: false, code: 'LINK_EXPIRED', msg: '链接已失效，请重新打开' }

    const { filePath } = await uploaded('qy1', 'a.pdf', pdf())
    const before = await linkTo(filePath)
    expect((await before.open()).statusCode).toBe(200)
    await t.http.inject({ method: 'POST', url: '/sys/activeUser/logout', headers: { authorization: before.token } })
    expect((await before.open()).json()).toMatchObject(expired)

    const paper = { name: '营业执照', kind: 'licence', filePath }
    const { id } = (await t.as('qy1').post('/dec/evidence/save', paper)).body.data
    const shown = await linkTo(filePath)
    expect((await shown.open()).statusCode).toBe(200)
    expect((await t.as('qy1').form('/dec/evidence/delete', { id: String(id) })).body).toMatchObject({ success: true })
    expect((await shown.open()).json()).toMatchObject(expired)

    const other = await uploaded('qy1', 'b.pdf', pdf())
    await attachFiles(t.kernel.db, { userId: await userId('qy1') }, [other.filePath], 'test.record', await userId('qy1'))
    const record = await linkTo(other.filePath)
    expect((await record.open()).statusCode).toBe(200)
    await detachFiles(t.kernel.db, [other.filePath], 'test.record', await userId('qy1'))
    expect((await record.open()).json(), 'the record let it go').toMatchObject(expired)
  })
  it('templates open for everybody by their code', async () => {
    expect((await t.as(null).get('/files/downloadTemplate', { code: 'nothing' })).body).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect((await t.as(null).get('/files/downloadTemplate', { code: '../x' })).status).toBe(400)
    expect((await t.as(null).get('/files/downloadTemplate', { code: 'test-form' })).headers['content-disposition']).toContain(
      encodeURIComponent('导入模板.xlsx'),
    )
  })
})

it('files are protected on the machine: 0600 in folders of 0700, also in an older folder', async () => {
  const folders = ['files', 'tmp'].map((name) => join(t.database.target.dataDir, name))
  await uploaded('qy1', 'a.pdf', pdf())
  await uploaded('qy1', 'a.png', await png())
  const shown = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const found = await Promise.all(
    (await everyFile())
      .flatMap((path) => [path, dirname(path)])
      .map(async (path) => `${await shown(path)}${/[0-9a-f]{32}$/.test(path) ? '' : ' folder'}`),
  )
  expect([...new Set(found)].toSorted()).toEqual(['600', '700 folder'])
  expect(await Promise.all(folders.map(shown))).toEqual(['700', '700'])
  for (const folder of folders) await chmod(folder, 0o755)
  const again = await createApp(testConfig(t.database.target.dataDir), t.database, { pages: false, log: testLog })
  await again.http.ready()
  expect(await Promise.all(folders.map(shown))).toEqual(['700', '700'])
  await again.http.close()
})

it('accepts two gigabytes a day per account, including copies from the vault, and reports the limit', async () => {
  const owner = `user:${await userId('qy2')}`
  const left = (await peek(t.kernel, UPLOADS_A_DAY, owner)).remaining
  await take(t.kernel, UPLOADS_A_DAY, owner, left - 2)
  const { filePath } = await uploaded('qy2', '执照.pdf', pdf(1500))
  const paper = { name: '营业执照', kind: 'licence', filePath }
  const { id } = (await t.as('qy2').post('/dec/evidence/save', paper)).body.data
  const before = (await everyFile()).length
  const tooMuch = { status: 200, body: { success: false, code: 'UPLOAD_QUOTA', msg: '您今天上传的文件已满 2 GB，请明天再传' } }
  for (let n = 0; n < 3; n++) expect(await t.as('qy2').post('/dec/evidence/use', { id })).toMatchObject(tooMuch)
  expect(await upload('qy2', 'b.pdf', pdf())).toMatchObject(tooMuch)
  expect((await everyFile()).length).toBe(before)
  expect((await upload('qy1', 'b.pdf', pdf())).status, 'others go on').toBe(200)
  clock.advance(24 * 3600_000)
  expect((await t.as('qy2').post('/dec/evidence/use', { id })).body).toMatchObject({ success: true })
})

it('deletes uploads without a record after a day', async () => {
  const kept = await uploaded('qy1', 'kept.pdf', pdf()),
    loose = await uploaded('qy1', 'loose.pdf', pdf()),
    detached = await uploaded('qy1', 'detached.pdf', pdf())
  const qy1 = { userId: await userId('qy1') }
  await attachFiles(t.kernel.db, qy1, [kept.filePath, detached.filePath], 'test.record', 'k')
  clock.advance(25 * 3600_000)
  await detachFiles(t.kernel.db, [detached.filePath], 'test.record', 'k')
  const fresh = await uploaded('qy1', 'fresh.pdf', pdf())
  await runRecurring(t.kernel, 'files.sweep')
  const left = (await everyFile()).map((path) => path.slice(-32))
  expect(left).toEqual(expect.arrayContaining([kept.filePath, fresh.filePath]))
  expect(left).not.toContain(loose.filePath)
  expect(left).not.toContain(detached.filePath)
})

describe('安全扫描', () => {
  it('a file opens for nobody until the scanner reports it clean', async () => {
    let verdict = ''
    const clamd = createServer((socket) => {
      socket.on('data', (d) => {
        if (d.subarray(-4).equals(Buffer.alloc(4)) && verdict) socket.end(verdict)
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((done) => clamd.listen(0, '127.0.0.1', done))
    const { port } = clamd.address() as { port: number }
    const s = await testApp({ env: { SCANNER: `127.0.0.1:${port}` } })
    const send = () => s.as('qy1').send({ method: 'POST', url: '/files/upload', ...multipart({ name: 'a.pdf', content: pdf() }) })
    verdict = 'stream: Win.Test FOUND\0'
    expect((await send()).body.msg).toBe('文件未通过安全检查')
    verdict = 'stream: size limit exceeded ERROR\0'
    const { filePath } = (await send()).body.data
    expect((await s.as('qy1').get('/files/download', { filePath })).body).toMatchObject({ success: false, code: 'NOT_SCANNED' })
    verdict = 'stream: OK\0'
    await runRecurring(s.kernel, 'files.sweep')
    expect((await s.as('qy1').get('/files/download', { filePath })).raw.equals(pdf())).toBe(true)
    clamd.close()
  })
})

// On PostgreSQL several processes may share the folder; there the hourly sweep removes the files.
it.runIf(testEngine === 'pglite')('files of a killed process are removed before it serves again', async () => {
  const s = await testDatabase()
  await mkdir(join(s.target.dataDir, 'tmp'))
  await writeFile(join(s.target.dataDir, 'tmp', 'f'.repeat(32)), 'half an upload')
  const app = await createApp(testConfig(s.target.dataDir), s, { log: testLog, pages: false })
  expect(await readdir(join(s.target.dataDir, 'tmp'))).toEqual([])
  await app.close()
})
