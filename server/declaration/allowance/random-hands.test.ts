import { beforeAll, expect, it } from 'vitest'
import { movableClock, today } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { declarationTests } from '../test-project.ts'

// G-02: whatever users do in whatever order, every sum and every later change of a sum passes two people.
const clock = movableClock(new Date())
let t: TestApp
const { as, addCompany, staff } = declarationTests(() => t)
const hands = ['front1', 'dept1', 'fin1', 'all1', 'all2', 'all3'] as const
beforeAll(async () => {
  t = await testApp({ clock })
  // These users hold every right, so that only the rule of two people separates them.
  await t.kernel.db.insertInto('role').values({ code: 'allhands', name: '什么都能办' }).execute()
  for (const permission of ['company:read', 'allowance:read', 'allowance:manage', 'allowance:review', 'allowance:pay'] as const)
    await t.kernel.db
      .insertInto('role_permission')
      .columns(['role_id', 'permission'])
      .expression((e) =>
        e
          .selectFrom('role')
          .select(['id', (x) => x.val(permission).as('permission')])
          .where('code', '=', 'allhands'),
      )
      .execute()
  for (const resource of ['allowance', 'company'])
    await t.kernel.db
      .insertInto('row_rule')
      .columns(['role_id', 'resource', 'scope', 'lines'])
      .expression((e) =>
        e
          .selectFrom('role')
          .select(['id', (x) => x.val(resource).as('resource'), (x) => x.val('all').as('scope'), (x) => x.val('[]').as('lines')])
          .where('code', '=', 'allhands'),
      )
      .execute()
  for (const name of hands.filter((hand) => hand.startsWith('all'))) await staff(name, 'allhands', 'qfzx')
})

/** A random generator: the same seed gives the same numbers. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Row {
  version: number
  state: number
  amount: number
  approved_amount: number | null
}
const rowOf = (id: number) =>
  t.kernel.db.selectFrom('allowance').select(['version', 'state', 'amount', 'approved_amount']).where('id', '=', id).executeTakeFirst()

/** One sum moved by many users: the steps that were taken, by whom, and the violations found. */
async function life(seed: number): Promise<{ taken: string[]; wrong: string[] }> {
  const any = chance(seed)
  const who = () => hands[any(hands.length)]!
  const { companyId } = await addCompany()
  const maker = ['front1', 'all1', 'all2'][any(3)]!
  const record = { companyId, projectName: `许多人的补贴${seed}`, year: 2026, amount: 10 }
  const { id } = (await as(maker).post('/allowance/saveOrUpdate', record)).body.data
  const makers = new Set<string>([maker])
  let approver: string | null = null
  let proposer: string | null = null
  const taken: string[] = []
  const wrong: string[] = []
  for (let step = 0; step < 40; step++) {
    const before: Row | undefined = await rowOf(id)
    if (!before) break
    const hand = who()
    const seen = { id, version: before.version }
    const says = async (path: string, body: object) => (await as(hand).post(`/allowance/${path}`, body)).body
    // Half of the time a step that the state allows is tried by a random user, otherwise any step.
    const likely = { 0: [0, 1], 1: [2, 3], 3: [4, 5] }[before.state] ?? [6]
    switch (any(2) === 0 ? likely[any(likely.length)] : any(7)) {
      case 0: {
        const { success } = await says('saveOrUpdate', { ...record, ...seen, amount: 5 + any(20) })
        if (success) makers.add(hand)
        if (success && before.state !== 0) wrong.push(`${hand} changed what was no longer open`)
        if (success) taken.push('change')
        break
      }
      case 1: {
        const { success } = await says('updateReviewState', { ...seen, reviewState: 1 })
        if (!success) break
        if (makers.has(hand)) wrong.push(`${hand} approved the own sum`)
        approver = hand
        taken.push('approve')
        break
      }
      case 2:
        if ((await says('publicise', { items: [seen], days: 3 })).data?.list?.[0]?.ok) {
          taken.push('publicise')
          await t.kernel.db
            .updateTable('allowance')
            .set({ public_from: '2026-01-05', public_to: '2026-01-12' })
            .where('id', '=', id)
            .execute()
        }
        break
      case 3: {
        const { success } = await says('pay', { ...seen, payDate: today(clock), voucher: 'PZ-1' })
        if (!success) break
        if (makers.has(hand) || hand === approver) wrong.push(`${hand} paid what they entered or approved`)
        if (approver === null) wrong.push('paid without an approval')
        taken.push('pay')
        break
      }
      case 4: {
        const change = { ...seen, payDate: today(clock), voucher: 'PZ-2', amount: 5 + any(20), reason: '录错' }
        const { success, data } = await says('correctPayment', change)
        if (!success) break
        if (data.waiting) proposer = hand
        const after = (await rowOf(id))!
        if (after.amount !== before.amount) wrong.push(`${hand} changed a paid sum alone`)
        taken.push('correct')
        break
      }
      case 5: {
        const pass = any(3) > 0
        const { success } = await says('decideCorrection', { ...seen, pass, ...(pass ? {} : { opinion: '凭证不符' }) })
        if (!success) break
        if (hand === proposer) wrong.push(`${hand} confirmed the own change`)
        if (proposer === null) wrong.push('a change was confirmed that nobody asked for')
        proposer = null
        taken.push(pass ? 'confirm' : 'decline')
        break
      }
      default:
        await says('updateReviewState', { id, version: before.version - 1, reviewState: 1 }).then(({ success }) => {
          if (success) wrong.push(`${hand} approved an older version`)
        })
    }
    const after = await rowOf(id)
    if (after?.state === 3 && after.amount > (after.approved_amount ?? 0)) wrong.push('paid above what was approved')
    if (after && after.amount !== before.amount && !['change', 'confirm'].includes(taken.at(-1) ?? '')) wrong.push('a sum moved by itself')
  }
  return { taken, wrong }
}

it('in no order of steps can one person alone decide, pay or change a sum', async () => {
  const lives = []
  for (let seed = 1; seed <= 25; seed++) lives.push(await life(seed * 7919))
  expect(lives.flatMap(({ wrong }) => wrong)).toEqual([])
  // Checks that the random walks reach the later steps.
  const steps = new Set(lives.flatMap(({ taken }) => taken))
  expect([...steps].toSorted()).toEqual(['approve', 'change', 'confirm', 'correct', 'decline', 'pay', 'publicise'])
}, 120_000)
