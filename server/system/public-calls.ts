import { z } from 'zod'
import type { PublicCall } from '../../contract/public-calls.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { matching } from '../../contract/matching.ts'
import { market } from '../../contract/policy/market.ts'

interface Told {
  endpoint: Endpoint<any, any, any>
  name: string
  query?: Record<string, string>
  body?: Record<string, unknown>
}

const facts = { registeredDate: '2019-05-20', employees: 86, revenueY1: 5200 }
const told: readonly Told[] = [
  { endpoint: market.list, name: '查政策', query: { q: '技术改造', status: 'open', page: '1', pageSize: '10' } },
  { endpoint: market.facets, name: '政策筛选项与数量', query: { q: '技术改造' } },
  { endpoint: market.detail, name: '读一项政策：全文、条件、标准、材料、依据', query: { code: 'hnte' } },
  { endpoint: market.express, name: '正在受理的政策，先截止的在前', query: { page: '1', pageSize: '10' } },
  { endpoint: market.hot, name: '热门政策', query: { page: '1', pageSize: '10' } },
  { endpoint: market.search, name: '全站搜索', query: { keyword: '高新技术企业' } },
  { endpoint: market.enums, name: '级别、支持方式等编码的含义' },
  { endpoint: matching.questionnaire, name: '测算问卷：该问企业什么' },
  { endpoint: matching.nextQuestions, name: '已知一部分情况后，接着问什么', body: { answers: facts, limit: 5 } },
  { endpoint: matching.calculate, name: '按企业情况测算：结论、金额、逐条理由', body: { answers: facts, policyCodes: ['hnte'] } },
  { endpoint: matching.score, name: '评分测算', body: { scheme: 'hnte-score', answers: facts } },
]

/** Describes the public calls that only read, for outside programmers; the parameters come from the contract. */
export const tellPublicCalls = (): PublicCall[] =>
  told.map(({ endpoint, name, query, body }) => ({
    method: endpoint.method,
    path: endpoint.path,
    name,
    parameters: parametersOf((endpoint.query ?? endpoint.body) as z.ZodType | undefined),
    example: { url: query ? `${endpoint.path}?${new URLSearchParams(query)}` : endpoint.path, body: body ?? null },
  }))

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

function parametersOf(schema: z.ZodType | undefined): PublicCall['parameters'] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return Object.entries(properties).map(([name, one]) => ({ name, required: required.includes(name), kind: kindOf(one) }))
}

const OR = '，或 '
function kindOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const parts = schema.anyOf?.flatMap((one) => kindOf(one).split(OR))
  if (parts) return [...new Set(parts)].join(OR)
  if (schema.type === 'array') return `${kindOf(schema.items ?? {})}的列表`
  return { string: '文字', integer: '整数', number: '数字', boolean: 'true | false', object: '对象' }[schema.type ?? ''] ?? '文字'
}
