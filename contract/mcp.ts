/**
 * Model Context Protocol: a company’s own assistant queries policies (ADR 0207). Messages follow the protocol; this file defines address,
 * access and limit.
 */
import { get, post } from './endpoint.ts'

export const mcp = {
  ask: post('/mcp', { access: 'public', perMinute: 60, summary: '供智能助手查询政策（MCP，只读）' }),
  /** opens no stream, because every response is complete */
  listen: get('/mcp', { access: 'public', perMinute: 60, summary: 'MCP：不提供推送，一律 405' }),
}
