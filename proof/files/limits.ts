import { jpegWithPlace, mp4, multipart, pdf } from '../../server/kernel/testing/samples.ts'
import { atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask, type Answer, type User } from '../user.ts'
import { archiveOf, textCell, workbook, worksheet } from './archive.ts'
import { costOf, MB } from './meter.ts'
import { cutUpload, endlessUpload, uploadAs } from './send.ts'
import { leftOver, storedFiles } from './stored.ts'

/** U-01: the limits of uploads to the byte, their memory, and what an interrupted upload leaves. The server must be freshly started. */
export async function limits(stage: ProofStage, app: ProofApp, user: User): Promise<Finding[]> {
  const { engine } = app
  const findings: Finding[] = []
  const uploads = (count: number) => () =>
    Promise.all(Array.from({ length: count }, (_, n) => uploadAs(app, user, { name: `同时${n}.pdf`, content: pdf(30 * MB) })))
  for (let round = 0; round < stage.rounds(1, 1, 5); round++) {
    const { result, grown } = await costOf(app, uploads(10))
    const faults = result.filter(({ body }) => body.success !== true).map((a) => `${a.status} ${a.text.slice(0, 200)}`)
    findings.push(
      noFaults({ id: 'U-01', engine, what: `十个 30 MiB 同时上传（第 ${round + 1} 轮）` }, faults, result.length),
      // Seen red: what arrived was held until the file was whole: 322 MB.
      atMost({ id: 'U-01', engine, what: `十个 30 MiB 同时上传：常驻内存增长（第 ${round + 1} 轮）` }, Math.ceil(grown), 64, ' MB'),
    )
  }
  findings.push(...(await Promise.all([exactly(app, user), counted(app, user), parts(app, user)])), await broken(stage, app, user))
  return findings
}

const said = (what: string, answer: Answer, status: number, msg?: string): string[] =>
  answer.status === status && (msg === undefined || answer.body.msg === msg)
    ? []
    : [`${what}: ${answer.status} ${answer.text.slice(0, 200)}`]

