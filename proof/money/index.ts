import { noFaults, type Finding } from '../finding.ts'
import { together, type Part, type ProofApp, type ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { groundedSums, seenDeclarations, seenLists } from './grounded.ts'

/** Money needs an approved declaration and two persons, and is decided on the content that was seen (G-01, G-02, G-04). */
export const part: Part = {
  name: 'money',
  run: async (stage) => {
    // At the same time, because each waits until decisions cannot be revoked any more.
    const each = stage.engines.map(async (engine) => {
      const app = await stage.app({ engine })
      const findings = [...(await decided(stage, app)), ...(await seenLists(stage, app))]
      findings.push(...(await seenDeclarations(stage, app)), ...(await groundedSums(stage, app)))
      await app.stop()
      return findings
    })
    return (await together(each)).flat()
  },
}

interface Sum {
  id: number
  version: number
  state: number
  amount: number
}
type People = Record<'front1' | 'dept1' | 'dept3' | 'leader1' | 'fin1' | 'qy1', User>

/** Every deciding call on an allowance, by every user, with outdated content, and at the same time as calls that remove its grounds. */
async function decided(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const names = ['front1', 'dept1', 'dept3', 'leader1', 'fin1', 'qy1'] as const
  const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await stage.asUser(base, name)]))) as People
  const { front1 } = people
  const companyId = Number((await people.qy1.get('/ent/company/info/queryCompanyIdByToken')).body.data)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const run = Date.now().toString(36)
  let serial = 0
  const record = (more: object = {}) => ({ companyId, projectName: `证明补贴${run}-${++serial}`, year: 2026, amount: 10, ...more })
  const read = async (id: number): Promise<Sum> => (await front1.get('/allowance/findById', { id: String(id) })).body.data
  const enter = async () => read((await front1.post('/allowance/saveOrUpdate', record())).body.data.id)
  const calls: Readonly<Record<string, (who: User, sum: Sum) => Promise<boolean>>> = {
    approve: async (who, s) => {
      const body = { id: s.id, version: s.version, reviewState: 1 }
      return (await who.post('/allowance/updateReviewState', body)).body.success === true
    },
    refuse: async (who, s) => {
      const body = { id: s.id, version: s.version, reviewState: 2, reviewOpinion: '材料不足' }
      return (await who.post('/allowance/updateReviewState', body)).body.success === true
    },
    publicise: async (who, s) =>
      (await who.post('/allowance/publicise', { items: [{ id: s.id, version: s.version }], days: 3 })).body.data?.list?.[0]?.ok === true,
    pay: async (who, s) => (await who.post('/allowance/pay', { id: s.id, version: s.version, payDate: today })).body.success === true,
  }

  // G-02: a user without the right, or a step out of its order, changes nothing.
  const may: Readonly<Record<string, readonly string[]>> = {
    approve: ['dept1', 'dept3'],
    refuse: ['dept1', 'dept3'],
    publicise: ['front1'],
    pay: ['fin1'],
  }
  const wrongHands: string[] = []
  let tries = 0
  for (const [step, ready] of [
    ['approve', false],
    ['refuse', false],
    ['publicise', true],
    ['pay', true],
  ] as const) {
    const sum = await enter()
    if (ready) await calls.approve!(people.dept1, sum)
    const before = await read(sum.id)
    for (const name of names) {
      // Payment comes after the publicity, so before its end nobody may pay, not even 财政.
      if (may[step]!.includes(name) && step !== 'pay') continue
      tries++
      const done = await calls[step]!(people[name], before)
      const after = await read(sum.id)
      if (done || after.state !== before.state || after.version !== before.version) wrongHands.push(`${name} ${step}`)
    }
  }

  // G-04: content changed after it was opened cannot be decided by somebody who saw the old content.
  const stale: string[] = []
  let looked = 0
  for (const step of ['approve', 'refuse', 'publicise', 'pay'] as const) {
    const seen = await enter()
    if (step === 'publicise' || step === 'pay') await calls.approve!(people.dept1, seen)
    else await front1.post('/allowance/saveOrUpdate', { ...record(), id: seen.id, version: seen.version, amount: 99 })
    looked++
    const now = await read(seen.id)
    const who = people[may[step]![0] as keyof People]
    if ((await calls[step]!(who, seen)) || (await read(seen.id)).version !== now.version) stale.push(step)
    const without = await who.post(
      step === 'pay' ? '/allowance/pay' : step === 'publicise' ? '/allowance/publicise' : '/allowance/updateReviewState',
      {
        ...(step === 'publicise' ? { items: [{ id: seen.id }] } : { id: seen.id }),
        ...(step === 'pay' ? { payDate: today } : step === 'publicise' ? {} : { reviewState: 1 }),
      },
    )
    if (without.status !== 400) stale.push(`${step} without a version: ${without.status}`)
  }

  // G-01: approval, refusal, change and deletion come at the same time; one of them wins, and the result is one consistent state.
  const torn: string[] = []
  const rounds = stage.rounds(6, 20, 60)
  for (let round = 0; round < rounds; round++) {
    const sum = await enter()
    const change = { ...record(), id: sum.id, version: sum.version, amount: 50 }
    const outcomes = await Promise.all([
      calls.approve!(people.dept1, sum),
      calls.refuse!(people.dept3, sum),
      front1.post('/allowance/saveOrUpdate', change).then((a) => a.body.success === true),
      front1.post('/allowance/delete', new URLSearchParams({ id: String(sum.id) })).then((a) => a.body.success === true),
    ])
    const [approved, refused, changed, removed] = outcomes
    const left = (await front1.get('/allowance/findById', { id: String(sum.id) })).body.data as Sum | undefined
    // A refused or waiting sum may still be deleted after another call, an approved one never.
    const whole = removed ? left === undefined && !approved : left !== undefined && left.state === (approved ? 1 : refused ? 2 : 0)
    const first = [approved, refused, changed].filter(Boolean).length
    if (!whole || first > 1 || (approved && left?.amount !== 10))
      torn.push(`第 ${round + 1} 轮 ${outcomes.join(' ')} → ${left?.state ?? '无'}`)
  }
  return [
    noFaults({ id: 'G-02', what: '每一步由不该办的人、不到时候的人逐个尝试：没有一笔被改动', engine }, wrongHands, tries),
    noFaults({ id: 'G-04', what: '打开之后换了内容，或不带版本：每个决定接口都拒绝', engine }, stale, looked * 2),
    noFaults({ id: 'G-01', what: '同时通过、不通过、修改、删除：只成一个，留下的是完整的一种状态', engine }, torn, rounds),
  ]
}
