import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import yauzl from 'yauzl'
import type { MyData } from '../../contract/account-data.ts'
import { movableClock } from '../../server/kernel/clock.ts'
import { openPii } from '../../server/kernel/access/pii.ts'
import { runRecurring } from '../../server/kernel/jobs/jobs.ts'
import { tryLogin } from '../session/try.ts'
import { noFaults, type Finding } from '../finding.ts'
import { withKernel } from '../kernel.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { dump, foundInDump } from './scan.ts'

const DAY_MS = 86_400_000
const word = (what: string) => `${what}${randomInt(1e9, 9e9)}`

async function textOf(bytes: Buffer, wanted: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(bytes)
  let text = ''
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== wanted) continue
    for await (const piece of await zip.openReadStreamPromise(entry)) text += String(piece)
  }
  return text
}

/**
 * P-04: users can view, export and delete all their own data and close their account, and nobody else can. Afterwards the account is about
 * to be closed.
 */
export async function ownData(
  base: string,
  person: User,
  others: readonly User[],
): Promise<{ faults: string[]; tries: number; words: Map<string, string> }> {
  const faults: string[] = []
  let tries = 0
  const holds = (what: string, is: boolean) => {
    tries += 1
    if (!is) faults.push(what)
  }
  const [name, typed] = [word('证人'), word('草稿')]
  await person.post('/sys/feedback/save', {
    name: '留言',
    textarea: '内容',
    othervalue: '个人',
    namevalue: name,
    phonevalue: '15420001234',
  })
  await person.post('/sys/draft/save', { form: 'label:12', content: JSON.stringify({ typed }) })
  const mine = async (who: User) => (await who.get('/sys/account/data')).body.data as MyData
  const rowsOf = async (who: User, key: string) => (await who.get('/sys/account/dataRows', { key })).text

  const { kinds } = await mine(person)
  for (const key of ['feedback', 'form_draft', 'session'])
    holds(
      `${key} is not told`,
      kinds.some((kind) => kind.key === key),
    )
  holds('the own name is not shown', (await rowsOf(person, 'feedback')).includes(name))
  for (const other of others) holds(`${other.name} sees it`, !(await rowsOf(other, 'feedback')).includes(name))
  for (const key of ['sys_user', 'passclosinghistory', 'audit_log', 'policy', "feedback' or '1'='1"])
    holds(`rows of ${key} are given away`, (await person.get('/sys/account/dataRows', { key })).body.code === 'NOT_FOUND')

  await person.post('/sys/account/copyData', {})
  let copy = (await mine(person)).copy
  for (let i = 0; i < 120 && copy?.state !== 'done'; i++) {
    await sleep(250)
    copy = (await mine(person)).copy
  }
  const filePath = copy?.filePath ?? ''
  const url = `/files/download?filePath=${encodeURIComponent(filePath)}`
  const file = await fetch(new URL(url, base), { headers: { authorization: person.token } })
  const text = file.ok ? await textOf(Buffer.from(await file.arrayBuffer()), 'data.json') : ''
  holds('the copy lacks what was written', text.includes(name) && text.includes(typed))
  for (const other of others) {
    const taken = await fetch(new URL(url, base), { headers: { authorization: other.token } })
    holds(`${other.name} takes the copy of somebody else`, !taken.ok || (taken.headers.get('content-type') ?? '').includes('json'))
  }

  holds('what the law keeps is erased', (await person.form('/sys/account/eraseData', { key: 'feedback' })).body.success !== true)
  holds('a draft is not erased', (await person.form('/sys/account/eraseData', { key: 'form_draft' })).body.success === true)
  const closing = { word: '注销' }
  holds('a closing without the word', (await person.form('/sys/account/close', { word: '好' })).body.success !== true)
  holds('the closing', (await person.form('/sys/account/close', closing)).body.success === true)
  holds('the way back', (await person.post('/sys/account/keepOpen')).body.success === true && (await mine(person)).closing === null)
  holds('the closing, again', (await person.form('/sys/account/close', closing)).body.success === true)
  return {
    faults,
    tries,
    words: new Map([
      [name, '姓名'],
      [typed, '草稿'],
    ]),
  }
}

/** After the server has stopped, its nightly job runs with a clock eight days later, and a new server starts with the remaining data. */
export async function ended(stage: ProofStage, app: ProofApp, name: string, words: ReadonlyMap<string, string>): Promise<string[]> {
  const names = await withKernel(
    app,
    async (k) => {
      await runRecurring(k, 'account.close')
      const rows = await k.db.selectFrom('feedback').select('name_sealed').execute()
      return rows.map((row) => openPii(k, row.name_sealed))
    },
    movableClock(new Date(Date.now() + 8 * DAY_MS)),
  )
  const left = foundInDump(await dump(app), words, /^audit/)
  const again = await stage.app({ engine: app.engine, dataDir: app.dataDir, ...(app.database ? { database: app.database } : {}) })
  const login = await tryLogin(again.base, name, DEMO_PASSWORD)
  const desk = await (await stage.asUser(again.base, 'front1')).get('/sys/feedback/list', { pageSize: '50' })
  await again.stop()
  return [
    ...left,
    // A dump does not show what is sealed, and the desk masks names: only opening them tells whether the name is gone.
    ...(names.length === 0 ? ['no name was read'] : []),
    ...[...words.keys()].filter((one) => names.some((name) => name.includes(one))).map((one) => `${words.get(one)} is still there, sealed`),
    ...(login.body.success === true ? [`${name} still comes in`] : []),
    ...[...words.keys()].filter((one) => desk.text.includes(one)).map((one) => `the desk still shows ${words.get(one)}`),
    ...(desk.body.success === true ? [] : ['the desk does not answer']),
  ]
}

export const ownDataFinding = (engine: ProofApp['engine'], faults: readonly string[], tries: number): Finding =>
  noFaults({ id: 'P-04', what: '本人的数据只有本人能看、能带走、能删；注销后登录不了，密封的姓名也不在了', engine }, faults, tries)
