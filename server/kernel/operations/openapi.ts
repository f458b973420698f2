import { z } from 'zod'
import { accessText, type Endpoint } from '../../../contract/endpoint.ts'
import { listEndpoints } from '../implement.ts'
import type { Kernel } from '../kernel.ts'

type Json = Record<string, unknown>
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

/** Collects schemas that operations refer to as components, under names of their own. */
class Schemas {
  readonly all: Record<string, Json> = { Refusal: refusal }

  of(schema: z.ZodType, io: 'input' | 'output', name: string): Json {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' }) as Json
    const root = JSON.stringify([rest, $defs]).includes('"$ref":"#"')
    const named = (key: string) => `${name}.${key}`
    for (const [key, one] of Object.entries(($defs as Record<string, Json> | undefined) ?? {})) this.all[named(key)] = placed(one, named)
    if (!root) return placed(rest, named)
    this.all[named('root')] = placed(rest, named)
    return { $ref: `#/components/schemas/${named('root')}` }
  }
}

/** Rewrites `#/$defs/x` and `#`, which refer to the schema's own document, to their place in this document. */
function placed(schema: unknown, named: (key: string) => string): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && /^#(\/\$defs\/|$)/.test(value)
      ? `#/components/schemas/${named(value === '#' ? 'root' : value.slice('#/$defs/'.length))}`
      : value,
  ) as Json
}

/** `GET /pol/my/list` → `getPolMyList`. */
const operationId = (method: string, path: string): string =>
  method.toLowerCase()
  + path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

const mime = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' }

/** OpenAPI 3.1 of every registered endpoint, built from the contract only. */
export function openApi(k: Pick<Kernel, 'registry' | 'config'>): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const schemas = new Schemas()
  for (const { method, path, domain, endpoint } of listEndpoints(k).sort((a, b) => (a.path < b.path ? -1 : 1))) {
    ;(paths[path] ??= {})[method.toLowerCase()] = operation(operationId(method, path), endpoint, domain, schemas)
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
      schemas: schemas.all,
    },
  }
}

function operation(name: string, endpoint: Endpoint<any, any, any>, domain: string, schemas: Schemas): Json {
  const data: Json = endpoint.returns ? schemas.of(endpoint.returns as z.ZodType, 'output', `${name}.answer`) : {}
  const answer = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  const body: Json | null =
    endpoint.as === 'multipart'
      ? withFile(endpoint.parts ? schemas.of(endpoint.parts, 'input', `${name}.body`) : {})
      : endpoint.body
        ? schemas.of(endpoint.body as z.ZodType, 'input', `${name}.body`)
        : null
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary ?? '',
    'x-access': accessText(endpoint.access),
    ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: endpoint.query ? parameters(schemas.of(endpoint.query as z.ZodType, 'input', `${name}.query`)) : [],
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

/** The parts of a multipart call: the file, and text fields beside it. */
const withFile = ({ properties = {}, required = [] }: { properties?: Json; required?: string[] }): Json => ({
  type: 'object',
  required: ['file', ...required],
  properties: { file: { type: 'string', format: 'binary' }, ...properties },
  additionalProperties: false,
})

function parameters(schema: Json): Json[] {
  const required = (schema.required as string[] | undefined) ?? []
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }))
}
