import { serverWithActors } from '../access/actors.ts'
import { plant } from '../access/planted.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { asUser } from '../user.ts'
import { judged } from './judge.ts'
import type { Wire } from './send.ts'

interface LateCall {
  key: string
  userName: string | undefined
  wire: Wire
}
/**
 * Random calls that were answered well but took longer than two seconds while other parts used the machine. A PDF is drawn in a process of
 * low priority, for example, which gets little processor time then.
 */
export const random: { sent: number; late: LateCall[] } = { sent: 0, late: [] }

/** Makes the late calls again without other parts, on a server with the same records, where each must be in time (I-01). */
export async function inTime(stage: ProofStage): Promise<Finding> {
  const engine = stage.engines.at(-1)!
  const faults: string[] = []
  if (random.late.length > 0) {
    const { app } = await serverWithActors(stage, engine)
    await plant(await asUser(app.base, 'qy1'), await asUser(app.base, 'gr1'))
    for (const { key, userName, wire } of random.late) {
      const token = userName === undefined ? null : (await asUser(app.base, userName)).token
      const { fault } = await judged(app, { ...wire, token })
      if (fault) faults.push(`${key} as ${userName}: ${fault} ← ${wire.path} ${String(wire.body ?? '').slice(0, 300)}`)
    }
    await app.stop()
  }
  return noFaults({ id: 'I-01', what: '乱填的请求 2 秒内答复（同时跑其他项时慢过的，单独再问）', engine }, faults, random.sent)
}