const padded = (bytes: Buffer, size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
const filmOf = (size: number) => mp4(size - (mp4(8).length - 8))

async function exactly(app: ProofApp, user: User): Promise<Finding> {
  const faults: string[] = []
  const picture = await jpegWithPlace()
  const sheet = workbook(worksheet(`<row r="1">${textCell('A1', '名称')}</row>`))
  const cases: [string, Buffer, string | null][] = [
    ['满.pdf', pdf(30 * MB), null],
    ['超.pdf', pdf(30 * MB + 1), '文件大小不能大于30M'],
    ['满.jpg', padded(picture, 10 * MB - 1), null],
    ['超.jpg', padded(picture, 10 * MB), '图片大于10M!'],
    ['满.xlsx', archiveOf(10 * MB, sheet), null],
    ['超.xlsx', archiveOf(10 * MB + 1, sheet), '文件大小不能大于10M'],
    ['满.mp4', filmOf(30 * MB), null],
    ['超.mp4', filmOf(30 * MB + 1), '文件大小不能大于30M'],
  ]
  for (const [name, content, refusal] of cases) {
    const answer = await uploadAs(app, user, { name, content })
    if (refusal) faults.push(...said(name, answer, 413, refusal))
    else if (answer.body.success !== true) faults.push(`${name}（${content.length}）: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  // Seen red: `size >= limit` in receive.ts refused the exact ones.
  return noFaults(
    { id: 'U-01', engine: app.engine, what: '10/30 MiB 恰好可传（图片须小于 10 MiB），多一字节以规格文字拒绝' },
    faults,
    cases.length,
  )
}

/** Films of an account that manages training may have 200 MiB (ADR 0853); they are read in parts. */
export async function films(app: ProofApp, user: User): Promise<Finding[]> {
  const { result, grown } = await costOf(app, () => uploadAs(app, user, { name: '满.mp4', content: filmOf(200 * MB) }))
  const faults = result.body.success === true ? [] : [`200 MiB: ${result.status} ${result.text.slice(0, 200)}`]
  const more = await uploadAs(app, user, { name: '超.mp4', content: filmOf(200 * MB + 1) })
  faults.push(...said('200 MiB and a byte', more, 413, '文件大小不能大于200M'))
  const headers = { range: `bytes=${150 * MB}-${150 * MB + 99}` }
  const query = { filePath: result.body.data?.filePath as string, inline: 'true' }
  const part = await ask(app.base, '/files/download', { token: user.token, query, headers })
  if (part.status !== 206 || part.text !== 'm'.repeat(100)) faults.push(`a part: ${part.status} ${part.text.slice(0, 200)}`)
  return [
    noFaults({ id: 'U-01', engine: app.engine, what: '管理培训的账号传 200 MiB 的视频：恰好可传，多一字节即拒，可以分段读' }, faults, 3),
    atMost({ id: 'U-01', engine: app.engine, what: '传 200 MiB 的视频：常驻内存增长' }, Math.ceil(grown), 64, ' MB'),
  ]
}

/** The refusal comes during the upload, and the connection is closed soon afterwards. */
async function counted(app: ProofApp, user: User): Promise<Finding> {
  const { status, msg, sent, after, closed } = await endlessUpload(app, user, 600 * MB)
  const faults = [
    ...(status === 413 && msg === '文件大小不能大于30M' ? [] : [`answer ${status} ${msg}`]),
    // Data in the buffers of the connection is on its way when the answer comes.
    ...(sent <= 48 * MB ? [] : [`answered after ${(sent / MB).toFixed(0)} MB`]),
    ...(closed && after <= 10_000 ? [] : [`went on taking bytes for ${Math.round(after)} ms after its refusal`]),
  ]
  // Seen red: the server read on for as long as bytes came (mended).
  return noFaults({ id: 'U-01', engine: app.engine, what: '边收边数：无尽的上传中途即拒绝，随后断开' }, faults, 1)
}

async function parts(app: ProofApp, user: User): Promise<Finding> {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, '1']))
  const file = { name: 'a.pdf', content: pdf(1000) }
  const two = multipart({ ...file, field: 'file' }).payload
  const both = Buffer.concat([two.subarray(0, two.lastIndexOf('--qifu-test-boundary--')), two])
  const faults = [
    ...said('21 fields', await uploadAs(app, user, file, fields(21)), 413),
    ...said('a field of 65 KB', await uploadAs(app, user, file, { bizType: 'x'.repeat(65 << 10) }), 400),
    ...said('two files', await sendRaw(app, user, both), 400),
    ...said('another field', await uploadAs(app, user, { ...file, field: 'attachment' }), 400),
    ...said('__proto__', await uploadAs(app, user, file, { __proto__x: '1', ['__proto__']: '1' }), 400),
    ...said('no file', await sendRaw(app, user, Buffer.from('--qifu-test-boundary--\r\n')), 400),
    ...said('empty file', await uploadAs(app, user, { name: 'a.pdf', content: Buffer.alloc(0) }), 400),
  ]
  // Seen red: a field was cut at 64 KB and taken (mended).
  return noFaults({ id: 'U-01', engine: app.engine, what: '字段数、字段长度、文件数有上限' }, faults, 7)
}

const sendRaw = (app: ProofApp, { token }: User, payload: Buffer) =>
  ask(app.base, '/files/upload', { token, body: payload, headers: multipart({ name: 'x', content: Buffer.alloc(0) }).headers })

/** Connections that break in the head of a part, in the first bytes, in the middle, and in the last boundary. */
async function broken(stage: ProofStage, app: ProofApp, user: User): Promise<Finding> {
  const before = await storedFiles(app)
  const { payload, headers } = multipart({ name: 'a.pdf', content: pdf(3 * MB) }, { bizType: 'proof' })
  const count = stage.rounds(24, 30, 100)
  const places = Array.from({ length: count }, (_, n) => Math.floor((payload.length - 5) * (n / (count - 1))))
  for (let at = 0; at < places.length; at += 8)
    await Promise.all(places.slice(at, at + 8).map((bytes) => cutUpload(app, user, payload, bytes, headers['content-type']!)))
  const left = await leftOver(app, before, 60_000)
  // Seen red: withTemporary() without its `finally`: 10 files.
  return noFaults({ id: 'U-01', engine: app.engine, what: `${count} 个中断的上传不留文件` }, left, count)
}
