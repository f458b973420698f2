import { createServer, type Socket } from 'node:net'
import { pdf } from '../../server/kernel/testing/samples.ts'
import { atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { importSheet } from './bombs.ts'
import { uploadAs } from './send.ts'
import { leftOver, storedFiles } from './stored.ts'

type Mode = 'clean' | 'found' | 'error' | 'half' | 'cut' | 'hang'
/** The standard test file of virus scanners, in two pieces so that no scanner finds it in this source. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A scanner that answers INSTREAM as clamd does; the file itself tells it what to answer. */
export async function fakeScanner(stage: ProofStage): Promise<{ port: number; asked: () => number; close: () => Promise<void> }> {
  let asked = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let got = Buffer.alloc(0)
    socket.on('data', (part: Buffer) => {
      got = Buffer.concat([got, part])
      if (!got.subarray(-4).equals(Buffer.alloc(4))) return
      asked += 1
      const mode = /MODE-(\w+)/.exec(got.toString('latin1'))?.[1] as Mode | undefined
      if (mode === 'hang') return
      if (mode === 'cut') return socket.destroy()
      if (mode === 'half') return socket.end('stream: ')
      socket.end(
        { found: 'stream: Win.Test.EICAR_HDB-1 FOUND\0', error: 'INSTREAM size limit exceeded. ERROR\0' }[mode as 'found' | 'error']
          ?? 'stream: OK\0',
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  }
  stage.onEnd(close)
  return { port: (server.address() as { port: number }).port, asked: () => asked, close }
}

/** U-06: a file that the scanner has not called clean cannot be downloaded, and an infected one is not kept. `app` runs with SCANNER. */
export async function scanner(
  stage: ProofStage,
  app: ProofApp,
  user: User,
  staff: User,
  fake: Awaited<ReturnType<typeof fakeScanner>>,
): Promise<Finding[]> {
  const { engine } = app
  const faults: string[] = []
  const content = (mode: Mode) => Buffer.concat([pdf(3000).subarray(0, -6), Buffer.from(`\n% MODE-${mode}\n%%EOF`)])
  const send = (mode: Mode) => uploadAs(app, user, { name: `${mode}.pdf`, content: content(mode) })
  const state = async (filePath: string) => {
    const download = await user.get('/files/download', { filePath })
    return download.text.includes('%PDF') ? 'open' : download.body.code
  }
  let tried = 0
  const expectState = async (what: string, answer: Awaited<ReturnType<typeof send>>, wanted: string) => {
    tried += 1
    const { filePath } = (answer.body.data ?? {}) as { filePath?: string }
    const found = filePath ? await state(filePath) : `${answer.status} ${answer.text.slice(0, 150)}`
    if (found !== wanted) faults.push(`${what}: ${found}`)
    if (!filePath) return
    const link = await user.get('/files/link', { filePath })
    const opened = link.body.success
      ? await fetch(app.base + (link.body.data as { url: string }).url, {
          headers: { cookie: link.headers.get('set-cookie')!.split(';', 1)[0]! },
        })
      : undefined
    if ((opened?.headers.get('content-type') === 'application/pdf') !== (wanted === 'open'))
      faults.push(`${what}, by link: ${opened?.status}`)
  }
  await expectState('clean', await send('clean'), 'open')
  for (const mode of ['error', 'half', 'cut'] as const) await expectState(mode, await send(mode), 'NOT_SCANNED')
  const before = await storedFiles(app)
  const found = await send('found')
  if (found.status !== 400 || found.body.msg !== '文件未通过安全检查') faults.push(`found: ${found.text.slice(0, 200)}`)
  const eicar = await uploadAs(app, user, {
    name: 'e.pdf',
    content: Buffer.concat([pdf(500).subarray(0, -6), Buffer.from(`${EICAR}\n%%EOF`)]),
  })
  if (eicar.status !== 400 || eicar.body.msg !== '文件未通过安全检查') faults.push(`EICAR: ${eicar.text.slice(0, 200)}`)
  const sheet = await importSheet(app, staff, { name: 'a.xlsx', content: Buffer.from('MODE-found') })
  if (sheet.body.success !== false) faults.push(`import: ${sheet.text.slice(0, 200)}`)
  faults.push(...(await leftOver(app, before)))
  tried += 3
  const findings: Finding[] = []
  if (stage.scale !== 'short') {
    const from = performance.now()
    await expectState('hang', await send('hang'), 'NOT_SCANNED')
    findings.push(atMost({ id: 'U-06', engine, what: '扫描器不答复：上传最久等待' }, Math.round(performance.now() - from), 25_000, ' ms'))
  }
  if (fake.asked() < 5) faults.push(`the scanner was asked ${fake.asked()} times`)
  await fake.close()
  await expectState('scanner away', await send('clean'), 'NOT_SCANNED')
  // Seen red: scan() answered 'clean' on an error of the line.
  return [
    noFaults(
      { id: 'U-06', engine, what: '扫描：没说干净的（出错、说一半、断开、不答复、不在）不能下载；发现的与 EICAR 不留' },
      faults,
      tried,
    ),
    ...findings,
  ]
}
