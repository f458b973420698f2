import { shanghaiDay } from '../../contract/shanghai.ts'
import { DECISION_UNDO_S, declarationStates } from '../../contract/declaration.ts'
import { countyPolicies } from '../../seed/county.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'

const DAY = 86_400_000
const LIVE_SUMS = [0, 1, 3]
const ACTS = ['decide', 'takeBack', 'refuse', 'create'] as const
type Act = (typeof ACTS)[number]

const orders = (acts: readonly Act[]): Act[][] =>
  acts.length === 0 ? [[]] : acts.flatMap((first) => orders(acts.filter((act) => act !== first)).map((rest) => [first, ...rest]))

interface Asked {
  id: number
  company: number
  /** the policy's code and the applicant, for the report */
  name: string
}

/** Makes declarations for money, each of another company and policy, because the same support can be entered only once a year. */
async function asked(stage: ProofStage, base: string, wanted: number): Promise<Asked[]> {
  const [editor, ...companies] = await Promise.all(['editor1', 'qy1', 'qy2'].map((name) => stage.asUser(base, name)))
  const offices: { id: number; label: string }[] = (await editor!.get('/sys/office/options')).body.data
  const office = offices.find(({ label }) => label === '县经济和信息化局')!.id
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const made: Asked[] = []
  for (const { id: code } of countyPolicies) {
    if (made.length >= wanted) break
    const { data: policy } = (await editor!.get('/policy/doc/policyDetail', { code })).body
    if (!policy) continue
    const saved = await editor!.post('/gov/policy/doc/saveProject', {
      policyId: policy.id,
      examineDep: office,
      separateDecision: false,
      applyStartTime: at(-1),
      applyEndTime: at(30),
      examineStartTime: at(-1),
      examineEndTime: at(60),
      template: {
        name: `证明 ${code}`,
        sections: [{ key: 's', title: '内容', fields: [{ key: 'sum', label: '申请金额', type: 'money', required: true }] }],
        materials: [],
        amountField: 'sum',
        steps: [{ step: 'accept', permission: 'declaration:accept', officeId: null, mode: 'one' }],
      },
    })
    // The policy already has a project.
    if (!saved.body.success) continue
    for (const who of companies) {
      const draft = await who.post('/dec/my/save', { projectId: saved.body.data.id, formData: { sum: 3 }, files: {} })
      if (!draft.body.success) continue
      const { id, version } = draft.body.data
      const sent = await who.post('/dec/my/submit', { id, version, promise: true })
      if (!sent.body.success) continue
      const company = Number((await who.get('/ent/company/info/queryCompanyIdByToken')).body.data)
      made.push({ id, company, name: `${code} ${who.name}` })
    }
  }
  return made
}

const seen = async (who: User, id: number) => (await who.get('/dec/declare/findById', { id: String(id) })).body.data

/**
 * Decisions, revocations, refusals and sums entered by hand, in every order and at once: every valid sum must belong to an approved
 * declaration (G-01).
 */
export async function groundedSums(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const [front1, dept1] = [await stage.asUser(base, 'front1'), await stage.asUser(base, 'dept1')]
  const all = await asked(stage, base, stage.rounds(6, 24, 60))
  const decide = (id: number, version: number, more: object) =>
    front1.post('/dec/declare/updateReviewState', {
      id,
      version,
      ground: { kind: 'original', words: `已在窗口核对第 ${id} 件的原件` },
      ...more,
    })
  const acts: Record<Act, (d: Asked) => Promise<unknown>> = {
    decide: async (d) => decide(d.id, (await seen(front1, d.id)).version, { reviewState: 'pass', amount: 2 }),
    takeBack: async (d) => front1.post('/dec/declare/revoke', { id: d.id, version: (await seen(front1, d.id)).version }),
    refuse: async (d) =>
      decide(d.id, (await seen(front1, d.id)).version, { reviewState: 'refuse', reviewOpinion: '材料不足', ground: undefined }),
    create: async (d) =>
      front1.post('/allowance/saveOrUpdate', {
        companyId: d.company,
        projectName: `证明 ${d.name}`,
        year: Number(shanghaiDay(Date.now()).slice(0, 4)),
        amount: 2,
        declareId: d.id,
      }),
  }
  const every = orders(ACTS)
  await Promise.all(
    all.map(async (d, i) => {
      const order = every[(i * 5) % every.length]!
      if (i % 3 === 2) await Promise.all(order.map((act) => acts[act](d)))
      else for (const act of order) await acts[act](d)
    }),
  )
  // After this time a decision cannot be revoked, and the sums are made by a job.
  await new Promise((resolve) => setTimeout(resolve, (DECISION_UNDO_S + 4) * 1000))
  const sumsOf = async (d: Asked): Promise<{ id: number; version: number; state: number; amount: number }[]> =>
    (await front1.get('/allowance/list', { declareId: String(d.id) })).body.data.list
  // A late revocation and the approval of the sum come at the same time.
  await Promise.all(
    all.map(async (d) => {
      const [sum] = await sumsOf(d)
      await Promise.all([
        acts.takeBack(d),
        ...(sum ? [dept1.post('/allowance/updateReviewState', { id: sum.id, version: sum.version, reviewState: 1 })] : []),
      ])
    }),
  )
  const faults: string[] = []
  let resting = 0
  for (const d of all) {
    const { state, approvedAmount } = await seen(front1, d.id)
    const live = (await sumsOf(d)).filter((sum) => LIVE_SUMS.includes(sum.state))
    if (live.length > 1) faults.push(`${d.name}：${live.length} 笔补贴`)
    for (const { amount } of live) {
      resting++
      if (state !== declarationStates.approved.code) faults.push(`${d.name}：申报状态 ${state}，补贴 ${amount} 万元还在`)
      else if (amount > approvedAmount) faults.push(`${d.name}：补贴 ${amount} 万元，核定 ${approvedAmount} 万元`)
    }
  }
  if (resting === 0) faults.push('没有一笔补贴来自通过的申报')
  return [
    noFaults({ id: 'G-01', what: '申报的通过、撤回、不予支持与登记补贴，各种先后与同时：没有失去依据的补贴', engine }, faults, all.length),
  ]
}

