import { beforeAll, describe, expect, it } from 'vitest'
import { silentWav } from '../../seed/silent-wav.ts'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.deleteFrom('call_record').execute()
})
const save = (who: string, body: object) => t.as(who).post('/call/data/saveOrUpdate', body)
const call = (more: object = {}) => ({
  phone: '13812345678',
  startTime: '2026-09-28 09:30',
  content: '咨询技改补贴',
  contact: '林小满',
  result: 'answered',
  ...more,
})
const upload = async (who: string, name = '录音.wav', content = silentWav(1)) =>
  (await t.as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content }, { accept: '.wav,.mp3,.pdf' }) })).body.data
    .filePath as string
const hear = (who: string | null, filePath: string, headers: Record<string, string> = {}) =>
  t.as(who).send({ method: 'GET', url: `/files/download?filePath=${filePath}`, headers })
const heard = async (id: number) =>
  (
    await t.kernel.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'file.read')
      .where('object_type', '=', 'callRecording')
      .where('object_id', '=', String(id))
      .execute()
  ).length

describe('a recording', () => {
  it('is refused when it is not a sound file, or belongs to another user or call', async () => {
    const paper = await upload('agent1', '录音.pdf', pdf(300))
    expect((await save('agent1', call({ recording: paper }))).body.fields).toEqual([
      { path: 'recording', message: '请上传 wav 或 mp3 格式的录音' },
    ])
    const absent = [{ path: 'recording', message: '文件不存在或已失效，请重新上传' }]
    expect((await save('agent1', call({ recording: await upload('agent2') }))).body.fields).toEqual(absent)
    expect((await save('agent1', call({ recording: '录音' }))).body.fields?.[0]?.path).toBe('recording')
    const taken = await upload('agent1')
    expect((await save('agent1', call({ recording: taken }))).body.success).toBe(true)
    expect((await save('agent1', call({ startTime: '2026-09-28 09:40', recording: taken }))).body.fields).toEqual(absent)
    expect(await t.kernel.db.selectFrom('call_record').select('id').execute()).toHaveLength(1)
  })
  it('is played in part and in whole by users who see the call, is audited each time, and is absent for everybody else', async () => {
    const recording = await upload('agent1')
    const { id } = (await save('agent1', call({ startTime: '2026-09-28 09:50', recording }))).body.data
    expect((await t.as('leader1').get('/call/data/findById', { id })).body.data.recording).toBe(recording)
    for (const who of ['agent2', 'dept1', 'qy1', 'editor1']) expect((await hear(who, recording)).body.code).toBe('NOT_FOUND')
    expect((await hear(null, recording)).status).toBe(401)
    expect(await heard(id)).toBe(0)
    const part = await hear('agent1', recording, { range: 'bytes=0-3' })
    expect(part.status).toBe(206)
    expect(part.raw.toString()).toBe('RIFF')
    expect((await hear('leader1', recording)).raw).toEqual(silentWav(1))
    expect(await heard(id)).toBe(2)
  })
  it('stays when a correction leaves it out, is replaced by a new one, and is deleted when it is removed', async () => {
    const first = await upload('agent1')
    const { id } = (await save('agent1', call({ startTime: '2026-09-28 09:55', recording: first }))).body.data
    const now = async () => (await t.as('agent1').get('/call/data/findById', { id })).body.data.recording
    await save('agent1', { id, content: '更正', result: 'answered' })
    expect(await now()).toBe(first)
    const second = await upload('agent1')
    await save('agent1', { id, content: '更正', result: 'answered', recording: second })
    expect(await now()).toBe(second)
    expect((await hear('leader1', first)).body.code).toBe('NOT_FOUND')
    await save('agent1', { id, content: '更正', result: 'answered', recording: null })
    expect(await now()).toBeNull()
  })
  it('is deleted after its period; the record of the call stays', async () => {
    const recording = await upload('agent1')
    const { id } = (await save('agent1', call({ startTime: '2026-09-28 09:57', recording }))).body.data
    const rows = () => t.kernel.db.selectFrom('file').select('key').where('key', '=', recording).execute()
    const days = t.kernel.config.CALL_RECORDING_DAYS
    clock.set(new Date(Date.parse('2026-09-28T01:59:00Z') + days * 86_400_000).toISOString())
    await runRecurring(t.kernel, 'call.recordings')
    expect(await rows()).toHaveLength(1)
    clock.set(new Date(Date.parse('2026-09-28T02:01:00Z') + days * 86_400_000).toISOString())
    await runRecurring(t.kernel, 'call.recordings')
    expect(await rows()).toEqual([])
    const noted = await t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', 'callRecording.remove').execute()
    expect(noted).toEqual([{ detail: { recordings: expect.any(Number), days } }])
    expect((await t.as('leader1').get('/call/data/findById', { id })).body.data).toMatchObject({ content: '咨询技改补贴', recording: null })
    expect((await hear('leader1', recording)).body.code).toBe('NOT_FOUND')
    clock.set('2026-09-28T02:00:00Z')
  })
})

describe('the contact of a call', () => {
  it('stays when a correction leaves it out, is replaced, and is deleted when it is emptied', async () => {
    const { id } = (await save('agent1', call({ startTime: '2026-09-28 09:59' }))).body.data
    const contact = async () =>
      (await t.as('agent1').post('/call/data/reveal', { id, field: 'contact', reason: '核对联系人' })).body.data.value
    const correct = (more: object) => save('agent1', { id, content: '更正', result: 'answered', ...more })
    await correct({})
    expect(await contact()).toBe('林小满')
    await correct({ contact: '周一帆' })
    expect(await contact()).toBe('周一帆')
    await correct({ contact: '' })
    expect(await contact()).toBe('')
  })
})
