import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { POLICY_STATE } from '../contract/policy/codes.ts'
import { PROPOSAL_STATE } from '../contract/policy/proposal-codes.ts'
import { contentCodes } from '../contract/content/states.ts'
import { marketStates } from '../contract/market/states.ts'
import { smsSendCodes, smsTemplateCodes } from '../contract/sms/states.ts'
import { activityFacts } from '../contract/training/states.ts'
import { declaredFlows } from './kernel/flow.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

interface Shown {
  id: number
  version: number
  allowed?: string[]
  moves?: string[]
  standing?: { version: number; allowed: string[] }
  proposals?: Shown[]
  dryRun?: { hash: string } | null
}
const { pending } = POLICY_STATE
const opinion = '再改改'
const rejects = ({ id, version }: { id: number; version: number }) => ({ id, version, reviewState: 'reject', reviewOpinion: opinion })

/** A flow whose log is asked who wrote: where its rows are shown, and how one is returned to its authors. */
interface Asked {
  who: string
  /** in which a colleague decides */
  state: string | number
  list: string
  /** of the list */
  query?: object
  detail: string
  /** the row of the flow in what is shown: itself, or something in it */
  within?(shown: Shown): Shown | undefined
  send(row: { id: number; version: number; dryRun?: Shown['dryRun'] }): [path: string, body: object]
  /** kind of the to-do; its link says the filter of the list, or `queue` does. null: nobody has it as a to-do */
  todo: string | null
  /** of the list, where the page of the to-do begins with it */
  queue?: object
  /** the table has no column submitted_by */
  noSubmitter?: true
  /** only its detail says what may be done */
  listsNoMoves?: true
}
const flows: Record<string, Asked> = {
  policy: {
    who: 'leader1',
    state: pending,
    list: '/pol/info/list',
    detail: '/pol/info/findById',
    todo: 'policy',
    queue: { forReview: 1 },
    send: (row) => ['/pol/info/updateReviewState', rejects(row)],
  },
  policyDocument: {
    who: 'leader1',
    state: pending,
    list: '/admin/policy/doc/list',
    todo: null,
    detail: '/admin/policy/doc/findById',
    send: (row) => ['/admin/policy/doc/updateReviewState', rejects(row)],
  },
  policyProposal: {
    who: 'leader1',
    state: PROPOSAL_STATE.pending,
    list: '/pol/info/list',
    detail: '/pol/info/findById',
    todo: 'policy',
    queue: { forReview: 1 },
    within: ({ proposals = [] }) => proposals[0],
    send: ({ id, version }) => ['/pol/proposal/move', { id, version, action: 'reject', opinion }],
  },
  news: {
    who: 'leader1',
    state: contentCodes.code.pending,
    list: '/cms/news/list',
    query: { scope: 'manage' },
    detail: '/cms/news/preview',
    todo: 'news',
    send: ({ id, version }) => ['/cms/news/review', { id, version, pass: false, opinion }],
  },
  trainActivity: {
    who: 'leader1',
    state: activityFacts.code.submitted,
    list: '/train/activity/list',
    query: { scope: 'manage' },
    detail: '/train/activity/findById',
    todo: 'training',
    send: ({ id, version }) => ['/train/activity/updateReviewState', { id, version, reviewState: 'refuse', reviewOpinion: opinion }],
  },
  market: {
    who: 'market1',
    state: marketStates.code.pending,
    list: '/workshop/info/list',
    detail: '/workshop/info/findById',
    todo: 'market:workshopInfo',
    send: ({ id, version }) => ['/workshop/info/updateReviewState', { id, version, reviewState: 2, reviewOpinion: opinion }],
  },
  directList: {
    who: 'leader1',
    state: 'confirming',
    list: '/direct/list/list',
    detail: '/direct/list/findById',
    todo: 'direct',
    send: ({ id, version }) => ['/direct/list/review', { id, version, pass: false, opinion }],
    noSubmitter: true,
    listsNoMoves: true,
  },
  smsSend: {
    who: 'op2',
    state: smsSendCodes.code.review,
    list: '/sms/send/list',
    detail: '/sms/send/findById',
    todo: 'sms-send',
    send: ({ id, version, dryRun }) => [
      '/sms/send/updateReviewState',
      { id, version, reviewState: 2, reviewOpinion: opinion, hash: dryRun?.hash },
    ],
    noSubmitter: true,
  },
  smsTemplate: {
    who: 'op2',
    state: smsTemplateCodes.code.waiting,
    list: '/sms/temp/list',
    detail: '/sms/temp/findById',
    todo: 'sms-template',
    send: ({ id, version }) => ['/sms/temp/updateReviewState', { id, version, reviewState: 2, reviewOpinion: opinion }],
    noSubmitter: true,
  },
}
// The tests of flows declare one of their own, and files share modules.
const own = declaredFlows().filter(({ name, writes }) => writes && name !== 'letter')

