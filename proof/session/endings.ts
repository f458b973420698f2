import { randomBytes } from 'node:crypto'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { createUser, giveRoles, setEnabled } from '../../server/identity/index.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import type { Kernel } from '../../server/kernel/kernel.ts'
import { hashPassword } from '../../server/kernel/access/password.ts'
import { liveEndpoints } from '../endpoints.ts'
import { atMost, noFaults, notRunHere, type Finding } from '../finding.ts'
import { withKernel } from '../kernel.ts'
import type { ProofApp } from '../stage.ts'
import { ask } from '../user.ts'
import { replayed, untilRefused } from './replay.ts'
import { isAlive, loggedIn, openChallenge, sealed } from './try.ts'

const call = systemCall('proof')
/** Users whose password, rights or account change; no other check uses them. `OFF` is disabled from the beginning. */
const PASSWORD = 'proof-password'
const RIGHTS = 'proof-rights'
const LEAVING = 'proof-leaving'
export const OFF = 'proof-off'

/**
 * Adds the users of this check before the server starts, because only one process may open an embedded database; returns the id of `OFF`.
 */
export async function addPeople(k: Kernel): Promise<number> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  let last = 0
  for (const userName of [PASSWORD, RIGHTS, LEAVING, OFF])
    last = await createUser(k.db, call, { userName, name: `证明 ${userName}`, type: 'YYF', roles: ['editor'], passwordHash }, new Date())
  await setEnabled(k, call, OFF, false)
  return last
}

/** S-02: a changed password, a disabled account and changed rights end the earlier tokens at every endpoint within a second. */
export async function endings(app: ProofApp): Promise<Finding[]> {
  const { base, engine } = app
  const guarded = (await liveEndpoints(app.admin)).filter(({ access }) => access !== 'public')
  const findings: Finding[] = []
  const check = async (what: string, userName: string, status: number, change: (token: string) => Promise<unknown>) => {
    const [own, other] = [await loggedIn(base, userName), await loggedIn(base, userName)]
    // The server caches a verified session for a moment, so the token is used once before.
    if (!(await isAlive(base, other.token))) throw new Error(`the session of ${userName} did not start`)
    await change(own.token)
    const took = await untilRefused(() => ask(base, '/sys/activeUser/info', { token: other.token }), status)
    // Seen red: savePwd left its own session alone, whose tokens may have been copied.
    await untilRefused(() => ask(base, '/sys/activeUser/info', { token: own.token }), status)
    findings.push(
      atMost({ id: 'S-02', what: `${what}到旧令牌被拒（${status}）`, engine }, took, 1000, ' ms'),
      noFaults(
        { id: 'S-02', what: `${what}后旧令牌在每个接口上都被拒（${status}）`, engine },
        await replayed(base, other.token, guarded, status),
        guarded.length,
      ),
    )
  }
  // Seen red: savePwd left the other sessions alone: 303 of 331 operations.
  await check('改密', PASSWORD, 401, async (token) => {
    const [one, two] = [await openChallenge(base), await openChallenge(base)]
    const body = {
      oldPassword: await sealed(one, DEMO_PASSWORD),
      newPassword: await sealed(two, `Fine#${randomBytes(4).toString('hex')}1`),
    }
    const answer = await ask(base, '/sys/user/savePwd', { token, body })
    if (!answer.body.success) throw new Error(`the password was not changed: ${answer.text}`)
  })
  if (engine === 'pglite') {
    const lacking = '内嵌库只有一个进程，停用与改角色在命令行'
    return [...findings, notRunHere({ id: 'S-02', what: '停用、改角色后旧令牌在每个接口上都被拒', engine }, lacking)]
  }
  // Seen red: giveRoles without raiseRights: all 331; and a session believed for a whole second: 1,017 ms (mended).
  await check('改角色', RIGHTS, 403, () =>
    withKernel(app, async (k) => {
      const { id } = await k.db.selectFrom('sys_user').select('id').where('user_name', '=', RIGHTS).executeTakeFirstOrThrow()
      await giveRoles(k.db, call, id, ['leader'])
    }),
  )
  // Seen red: neither `enabled` in authenticate() nor revokeSessions: 303 of 331.
  await check('停用', LEAVING, 401, () => withKernel(app, (k) => setEnabled(k, call, LEAVING, false)))
  return findings
}
