import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, exactly, noFaults, type Finding } from '../finding.ts'
import { roundRobin } from '../round-robin.ts'
import type { ProofStage } from '../stage.ts'
import { ask, userWith } from '../user.ts'

/** Two processes on one PostgreSQL behind a proxy that sends every second request to each. */
export async function twoProcesses(stage: ProofStage): Promise<Finding[]> {
  const database = await stage.database()
  const env = { POLICY_REVIEW: '0', LOG_LEVEL: 'warn' }
  const [one, two] = await Promise.all([stage.app({ engine: 'postgres', database, env }), stage.app({ engine: 'postgres', database, env })])
  const front = await roundRobin([one.base, two.base])
  stage.onEnd(() => front.close())
  const where = { engine: 'postgres' as const }
  const findings: Finding[] = []

  // The other process accepts captcha, key and session of the first.
  const people = await Promise.all(['qy1', 'gr1', 'editor1'].map((name) => stage.asUser(front.base, name)))
  const [qy1, gr1, editor1] = people
  const infos = await Promise.all(Array.from({ length: 20 }, () => qy1!.get('/sys/activeUser/info')))
  findings.push(
    noFaults(
      { ...where, id: 'S-02', what: '经轮询代理登录与使用会话' },
      infos.filter((a) => a.status !== 200).map((a) => a.text.slice(0, 200)),
      infos.length,
    ),
  )

  // A session ended in one process is invalid in both within a second.
  const leaving = await stage.asUser(front.base, 'gr1')
  await Promise.all([one, two].map(({ base }) => userWith(base, 'gr1', leaving).get('/sys/activeUser/info')))
  await userWith(one.base, 'gr1', leaving).post('/sys/activeUser/logout')
  const from = performance.now()
  while ((await userWith(two.base, 'gr1', leaving).get('/sys/activeUser/info')).status === 200 && performance.now() - from < 5000)
    await sleep(50)
  findings.push(
    atMost({ ...where, id: 'S-02', what: '在一个进程退出，另一个进程拒绝旧令牌' }, Math.round(performance.now() - from), 1500, ' ms'),
  )

  // A change made in one process appears in the pages and cached answers of the other.
  const consult = `甲进程的问题 ${Math.random()}`
  const policy = (await ask(one.base, '/policy/doc/policyDetail', { query: { code: 'hnte' } })).body.data as { id: number; title: string }
  await gr1!.form('/pol/my/getPolConsult', { polInfoId: String(policy.id), consultContent: consult })
  const seen = await Promise.all(
    [one, two].map(({ base }) => userWith(base, 'editor1', editor1!).get('/pol/consult/list', { keyword: consult.slice(0, 20) })),
  )
  findings.push(
    exactly({ ...where, id: 'K-03', what: '一个进程写入，两个进程都读到' }, seen.map((a) => a.body.data?.total).join(' '), '1 1'),
  )

  findings.push(...(await freshPages(stage, [one.base, two.base])))

  // V-04: the processes are replaced one after the other, and no request fails.
  let over = false
  // After a failure nobody else stops the visitors.
  stage.onEnd(() => {
    over = true
  })
  const faults: string[] = []
  let calls = 0
  const visitors = Array.from({ length: 4 }, async () => {
    while (!over) {
      const answer = await ask(front.base, '/pol/my/list').catch((error: Error) => error)
      calls += 1
      if (answer instanceof Error || answer.status !== 200)
        faults.push(answer instanceof Error ? String(answer.cause ?? answer) : `${answer.status} ${answer.text.slice(0, 100)}`)
    }
  })
  const third = await stage.app({ engine: 'postgres', database, env })
  front.replace([one.base, two.base, third.base])
  // The balancer learns it from /readyz, which reports not ready before the listener closes. Seen red: one request in 714 was cut when the
  // balancer did not ask.
  await one.stop()
  front.replace([two.base, third.base])
  await sleep(300)
  over = true
  await Promise.all(visitors)
  findings.push(noFaults({ ...where, id: 'V-04', what: '滚动替换一个进程，经代理的请求没有一个失败' }, faults, calls))
  await Promise.all([two.stop(), third.stop()])
  return findings
}

/** Both processes cache the answer, and one withdraws the policy. The other is told, or its copy expires after five seconds (ADR 0051). */
async function freshPages(stage: ProofStage, bases: string[]): Promise<Finding[]> {
  const editor = await stage.asUser(bases[0]!, 'editor1')
  const list = (await ask(bases[0]!, '/pol/my/list')).body.data.list as { id: number; code: string }[]
  const policyId = list.find(({ code }) => code !== 'hnte')!.id
  const read = async (base: string) => (await ask(base, '/policy/doc/policyDetail', { query: { id: String(policyId) } })).body
  await Promise.all(bases.map(read))
  const down = await editor.form('/pol/info/takeDown', { id: String(policyId) })
  if (!down.body.success)
    return [noFaults({ id: 'K-03', engine: 'postgres', what: '下架在两个进程生效' }, [`taking down: ${down.text.slice(0, 300)}`], 1)]
  const from = performance.now()
  while ((await read(bases[1]!)).success && performance.now() - from < 15_000) await sleep(50)
  return [
    atMost(
      { id: 'K-03', engine: 'postgres', what: '一个进程下架政策，另一个进程的留存应答不再给出' },
      Math.round(performance.now() - from),
      5000,
      ' ms',
    ),
  ]
}
