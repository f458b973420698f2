import { noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask, userWith, type Answer, type User } from '../user.ts'

const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const ROOT = '/imitate/match/log'

/**
 * A person who acts for a company tries the actions reserved to the company itself, and creates records in its name. The company then
 * dissolves the binding, and within a second the person can no longer reach any of them (G-08).
 */
export async function onBehalf(stage: ProofStage, base: string, engine: Engine): Promise<Finding[]> {
  const owner = await stage.asUser(base, 'qy1')
  const person = await stage.asUser(base, 'gr1')
  await owner.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
  const { id: companyId, code } = (await owner.get('/dynamic/company/info/findById')).body.data
  const bindingId = await bind(stage, base, person, code)
  const acting = userWith(base, 'gr1', (await person.post('/sys/activeUser/changeToCompany', { companyId })).body.data)
  const account = { bankName: '某某银行', accountNo: '6217001234567890', contactName: '周小溪', contactPhone: '13900000000' }
  const tries: [string, Promise<Answer>][] = [
    ['授权', acting.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })],
    ['撤回授权', acting.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })],
    ['收款账户', acting.post('/direct/my/consent', { id: 1, ...account })],
    ['放弃补贴', acting.post('/direct/my/decline', { id: 1, reason: '证明' })],
    ['审核绑定', acting.post('/personal/company/examine', { id: bindingId, version: 2, examineState: 1 })],
  ]
  // The calls must be refused because of the caller; a call refused for its form was made wrongly.
  const allowed = (await Promise.all(tries.map(async ([what, answer]) => ({ what, body: (await answer).body }))))
    .filter(({ body }) => body.success || body.code === 'INVALID')
    .map(({ what, body }) => `${what}：${body.success ? '成功' : body.msg}`)

  const shareId = (await acting.post(`${ROOT}/share`, { answers: {}, useArchive: true, includeArchive: true })).body.data.shareId
  const kept = (await acting.post(`${ROOT}/improveCompanyInfoImitate`, { companyInfo: {}, useArchive: true })).body.data.logId
  const saved = (await acting.post('/corp/policyCalculator/save', { answers: {}, useArchive: true })).body.data.id
  const heard = JSON.stringify((await owner.get('/sys/notice/list', { pageSize: '50' })).body.data)
  const links = (await owner.get(`${ROOT}/companyLinks`)).body.data.list as { shareId: string }[]
  const unheard = [
    ...(heard.includes('已绑定贵企业') ? [] : ['绑定通过没有通知企业']),
    ...(heard.includes('已授权平台使用企业档案') ? [] : ['授权没有通知企业']),
    ...(links.some((link) => link.shareId === shareId) ? [] : ['企业看不到以其名义生成的链接']),
  ]

  await owner.form('/personal/company/delete', { id: String(bindingId) })
  const from = performance.now()
  const again = await stage.asUser(base, 'gr1')
  const reached = (
    await Promise.all(
      (
        [
          ['旧令牌', acting.get('/dynamic/company/info/findById')],
          ['分享链接', ask(base, `${ROOT}/getMatchCount`, { query: { logId: shareId } })],
          ['保存的模拟', again.get(`${ROOT}/getMatchCount`, { logId: String(kept) })],
          ['保存的测算', again.get('/corp/policyCalculator/findById', { id: String(saved) })],
          ['再次切换', again.post('/sys/activeUser/changeToCompany', { companyId })],
        ] as [string, Promise<Answer>][]
      ).map(async ([what, answer]) => [what, (await answer).body.success] as const),
    )
  )
    .filter(([, success]) => success)
    .map(([what]) => what)
  const ms = performance.now() - from
  return [
    noFaults({ id: 'G-08', what: '代办人改授权、收款账户与绑定', engine }, allowed, tries.length),
    noFaults({ id: 'G-08', what: '企业得知绑定与授权，看得到以其名义生成的链接', engine }, unheard, 3),
    noFaults(
      { id: 'G-08', what: `解除绑定 ${ms <= 1000 ? '一秒之内' : `${Math.round(ms)} ms 后`}，以企业名义所做的都到不了`, engine },
      reached,
      5,
    ),
  ]
}

async function bind(stage: ProofStage, base: string, person: User, code: string): Promise<number> {
  const proof = (await person.upload('/files/upload', { name: '授权书.pdf', bytes: PDF })).body.data
  const asked = await person.post('/personal/company/save', { code, position: '经办人', proofFiles: [proof] })
  if (!asked.body.success) throw new Error(`binding was refused: ${asked.text}`)
  const { id, version = 1 } = asked.body.data
  const front = await stage.asUser(base, 'front1')
  const examined = await front.post('/personal/company/examine', { id, version, examineState: 1 })
  if (!examined.body.success) throw new Error(`examining was refused: ${examined.text}`)
  return id
}

/** G-07: a user who may read the list tries to find the hidden digits of a masked number by searching. */
export async function guessing(stage: ProofStage, base: string, engine: Engine): Promise<Finding[]> {
  const front = await stage.asUser(base, 'front1')
  const guesses = stage.rounds(60, 200, 10_000)
  const search = (n: number) =>
    front.get(n % 2 ? '/company/info/list' : '/sys/feedback/list', { [n % 2 ? 'phone' : 'phonevalue']: `139${String(10_000_000 + n)}` })
  let answered = 0
  for (let at = 0; at < guesses; at += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => search(at + n)))
    answered += answers.filter(({ status }) => status === 200).length
  }
  const parts = await Promise.all([
    front.get('/company/info/list', { phone: '1391234' }),
    front.get('/sys/feedback/list', { phonevalue: '1391234' }),
  ])
  return [
    noFaults(
      { id: 'G-07', what: `按号码猜 ${guesses} 次：一小时 30 次之后被拒`, engine },
      answered <= 30 ? [] : [`${answered} 次得到答复`],
      guesses,
    ),
    noFaults(
      { id: 'G-07', what: '只给一部分号码的查找被拒', engine },
      parts.filter(({ body }) => body.success).map(({ text }) => text.slice(0, 100)),
      parts.length,
    ),
  ]
}