it('covers every flow whose log is asked', () => {
  expect(own.map(({ name }) => name).toSorted()).toEqual(Object.keys(flows).toSorted())
})

// What is offered is not refused as own work, and what would be refused is not offered (C-06, ADR 1012).
describe.each(own.map((f) => [f.name, f, flows[f.name]!] as const))(
  '%s',
  (_, f, { who, state, list, query = {}, detail, within, send, todo, queue, noSubmitter, listsNoMoves }) => {
    const decides = [...new Set(f.steps.filter((s) => s.own === 'never').map((s) => s.move as string))]
    const person = (name: string) => t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()
    const get = async (path: string, query: Record<string, unknown>) => (await t.as(who).get(path, query)).body
    const inside = within ?? ((shown: Shown): Shown | undefined => shown)
    const offered = (shown: Shown | undefined): string[] =>
      (shown?.standing?.allowed ?? shown?.allowed ?? shown?.moves ?? []).filter((move) => decides.includes(move)).toSorted()

    it('a colleague is offered the review until they write on the row', async () => {
      const { db } = t.kernel
      const [reviewer, author] = [await person(who), await person('editor1')]
      // Any row that the reviewer sees, made to wait for a decision.
      const page = async (): Promise<Shown[]> => (await get(list, { ...query, pageSize: 50 })).data.list
      if (f.name === 'policyDocument') {
        const { id } = (await get('/pol/info/list', { pageSize: 1 })).data.list[0]
        const values = { policy_id: id, file_key: 'a.pdf', file_name: '实施细则.pdf', policy_title: '细则', updated_at: new Date() }
        await db.insertInto('policy_document').values(values).execute()
      }
      const holder = (await page())[0]!
      if (within) {
        const values = { policy_id: holder.id, kind: 'repeal', content: JSON.stringify({ basis: '期满' }), updated_at: new Date() } as const
        const { id } = await db.insertInto('policy_proposal').values(values).returning('id').executeTakeFirstOrThrow()
        holder.proposals = [{ id, version: 1 }]
      }
      const { id } = inside(holder)!
      await sql`update ${sql.table(f.table)} set state = ${state}, created_by = ${author.id}
      ${noSubmitter ? sql`` : sql`, submitted_by = ${author.id}`} where id = ${id}`.execute(db)
      await sql`delete from flow_log where flow = ${f.name} and row_id = ${id}`.execute(db)
      const shown = async () => inside((await get(detail, { id: holder.id })).data as Shown)
      const listed = async () => (listsNoMoves ? shown() : inside((await page()).find((one) => one.id === holder.id)!))
      // Whether the to-do counts it: its page lists as many rows, this one among them.
      const waits = async (): Promise<boolean> => {
        if (todo === null) return true
        const { to, count } = (await get('/work/list', {})).data.list.find(({ kind }: { kind: string }) => kind === todo)
        const asked = { ...query, ...queue, ...Object.fromEntries(new URL(to, 'http://platform').searchParams), pageSize: 100 }
        const { total, list: rows } = (await get(list, asked)).data
        expect([count, rows.length]).toEqual([total, total])
        return rows.some((row: Shown) => row.id === holder.id)
      }
      expect([offered(await listed()), offered(await shown())]).toEqual([decides.toSorted(), decides.toSorted()])
      expect(await waits()).toBe(true)
      const makers = noSubmitter ? ['created_by'] : ['created_by', 'submitted_by']
      for (const maker of makers) {
        const madeBy = (user: number) => sql`update ${sql.table(f.table)} set ${sql.ref(maker)} = ${user} where id = ${id}`.execute(db)
        await madeBy(reviewer.id)
        expect([offered(await listed()), offered(await shown())], maker).toEqual([[], []])
        expect(await waits(), maker).toBe(todo === null)
        await madeBy(author.id)
      }

      const log = { flow: f.name, row_id: id, row_version: 1, from_state: null, to_state: String(state), actor_name: '', at: new Date() }
      const wrote = await db
        .insertInto('flow_log')
        .values({ ...log, move: f.writes![0]!, actor_id: reviewer.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const move of f.writes!) {
        await db.updateTable('flow_log').set({ move }).where('id', '=', wrote.id).execute()
        expect([offered(await listed()), offered(await shown())], move).toEqual([[], []])
        expect(await waits(), move).toBe(todo === null)
      }
      const row = (await shown())!
      const version = row.standing?.version ?? row.version
      const sent = { id, version, dryRun: row.dryRun }
      const refused = send(sent)
      expect((await t.as(who).post(...refused)).body.code).toBe('OWN_WORK')

      // Somebody else wrote it: it is offered again, and done.
      await db.updateTable('flow_log').set({ actor_id: author.id }).where('id', '=', wrote.id).execute()
      expect([offered(await listed()), offered(await shown())]).toEqual([decides.toSorted(), decides.toSorted()])
      expect(await waits()).toBe(true)
      expect((await t.as(who).post(...send(sent))).body).toMatchObject({ success: true })
    })
  },
)
