import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Data, Endpoint, Input } from '../../contract/endpoint.ts'
import { isoDate, QUESTION_LENGTH } from '../../contract/fields.ts'
import { answers, matching, verdicts, type Judgement } from '../../contract/matching.ts'
import { market, type PolicyListItem } from '../../contract/policy/market.ts'
import { AppError } from '../kernel/errors.ts'
import { invoke } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { argumentsOf, toldOnly } from './arguments.ts'

const readOnly = { readOnlyHint: true, openWorldHint: false } as const
const facts = answers.describe('企业情况：字段编码 → 值，编码见 list_questions；金额单位为万元，日期为 YYYY-MM-DD；不清楚的不要填')
const applyDate = isoDate.optional().describe('按哪一天判断，缺省为今天')

/**
 * The tools of one request. All of them only read, through the same public calls as the pages, as a user who is not logged in.
 * `origin`: the site's own address, before the paths of pages. `scores`: the available score tables.
 */
export function toolServer(k: Kernel, call: Call, origin: string, scores: readonly { id: string; title: string }[]): McpServer {
  const server = new McpServer({ name: 'qifu', title: '企业综合服务平台', version: '1.0.0' })
  const asked = { ...call, actor: null, token: null }
  const ask = async <E extends Endpoint<any, any, any>>(endpoint: E, input: Input<E>) =>
    (await invoke(k, endpoint, input, asked)) as Data<E>
  const page = (id: number) => `${origin}/page/policyserverdetail?id=${id}`

  const tool = <S extends z.ZodObject>(
    name: string,
    { inputSchema, ...words }: { title: string; description: string; inputSchema: S },
    work: (args: z.output<S>) => Promise<object>,
  ) => {
    server.registerTool(name, { ...words, inputSchema: toldOnly(inputSchema), annotations: readOnly }, (sent) =>
      answered(async () => work(argumentsOf(inputSchema, sent))),
    )
  }

  tool(
    'search_policies',
    {
      title: '查政策',
      description: '按关键词、文号、拼音或一句话查找已发布的惠企政策。maybe 为 true 的只是可能相关。',
      inputSchema: z.strictObject({ q: z.string().min(1).max(QUESTION_LENGTH), page: z.int().min(1).max(50).default(1) }),
    },
    async ({ q, page: at }) => {
      const found = await ask(market.list, { query: { q, page: at, pageSize: 10 } })
      return { ...found, list: found.list.map((item: PolicyListItem) => ({ ...item, url: page(item.id) })) }
    },
  )
  tool(
    'get_policy',
    {
      title: '读政策',
      description: '一项政策的全文、申报条件、扶持标准、材料、流程与依据来源。id 与 code 给其一。',
      inputSchema: z.strictObject({ id: z.int().positive().optional(), code: z.string().max(64).optional() }),
    },
    async ({ id, code }) => {
      const policy = await ask(market.detail, { query: { ...(id ? { id } : {}), ...(code ? { code } : {}) } })
      return { ...policy, url: page(policy.id) }
    },
  )
  tool(
    'list_questions',
    {
      title: '该问企业什么',
      description: '还不知道的企业情况，按对金额的影响从大到小；给出已知的 answers 就只问剩下的。每题有字段编码、类型、单位与选项。',
      inputSchema: z.strictObject({ answers: facts.default({}), limit: z.int().min(1).max(20).default(10) }),
    },
    ({ answers: known, limit }) => ask(matching.nextQuestions, { body: { answers: known, limit } }),
  )
  tool(
    'check_eligibility',
    {
      title: '能享受哪些政策',
      description:
        '按企业情况逐项判断政策：结论（符合、差一点、待补信息、不符合）、金额（万元，上下限）、原因、还缺哪些情况、出处。不给 policyCodes 时判断全部政策，列出最有用的。',
      inputSchema: z.strictObject({
        answers: facts,
        applyDate,
        policyCodes: z.array(z.string().max(64)).max(50).optional().describe('只判断这些编码的政策'),
        limit: z.int().min(1).max(50).default(10).describe('列出多少项'),
      }),
    },
    async ({ limit, ...body }) => {
      const { list, ...rest } = await ask(matching.calculate, { body })
      return { ...rest, list: list.slice(0, limit).map((one: Judgement) => told(one, page(one.policyId))) }
    },
  )
  tool(
    'score',
    {
      title: '评分测算',
      description: `按评分表测算得分区间。scheme：${scores.map(({ id, title }) => `${id}（${title}）`).join('、')}。`,
      inputSchema: z.strictObject({ scheme: z.string().max(64), answers: facts, applyDate }),
    },
    (body) => ask(matching.score, { body }),
  )
  return server
}

/** A verdict for an assistant: with its reasons in words and the address of the policy. */
const told = (
  { code, title, issuer, verdict, amount, failed, benefits, missing, conditions, applyTo, sample }: Judgement,
  url: string,
) => ({
  code,
  title,
  issuer,
  verdict: verdicts[verdict],
  amount,
  failed,
  missing,
  benefits,
  conditions,
  applyTo,
  sample,
  source: url,
})

/** Returns a refusal as the result of the tool, so that the assistant reads the reason and corrects its call. */
async function answered(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const structuredContent = { ...(await work()) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields?.map(({ path, message }) => `${path}：${message}`) ?? []
    return { isError: true, content: [{ type: 'text', text: [error.message, ...fields].join('；') }] }
  }
}
