import type { JsonSchema, LiveEndpoint } from '../endpoints.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import type { Actor } from './actors.ts'
import { readExpected } from './matrix.ts'
import { filled } from './sample.ts'

interface Scene {
  base: string
  engine: Engine
  endpoints: LiveEndpoint[]
  actors: Actor[]
}

/** Keys that an attacker would like to set and must not (C-04). */
const EXTRA = [
  'owner',
  'ownerId',
  'createdBy',
  'createTime',
  'createUser',
  'updateUser',
  'delFlag',
  'isAdmin',
  'role',
  'roles',
  'permissions',
  'password',
  'passwordHash',
  'rightsVersion',
  'tenantId',
  'viewNum',
  'reviewer',
  'reviewerId',
  'approvedBy',
  'publishedAt',
  'authStatusTime',
  'mobile',
  '$where',
  'constructor',
  '__v',
]
/** Endpoints whose bodies accept any key: logging out ignores its body, and a business event only stores its further fields. */
const TAKES_ANYTHING = ['POST /sys/activeUser/logout', 'POST /pol/policyBusinessLog/add']
/** Objects whose keys are answers, facts, custom fields or columns of a table; their names have checks of their own. */
const FREE_OBJECT = new Set([
  'answers',
  'values',
  'formData',
  'files',
  'filters',
  'before',
  'after',
  'companyInfo',
  'base',
  'facts',
  'extra',
  'fields',
  'rows',
  'rule',
  'condition',
  'params',
  'widths',
])
/**
 * Names of fields that belong to the server. OWNED_REVIEWED: bodies of companies or individuals that contain one on purpose; the endpoint's
 * own rule decides which values are allowed.
 */
const OWNED = /^(owner|status|state|reviewState|authStatus|viewNum|createTime|updateTime|role|permissions|userId|deleted|enableFlag)$/
const OWNED_REVIEWED = new Set<string>(
  // The owner withdraws and resubmits with the same endpoint with which the office decides (spec §7); the flow decides which state may be
  // requested.
  ['land/demand', 'land/info', 'workshop/demand', 'workshop/info'].map((kind) => `POST /${kind}/updateReviewState reviewState`),
)
const ORDER_WORDS = ['password', 'phone', 'id;drop table sys_user', "1' or '1'='1", '__proto__', '(select 1)']

export async function extraKeys(stage: ProofStage, { base, engine, endpoints, actors }: Scene): Promise<Finding[]> {
  const tokens = new Map<string, string | null>()
  for (const { column, userName } of actors) tokens.set(column, userName === undefined ? null : (await stage.asUser(base, userName)).token)
  const doors = (await readExpected()).rows
  /** Tokens of users with access (matrix.ts compares the table); the body is checked before the handler runs. */
  const insider = ({ key, access }: LiveEndpoint): (string | null)[] => {
    if (access === 'public') return [null]
    if (access === 'token') return [tokens.get('QY')!]
    if (access.startsWith('type:')) return [tokens.get(access.slice(5).split(',')[0]!)!]
    return actors
      .filter(({ column }) => !['anonymous', 'GR', 'QY', 'YYF'].includes(column) && doors.get(key)?.get(column) !== '-')
      .map(({ column }) => tokens.get(column)!)
  }
  const open: string[] = []
  const free: string[] = []
  const owned: string[] = []
  const orders: string[] = []
  let tried = 0
  let sorted = 0
  for (const endpoint of endpoints.filter(({ key }) => !TAKES_ANYTHING.includes(key))) {
    const { query, body } = filled(endpoint, null)
    const extra = Object.fromEntries(EXTRA.filter((name) => !(name in (endpoint.body?.properties ?? {}))).map((name) => [name, '1']))
    const send = async (more: { query?: Record<string, string>; body?: Record<string, unknown> }) => {
      for (const token of insider(endpoint)) {
        const plain = { ...(body as object), ...more.body }
        const answer = await ask(base, endpoint.path, {
          method: endpoint.method,
          token,
          query: { ...query, ...more.query },
          body: endpoint.method === 'GET' ? undefined : endpoint.as === 'multipart' ? body : plain,
        })
        if (answer.body.code !== 'FORBIDDEN') return answer
      }
      return undefined
    }
    if (endpoint.body && endpoint.as !== 'multipart' && endpoint.body.type !== 'array') {
      tried += 1
      const answer = await send({ body: extra })
      const named = new Set(answer?.body.fields?.map(({ path }) => path))
      const missed = EXTRA.filter((name) => !named.has(name) && !(name in (endpoint.body?.properties ?? {})))
      if (answer?.body.code !== 'INVALID' || missed.length > 0)
        open.push(
          `${endpoint.key}: ${answer ? `${answer.status} ${answer.body.code ?? 'success'} ${missed.join(' ')}` : 'nobody may call it'}`,
        )
      free.push(...openObjects(endpoint.body, '').map((path) => `${endpoint.key}: ${path}`))
    }
    if (endpoint.query.length > 0) {
      tried += 1
      const answer = await send({ query: extra })
      if (answer && answer.body.code !== 'INVALID' && answer.body.success) open.push(`${endpoint.key} (query): ${answer.status}`)
    }
    if (endpoint.access === 'token' || endpoint.access.startsWith('type:QY') || endpoint.access.startsWith('type:GR'))
      for (const name of Object.keys(endpoint.body?.properties ?? {}))
        if (OWNED.test(name) && !OWNED_REVIEWED.has(`${endpoint.key} ${name}`)) owned.push(`${endpoint.key}: ${name}`)
    for (const { name } of endpoint.query.filter((one) => /^(sort|order|orderBy|sortField|sortOrder|asc|desc)/i.test(one.name)))
      for (const word of ORDER_WORDS) {
        sorted += 1
        const answer = await send({ query: { [name]: word } })
        if (answer?.body.code !== 'INVALID')
          orders.push(`${endpoint.key} ${name}=${word}: ${answer?.status} ${answer?.body.code ?? 'success'}`)
      }
  }
  return [
    // Seen red: `password`, which /sys/activeUser/login declares, among the extra keys.
    noFaults({ id: 'C-04', what: `每个请求体与查询多带 ${EXTRA.length} 个键即被拒并逐个指出`, engine }, open, tried),
    // Seen red: attachments[] of /pol/info/saveOrUpdate was z.object (mended).
    noFaults({ id: 'C-04', what: '请求体的内层对象也不收未声明的键', engine }, free, tried),
    // Seen red: `status` added to the body of /dec/my/save: 1.
    noFaults({ id: 'C-04', what: '企业与个人的请求体里没有归服务器的字段', engine }, owned, endpoints.length),
    // Seen red: sort of the policy lists became z.string(): 12 of 108.
    noFaults({ id: 'C-04', what: '排序只认列出的列', engine }, orders, sorted),
  ]
}

/**
 * Paths of inner objects with declared keys that accept further keys. Records (without declared keys) are open on purpose and listed in
 * FREE_OBJECT.
 */
function openObjects(schema: JsonSchema, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => openObjects(part, path))
  const items = schema.items ? openObjects(schema.items, `${path}[]`) : []
  const name = path.replace(/\[\]$/, '').split('.').at(-1)!
  const isRecord = schema.type === 'object' && !schema.properties
  const own =
    (schema.properties && schema.additionalProperties !== false) || (isRecord && path !== '' && !FREE_OBJECT.has(name))
      ? [path || '(root)']
      : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, one]) => openObjects(one, path ? `${path}.${key}` : key))
  return [...own, ...inner, ...items, ...parts]
}