/**
 * A declaration that was withdrawn, changed and resubmitted after a reviewer opened it cannot be decided by somebody who saw the old
 * content (G-04).
 */
export async function seenDeclarations(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const [front1, qy1] = [await stage.asUser(base, 'front1'), await stage.asUser(base, 'qy1')]
  const own = (await asked(stage, base, 2)).find(({ name }) => name.endsWith('qy1'))
  const faults: string[] = []
  let looked = 0
  if (own) {
    const { id } = own
    const { version: old, projectId } = await seen(front1, id)
    await qy1.form('/dec/my/withdraw', { id: String(id) })
    const { version } = (await qy1.get('/dec/my/findById', { id: String(id) })).body.data
    const changed = await qy1.post('/dec/my/save', { id, version, projectId, formData: { sum: 300 }, files: {} })
    await qy1.post('/dec/my/submit', { id, version: changed.body.data.version, promise: true })
    const now = await seen(front1, id)
    if (now.amount !== 300 || now.version === old) faults.push('内容没有换成')
    const ground = { kind: 'original', words: '已在窗口核对原件，与申报一致' }
    const decisions: [string, string, object][] = [
      ['通过', '/dec/declare/updateReviewState', { reviewState: 'pass', amount: 3, ground }],
      ['不予支持', '/dec/declare/updateReviewState', { reviewState: 'refuse', reviewOpinion: '材料不足' }],
      ['退回补正', '/dec/declare/back', { reason: '请核对', fields: [{ path: 'form.sum', message: '请核对金额' }] }],
      ['撤回处理', '/dec/declare/revoke', {}],
    ]
    const expectRefused = async (what: string, path: string, body: object, status?: number) => {
      looked++
      const answer = await front1.post(path, body)
      const done = path.endsWith('batchReview') ? answer.body.data?.successCount > 0 : answer.body.success === true
      const { version: stands, state } = await seen(front1, id)
      if (done || stands !== now.version || state !== now.state || (status !== undefined && answer.status !== status))
        faults.push(`${what}：${answer.status} ${answer.body.code ?? ''}`)
    }
    for (const [what, path, body] of decisions) {
      await expectRefused(`${what}，旧版本`, path, { id, version: old, ...body })
      await expectRefused(`${what}，不带版本`, path, { id, ...body }, 400)
    }
    for (const reviewState of ['pass', 'refuse']) {
      const reviewOpinion = '材料不足'
      await expectRefused(`批量 ${reviewState}，旧版本`, '/dec/declare/batchReview', {
        items: [{ id, version: old }],
        reviewState,
        reviewOpinion,
      })
      await expectRefused(`批量 ${reviewState}，不带版本`, '/dec/declare/batchReview', { items: [{ id }], reviewState, reviewOpinion }, 400)
    }
  }
  return [noFaults({ id: 'G-04', what: '申报打开之后换了内容，或不带版本：每个决定接口都拒绝', engine }, faults, looked)]
}

/** Every permitted action on a direct list, with a version other than the present one, and without a version (G-04). */
export async function seenLists(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const bodies: Readonly<Record<string, [string, object][]>> = {
    freeze: [['run', { kind: 'frozen' }]],
    submit: [['submit', {}]],
    withdraw: [['withdraw', {}]],
    reopen: [['reopen', {}]],
    confirm: [['review', { pass: true }]],
    return: [['review', { pass: false, opinion: '请核对名单' }]],
    cancel: [['cancel', { reason: '名单有误，终止' }]],
    close: [['close', {}]],
    handOver: [['handOver', {}]],
  }
  const faults: string[] = []
  const moves = new Set<string>()
  let looked = 0
  for (const name of ['editor1', 'leader1', 'dept1', 'dept3', 'front1', 'fin1']) {
    const who = await stage.asUser(base, name)
    const { data } = (await who.get('/direct/list/list', { pageSize: '100' })).body
    for (const { id } of (data?.list ?? []) as { id: number }[]) {
      const read = async () => (await who.get('/direct/list/findById', { id: String(id) })).body.data
      const before = await read()
      for (const move of (before?.moves ?? []) as string[])
        for (const [path, body] of bodies[move] ?? []) {
          moves.add(move)
          looked += 2
          const stale = await who.post(`/direct/list/${path}`, { id, version: before.version + 1, ...body })
          const without = await who.post(`/direct/list/${path}`, { id, ...body })
          const after = await read()
          if (stale.body.success || without.status !== 400 || after.version !== before.version || after.state !== before.state)
            faults.push(`${name} ${move} 名单 ${id}：${stale.body.code} ${without.status}`)
        }
    }
  }
  return [
    noFaults({ id: 'G-04', what: `免申即享名单的决定接口（${[...moves].join('、')}）：版本不符或不带版本都拒绝`, engine }, faults, looked),
  ]
}
