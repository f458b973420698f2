import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { atLeast, noFaults, type Engine, type Finding } from '../finding.ts'
import { freePort } from '../../scripts/free-port.ts'
import { isAlive, refresh } from '../session/try.ts'
import type { ProofStage } from '../stage.ts'
import type { User } from '../user.ts'

/**
 * The time in which a lost answer can be requested again with the old token (S-04), a little shortened, because the restart takes some of
 * it.
 */
const GRACE_MS = 27_000

/**
 * S-04: the process is killed with -9 between the change of tokens and the answer; a client that asks again with its token stays signed in.
 */
export async function killedRotation(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const port = String(await freePort())
  const home =
    engine === 'pglite' ? { dataDir: await stage.folder() } : { database: await stage.database(), dataDir: join(stage.dir, 'rotation') }
  const start = () => stage.app({ engine, ...home, env: { PORT: port, LOG_LEVEL: 'error' } })
  let app = await start()
  const { base } = app
  const lost: string[] = []
  let rotated = 0,
    unanswered = 0,
    over = false
  // After a failure nobody else stops the loops.
  stage.onEnd(() => {
    over = true
  })
  // Many sessions at once, because otherwise no kill would fall between a change and its answer.
  const people = ['qy1', 'qy2', 'gr1'].flatMap((name) => Array.from({ length: 6 }, () => name))
  const sessions: User[] = []
  for (const name of people) sessions.push(await stage.asUser(base, name))
  const loops = sessions.map(async ({ name, ...pair }) => {
    let { token, refreshToken } = pair
    let since = performance.now()
    while (!over) {
      const answer = await refresh(base, refreshToken).catch(() => null)
      if (answer?.status === 200 && answer.body.success) {
        ;({ token, refreshToken } = answer.body.data as { token: string; refreshToken: string })
        rotated += 1
        since = performance.now()
      } else if (answer?.status === 401) {
        if (performance.now() - since < GRACE_MS) lost.push(`${name} was logged out after ${Math.round(performance.now() - since)} ms`)
        const again = await stage.asUser(base, name).catch(() => null)
        if (!again) continue
        ;({ token, refreshToken } = again)
        since = performance.now()
      } else unanswered += 1
      if (answer?.status !== 200) await sleep(100)
    }
    if (!(await isAlive(base, token))) lost.push(`${name}: the last access token is dead`)
  })
  const rounds = stage.rounds(2, 3, 50)
  for (let round = 0; round < rounds; round++) {
    const before = rotated
    for (let tries = 0; rotated < before + 40 && tries < 400; tries++) await sleep(25)
    await sleep(Math.random() * 60)
    await app.stop('SIGKILL')
    app = await start()
  }
  await sleep(1000)
  over = true
  await Promise.all(loops)
  await app.stop()
  const what = `轮换令牌时 ${rounds} 次 kill -9`
  return [
    // Seen red: REFRESH_GRACE_MS = 0: six logged out in two kills.
    noFaults({ id: 'S-04', engine, what: `${what}：拿旧令牌再问即得新的一对，没有人被退出` }, lost, rotated),
    atLeast({ id: 'S-04', engine, what: `${what}：没有得到答复的轮换` }, unanswered, 1),
  ]
}
