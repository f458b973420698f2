/** The table of endpoints, read from the second listener of a running server. */
export interface LiveEndpoint {
  /** `GET /path` */
  key: string
  method: 'GET' | 'POST'
  path: string
  domain: string
  /** accessText of the contract: public, token, type:…, can:… */
  access: string
  as: 'json' | 'form' | 'multipart'
  blob: boolean
  query: { name: string; required: boolean; schema: JsonSchema }[]
  /** schema of the body, when it has one */
  body: JsonSchema | undefined
}
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

interface Operation {
  tags: string[]
  'x-access': string
  parameters: { name: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: { 200: { content: Record<string, unknown> } }
}
const encodings = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form', 'multipart/form-data': 'multipart' } as const

export async function liveEndpoints(admin: string): Promise<LiveEndpoint[]> {
  const { paths } = (await (await fetch(`${admin}/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase() as 'GET' | 'POST'
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      return {
        key: `${method} ${path}`,
        method,
        path,
        domain: operation.tags[0]!,
        access: operation['x-access'],
        as: encodings[type as keyof typeof encodings] ?? 'json',
        blob: 'application/octet-stream' in operation.responses[200].content,
        query: operation.parameters,
        body: content?.schema,
      }
    }),
  )
}
