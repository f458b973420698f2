import type { Question } from '../../contract/matching.ts'
import { ask, type User } from '../user.ts'
import type { Sending } from './arrivals.ts'
import type { Waiting } from './waiting.ts'

/** The data from which the callers of a run choose. */
export interface Place {
  base: string
  users: { companies: User[]; person: User; front: User; dept: User; editor: User }
  /** declarations that wait for acceptance; taken from the end and not put back */
  waiting: Waiting[]
  policies: { id: number; code: string }[]
  questions: Question[]
  projectId: number
}

const WORDS = ['高新技术企业', '研发费用', '小微企业贷款贴息', '技术改造', '专精特新', '设备更新', '稳岗', '数字化', '人才', '绿色工厂']
const FILTERS = [
  '',
  'status=open',
  'status=open&sort=deadline',
  'sort=amount',
  'level=2',
  'supportMode=02',
  'page=2',
  'page=3&pageSize=20',
  'page=24',
]
const BROWSER = { accept: 'text/html', 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, br' }

const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
/** Some entries are used far more often than others: every second call is for the first twentieth of the list. */
const popular = <T>(list: readonly T[]): T => list[Math.floor(list.length * Math.random() ** 4.3)]!
const word = () => encodeURIComponent(one(WORDS))

const detailOf = (id: number) => `/page/policyserverdetail?id=${id}`

let visitors = 0
/** Each visitor has its own private address, so that the limits per address are in force and never reached. */
const visitor = () => {
  visitors += 1
  return { 'x-forwarded-for': `10.${(visitors >> 12) & 255}.${(visitors >> 4) & 255}.7` }
}
const page = (name: string, path: string): Sending => ({ kind: 'ssr', name, path, headers: { ...BROWSER, ...visitor() } })
const call = (name: string, path: string, user?: User): Sending => ({
  kind: 'api',
  name,
  path,
  headers: { accept: 'application/json', ...visitor(), ...(user ? { authorization: user.token } : {}) },
})
const write = (name: string, path: string, body: object, user?: User): Sending => {
  const get = call(name, path, user)
  return { ...get, method: 'POST', body: JSON.stringify(body), headers: { ...get.headers, 'content-type': 'application/json' } }
}

/** The answers of a calculator user who skips a third of the questions. */
function sheet(questions: readonly Question[]): Record<string, unknown> {
  const value = ({ type, options }: Question): unknown =>
    type === 'boolean'
      ? Math.random() < 0.5
      : type === 'number' || type === 'integer'
        ? Math.floor(Math.random() * 900)
        : type === 'enum'
          ? options && one(options).value
          : type === 'multiEnum'
            ? options && [one(options).value]
            : type === 'date'
              ? `20${10 + Math.floor(Math.random() * 14)}-0${1 + Math.floor(Math.random() * 9)}-15`
              : null
  return Object.fromEntries(
    questions
      .filter(() => Math.random() < 0.66)
      .flatMap((question) => {
        const given = value(question)
        return given === null || given === undefined ? [] : [[question.key, given] as const]
      }),
  )
}

export const searchPage = (words: string): Sending => page('政策搜索页', `/page/policysearch?q=${encodeURIComponent(words)}`)

/** One draft that is saved again and again; during a save its owner reads. */
export function draftOf(user: User, projectId: number): () => Sending {
  const draft = { id: 0, version: 0, busy: false }
  return () => {
    if (draft.busy) return call('我的申报', '/dec/my/list', user)
    draft.busy = true
    const known = draft.id ? { id: draft.id, version: draft.version } : {}
    return {
      ...write('存申报草稿', '/dec/my/save', { ...known, projectId, formData: { employees: Math.floor(Math.random() * 500) } }, user),
      took: ({ id, version }) => Object.assign(draft, { id, version }),
      after: () => {
        draft.busy = false
      },
    }
  }
}

/**
 * The mix of calls, in parts of a thousand (docs/reliability.md V-03). Each call is built when it is drawn, from the data of earlier calls.
 */
export function scenario(place: Place): () => Sending {
  const { users, policies, questions, waiting, projectId } = place
  const saveDraft = draftOf(users.companies[0]!, projectId)
  const review = (): Sending => {
    const next = waiting.pop()
    if (!next) return call('待办列表', '/dec/declare/list?state=1', users.front)
    return write('受理', '/dec/declare/updateReviewState', { ...next, reviewState: 'pass', reviewOpinion: '材料齐全' }, users.front)
  }
  const someone = () => one([...users.companies, users.person, users.front, users.dept, users.editor])
  const company = () => one(users.companies)
  const mix: [number, () => Sending][] = [
    // Anonymous readers: pages and their data.
    [70, () => page('首页', '/page/home')],
    [30, () => page('政策服务页', '/page/policyserver')],
    [60, () => searchPage(one(WORDS))],
    [100, () => page('政策详情页', detailOf(popular(policies).id))],
    [20, () => page('政策超市页', '/page/policymarket/index')],
    [20, () => page('计算器页', '/page/policyserver/calculator')],
    [110, () => call('政策列表', `/pol/my/list?${one(FILTERS)}`)],
    [40, () => call('筛选项', `/pol/my/facets?${Math.random() < 0.5 ? `q=${word()}` : 'status=open'}`)],
    [90, () => call('政策详情', `/policy/doc/policyDetail?id=${popular(policies).id}`)],
    [30, () => call('相关政策', `/pol/info/related?id=${popular(policies).id}`)],
    [20, () => call('热门政策', '/pol/info/hotList')],
    // Searches and calculations.
    [50, () => call('检索', `/pol/my/list?sort=relevance&q=${word()}`)],
    [30, () => call('全站搜索', `/thirdPartApi/globalSearch?keyword=${word()}`)],
    [30, () => write('下一问', '/corp/policyCalculator/nextQuestions', { answers: sheet(questions) })],
    [40, () => write('测算', '/corp/policyCalculator/calculate', { answers: sheet(questions) })],
    // Signed-in enterprises.
    [30, () => call('我的申报', '/dec/my/list', company())],
    [30, () => call('可享政策', '/corp/policy/list', company())],
    [15, () => call('企业工作台政策', '/corp/policyCalculator/homeMyPolicy', company())],
    [15, () => call('企业档案', '/dynamic/company/info/queryEntArchiveDetail', company())],
    [10, saveDraft],
    [10, () => call('我的咨询', '/pol/consult/listMy?replyState=0', one([...users.companies, users.person]))],
    // Reviewers.
    [20, () => call('待办列表', '/dec/declare/list?state=1', users.front)],
    [10, () => call('部门待办', '/dec/declare/list?state=2', users.dept)],
    [10, () => call('政策管理列表', '/pol/info/list', users.editor)],
    [5, () => call('咨询列表', '/pol/consult/list', users.editor)],
    [5, review],
    // Open tabs.
    [60, () => call('令牌检查', '/sys/activeUser/checkTokenInvalid', someone())],
    [40, () => call('未读消息', '/sys/notice/unreadCount', someone())],
  ]
  const total = mix.reduce((sum, [share]) => sum + share, 0)
  return () => {
    let place = Math.random() * total
    for (const [share, make] of mix) if ((place -= share) < 0) return make()
    return mix[0]![1]()
  }
}

/** A visitor opens the page of a policy in a browser. */
export async function visit(base: string, id: number): Promise<void> {
  const response = await fetch(base + detailOf(id), { headers: { ...BROWSER, ...visitor() } })
  await response.arrayBuffer()
}

/** Signs in all users and reads the data that the calls need. */
export async function prepare(base: string, asUser: (name: string) => Promise<User>, waiting: Waiting[]): Promise<Place> {
  const [qy1, qy2, person, front, dept, editor] = await Promise.all(['qy1', 'qy2', 'gr1', 'front1', 'dept1', 'editor1'].map(asUser))
  const data = async (path: string, query: Record<string, string> = {}) => {
    const answer = await ask(base, path, { query })
    if (!answer.body.success) throw new Error(`${path}: ${answer.text.slice(0, 200)}`)
    return answer.body.data
  }
  const policies: Place['policies'] = []
  for (let at = 1; at <= 5; at++) policies.push(...(await data('/pol/my/list', { page: String(at), pageSize: '100' })).list)
  const { topics } = await data('/admin/policyCalculator/queryCommonQuestionnaire')
  const projects = (await data('/dec/project/list', { state: '1' })).list as { id: number; policyCode: string }[]
  return {
    base,
    users: { companies: [qy1!, qy2!], person: person!, front: front!, dept: dept!, editor: editor! },
    waiting,
    policies,
    questions: topics.flatMap((topic: { questions: Question[] }) => topic.questions),
    projectId: projects.find(({ policyCode }) => policyCode === 'demo-patent-standard')!.id,
  }
}
