import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcp } from '../../contract/mcp.ts'
import { AppError } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { ownOrigins } from '../kernel/access/own-origins.ts'
import { speak } from '../kernel/http/speak.ts'
import { scoreTables } from '../matching/index.ts'
import { toolServer } from './tools.ts'

const LONGEST_NAME = 200
function hasLongName(body: unknown): boolean {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: { name?: unknown } | null }
  return [id, method, params?.name].some((name) => typeof name === 'string' && name.length > LONGEST_NAME)
}

/** Serves MCP in demo mode, and in production only with MCP=1. No state is kept between two calls, so any process can answer (ADR 0207). */
export function joinMcp(k: Kernel): void {
  if (!(k.config.MCP ?? k.config.DEMO)) return
  let origins: () => string[] = () => []
  k.mounts.push((http) => {
    origins = () => ownOrigins(k.config, http)
  })
  const answer = async (request: Request, body: unknown, call: Call): Promise<Response> => {
    const origin = request.headers.get('origin')
    if (origin !== null && !origins().includes(origin)) throw new AppError(403, 'FORBIDDEN', '不接受来自其他网站的请求')
    // The rate limit counts requests, so a batch would pass as one.
    if (Array.isArray(body)) throw new AppError(400, 'INVALID', '一次只能发送一个请求')
    // The protocol repeats them in its answers: an id as it is, an unknown name in words.
    if (hasLongName(body)) throw new AppError(400, 'INVALID', '编号、方法或工具的名称过长')
    const { fetch } = createMcpHandler(() => toolServer(k, call, origins()[0]!, scoreTables), {
      maxSubscriptions: 0,
      onerror: (error) => k.log.warn({ err: error, reqId: call.requestId }, 'mcp'),
    })
    return fetch(request, { parsedBody: body })
  }
  speak(k, 'mcp', mcp.ask, answer)
  speak(k, 'mcp', mcp.listen, answer)
}
