import { z } from 'zod'
import { accessText, type Endpoint } from '../../../contract/endpoint.ts'
import { listEndpoints } from '../implement.ts'
import type { Kernel } from '../kernel.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' }) as Json
  return rest
}
const mime = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' }

/** OpenAPI 3.1 of every endpoint that is registered: the contract is its only source. */
export function openApi(k: Pick<Kernel, 'registry' | 'config'>): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { method, path, domain, endpoint } of listEndpoints(k).sort((a, b) => (a.path < b.path ? -1 : 1))) {
    ;(paths[path] ??= {})[method.toLowerCase()] = operation(endpoint, domain)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: k.config.SITE_NAME,
      version: '1',
      description: '除文件外，回答均为 { success, data } 或 { success: false, code, msg, description, traceId, fields }。',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Authorization: 令牌，或 Bearer 令牌' } },
      schemas: { Refusal: refusal },
    },
  }
}

const refusal: Json = {
  type: 'object',
  required: ['success', 'code', 'msg'],
  properties: {
    success: { const: false },
    code: { type: 'string' },
    msg: { type: 'string' },
    description: { type: 'string' },
    traceId: { type: 'string' },
    fields: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
  },
}

function operation(endpoint: Endpoint<any, any, any>, domain: string): Json {
  const data: Json = endpoint.returns ? schemaOf(endpoint.returns as z.ZodType, 'output') : {}
  const answer = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  const body: Json | null =
    endpoint.as === 'multipart'
      ? { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
      : endpoint.body
        ? schemaOf(endpoint.body as z.ZodType, 'input')
        : null
  return {
    tags: [domain],
    summary: endpoint.summary ?? '',
    'x-access': accessText(endpoint.access),
    ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: endpoint.query ? parameters(schemaOf(endpoint.query as z.ZodType, 'input')) : [],
    ...(body ? { requestBody: { required: true, content: { [mime[endpoint.as]]: { schema: body } } } } : {}),
    responses: {
      200: {
        description: '成功，或业务上的拒绝',
        content: endpoint.blob
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: { oneOf: [answer, { $ref: '#/components/schemas/Refusal' }] } } },
      },
      default: { description: '拒绝', content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    },
  }
}

function parameters(schema: Json): Json[] {
  const required = (schema.required as string[] | undefined) ?? []
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }))
}
