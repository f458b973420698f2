import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask, type Answer } from '../user.ts'
import { isAlive, loggedIn, openChallenge, sealed, tryLogin } from './try.ts'

/** the password rule is applied to the decrypted password, independent of the browser's form. */
export async function passwordRules(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const userName = 'admin1'
  const wrong: string[] = []
  let session = await loggedIn(base, userName)
  let current = DEMO_PASSWORD
  let tried = 0
  const change = async (oldPassword: string, newPassword: string): Promise<Answer> => {
    tried += 1
    // Each of the two envelopes has its own nonce.
    const [one, two] = [await openChallenge(base), await openChallenge(base)]
    const body = { oldPassword: await sealed(one, oldPassword), newPassword: await sealed(two, newPassword) }
    return ask(base, '/sys/user/savePwd', { token: session.token, body })
  }
  const bad: [string, string][] = [
    ['seven characters', 'Ab1@xyz'],
    ['no digit', 'Abcdefg@'],
    ['no letter', '1234567@'],
    ['no special character', 'Abcdefg1'],
    ['a common one', 'P@ssw0rd'],
    ['the user name', `${userName}@2026`],
    ['the one in use', DEMO_PASSWORD],
    ['full-width look-alikes', 'Ａｂ１＠'],
    ['empty', ''],
  ]
  for (const [what, password] of bad) if ((await change(current, password)).body.success) wrong.push(`${what}: taken`)
  if ((await change('Wrong@2026', `Fine#${randomBytes(4).toString('hex')}1`)).body.success) wrong.push('a wrong old password: taken')
  const plain = await ask(base, '/sys/user/savePwd', { token: session.token, body: { oldPassword: current, newPassword: 'Fine#2026x' } })
  if (plain.body.success) wrong.push('passwords in clear: taken')

  const other = await loggedIn(base, userName)
  const past = [current]
  for (let i = 0; i < stage.rounds(1, 5, 5); i++) {
    const next = i === 0 ? `Long#1${randomBytes(29).toString('hex')}` : `Fine#${randomBytes(4).toString('hex')}${i}`
    const answer = await change(current, next)
    if (!answer.body.success) wrong.push(`a good password of ${next.length} characters: ${answer.text}`)
    else current = next
    past.push(current)
    if (!(await isAlive(base, session.token))) session = await loggedIn(base, userName, current)
  }
  await sleep(1100)
  if (await isAlive(base, other.token)) wrong.push('another session of the same user is alive')
  for (const password of past.slice(-5)) if ((await change(current, password)).body.success) wrong.push('one of the last five: taken')
  if ((await tryLogin(base, userName, DEMO_PASSWORD)).body.success) wrong.push('the old password still logs in')
  // Seen red: weakness() left out: a bad one was taken, and the log-in with the old one failed.
  return [noFaults({ id: 'A-06', what: '口令规则用于解密后的值；旧口令、最近五个、常用口令被拒；全部会话即断', engine }, wrong, tried)]
}
