import type { JsonSchema, LiveEndpoint } from '../endpoints.ts'

/** Whether a parameter names a record of a user. */
export const namesObject = (name: string) => /^(id|ids|no|key|c)$|(Id|Ids|[fF]ilePaths?)$/.test(name)
const namesFile = (name: string) => /filePath|files?$/i.test(name)

export interface Fill {
  id: string
  file: string
}

const known: Record<string, unknown> = {
  fileName: 'a.pdf',
  exName: 'pdf',
  type: 'policyDep',
  level: '2',
  position: '经办人',
  code: '91339999MAEF12007U',
  kind: 'other',
  authStatus: '01',
  scheme: 'srdi',
  businessType: 'industry',
  url: 'https://www.gsxt.gov.cn/',
  version: 1,
  year: 2025,
  from: '1',
  to: '1',
}

/** The smallest value that a schema accepts, with `fill` wherever a record is named. */
export function sample(schema: JsonSchema, name: string, fill: Fill): unknown {
  if (schema.const !== undefined) return schema.const
  if (namesFile(name) && !schema.properties && schema.type !== 'array' && schema.type !== 'object') return fill.file
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts) return sample(parts.find((part) => part.type !== 'null') ?? parts[0]!, name, fill)
  if (schema.enum) return schema.enum.includes(known[name]) ? known[name] : schema.enum[0]
  if (schema.type === 'object' || schema.properties) return object(schema, fill)
  if (schema.type === 'array') return [sample(schema.items ?? {}, name, fill)]
  if (namesObject(name)) return schema.type === 'number' || schema.type === 'integer' ? Number(fill.id) : fill.id
  if (name in known) return known[name]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, Number(schema.minimum ?? 1))
  return '试填内容'
}

function object(schema: JsonSchema, fill: Fill): Record<string, unknown> {
  const required = new Set(schema.required)
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || namesObject(name))
  return Object.fromEntries(wanted.map(([name, one]) => [name, sample(one, name, fill)]))
}

export const takesObject = ({ query, body }: LiveEndpoint) =>
  query.some(({ name }) => namesObject(name))
  || Object.keys(body?.properties ?? {}).some((name) => namesObject(name) || name === 'files' || name === 'proofFiles')

export interface Filled {
  query: Record<string, string>
  body: unknown
}

/** A call that the schema accepts, as far as the schema tells; `all` adds the optional parameters (but not the records). */
export function filled(endpoint: LiveEndpoint, fill: Fill | null): Filled {
  const at = fill ?? { id: '1', file: '0'.repeat(32) }
  const query = Object.fromEntries(
    endpoint.query
      .filter(({ name, required }) => required || (fill !== null && namesObject(name)) || name === 'pageSize')
      .map(({ name, schema }) => [name, name === 'pageSize' ? '100' : String(sample(schema, name, at))]),
  )
  if (endpoint.method === 'GET') return { query, body: undefined }
  if (endpoint.as === 'multipart') {
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    return { query, body: form }
  }
  const body = endpoint.body ? sample(endpoint.body, '', at) : {}
  return { query, body }
}
