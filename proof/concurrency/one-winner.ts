import pg from 'pg'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { exactly, noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask, userWith } from '../user.ts'
import { all } from './patient.ts'

/** The rows of a query after the process has ended. */
async function rowsOf(app: ProofApp, text: string): Promise<Record<string, any>[]> {
  if (app.database) {
    const client = new pg.Client(app.database)
    await client.connect()
    return client
      .query(text)
      .then(({ rows }) => rows as Record<string, any>[])
      .finally(() => client.end())
  }
  const opened = await openDatabase({ dataDir: app.dataDir, log: testLog })
  return opened.pool
    .query(text)
    .then(({ rows }) => rows as Record<string, any>[])
    .finally(opened.close)
}

export async function oneWinner(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const app = await stage.app({ engine })
  const { base } = app
  const [gr1, editor1, qy1] = await Promise.all(['gr1', 'editor1', 'qy1'].map((name) => stage.asUser(base, name)))
  const policy = (await ask(base, '/policy/doc/policyDetail', { query: { code: 'hnte' } })).body.data.id as number
  const times = stage.rounds(30, 50, 200)
  const findings: Finding[] = []

  // K-02: the same question and the same draft are sent again and again; an account may ask 60 times a minute.
  const clicks = Math.min(times, 50)
  const questions = await all(clicks, () => gr1!.form('/pol/my/getPolConsult', { polInfoId: String(policy), consultContent: '连点的问题' }))
  const projects = (await ask(base, '/dec/project/list', { query: { state: '1' } })).body.data.list as { id: number; policyCode: string }[]
  const projectId = projects.find((p) => p.policyCode === 'demo-patent-standard')!.id
  const drafts = await all(clicks, () => qy1!.post('/dec/my/save', { projectId, formData: {} }))
  const refusals = [...questions, ...drafts].filter((a) => !a.body.success).map((a) => a.text.slice(0, 200))
  findings.push(
    noFaults(
      { id: 'K-02', engine, what: `同一提交 ${clicks} 次：都得到成功的答复（503 的照 Retry-After 再送）` },
      refusals,
      questions.length + drafts.length,
    ),
  )
  const ids = new Set(drafts.map((a) => a.body.data?.id))

  // K-03: many simultaneous answers to the same question.
  const [{ id } = { id: 0 }] = (await editor1!.get('/pol/consult/list', { keyword: '连点的问题' })).body.data.list as { id: number }[]
  const replies = await all(times, (at) => editor1!.post('/pol/consult/reply', { id, replyContent: `答复 ${at}` }))
  const won = replies.filter((a) => a.body.success).length
  findings.push(exactly({ id: 'K-03', engine, what: `${times} 人同时答复同一咨询：赢家` }, won, 1))

  // K-03: the version decides which save wins.
  const opened = (await qy1!.get('/dec/my/findById', { id: String([...ids][0]) })).body.data as { id: number; version: number }
  const saves = await all(20, (at) =>
    qy1!.post('/dec/my/save', { id: opened.id, version: opened.version, projectId, formData: { employees: 100 + at } }),
  )
  findings.push(exactly({ id: 'K-03', engine, what: '20 人用同一版本保存草稿：赢家' }, saves.filter((a) => a.body.success).length, 1))

  // S-04: twenty tabs use the same refresh token at once and get one pair of tokens.
  const pairs = await all(20, () => ask(base, '/sys/activeUser/refreshToken', { token: gr1!.refreshToken }))
  const tokens = new Set(pairs.map((a) => a.body.data?.token))
  findings.push(exactly({ id: 'S-04', engine, what: '20 个标签页同时刷新：不同的令牌' }, tokens.size, 1))
  const alive = await userWith(base, 'gr1', pairs[0]!.body.data).get('/sys/activeUser/info')
  findings.push(exactly({ id: 'S-04', engine, what: '刷新之后的会话' }, alive.status, 200))

  await app.stop()
  const [found] = await rowsOf(
    app,
    `select (select count(*)::int from policy_consult where content = '连点的问题') as questions,
      (select count(*)::int from audit_log where action = 'consult.ask') as asked,
      (select count(*)::int from audit_log where action = 'consult.reply') as replied,
      (select count(*)::int from declaration where project_id = ${projectId} and company_id = (select company_id from sys_user where user_name = 'qy1')) as drafts`,
  )
  const counted = `${found!.questions} / ${found!.asked} / ${found!.replied} / ${found!.drafts} / ${ids.size}`
  findings.push(exactly({ id: 'K-02', engine, what: '库中：咨询、其审计、答复审计、草稿、答复中的草稿号' }, counted, '1 / 1 / 1 / 1 / 1'))
  return findings
}
