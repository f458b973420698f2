import { filled } from '../access/sample.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { judged } from './judge.ts'
import { staysIn, type InputScene } from './scene.ts'

/** Notations of the content type that a parser and a guard could read differently. */
const TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json\t',
  'application/json\t; charset=utf-8',
  'application/json ;charset=UTF-8',
  ' application/json',
  'application/json;',
  'application/json; charset=gbk',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"; charset=utf-7',
  'application/json, text/plain',
  'text/plain, application/json',
  'application/jsonx',
  'application/vnd.api+json',
  'application/xml',
  'text/xml',
  'text/plain',
  'text/html',
  'text/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=gbk',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="x\\"',
  'multipart/mixed; boundary=x',
  'application/json; boundary=x',
  '*/*',
  '/',
  ';',
  'json',
  'a'.repeat(2000),
]
/** This endpoint ignores its body. */
const TAKES_ANYTHING = ['POST /sys/activeUser/logout']

/** A body with an undeclared key is refused in every notation of its type, and no notation causes a server error (I-01). */
export async function contentTypes(stage: ProofStage, { app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const taken: string[] = []
  const faults: string[] = []
  const perEndpoint = stage.rounds(3, TYPES.length, TYPES.length)
  let tried = 0
  const posts = endpoints.filter(({ method, as, key }) => method === 'POST' && as !== 'multipart' && !TAKES_ANYTHING.includes(key))
  for (const [index, endpoint] of posts.entries()) {
    const { token } = await callerOf(endpoint)
    const { body } = filled(endpoint, null)
    const json = JSON.stringify(Array.isArray(body) ? [...body, { undeclared: 1 }] : { ...(body as object), undeclared: 1 })
    const tries = Array.from({ length: perEndpoint }, (_, n) => TYPES[(index * perEndpoint + n) % TYPES.length]!)
    await Promise.all(
      tries.map(async (type) => {
        tried += 1
        const { reply, fault } = await judged(app, {
          method: 'POST',
          path: endpoint.path,
          token,
          headers: { 'content-type': type },
          body: json,
        })
        if (fault) faults.push(`${endpoint.key} as ${JSON.stringify(type.slice(0, 60))}: ${fault}`)
        if (reply.json.success) taken.push(`${endpoint.key} as ${JSON.stringify(type.slice(0, 60))}`)
      }),
    )
  }
  return [
    // Seen red: undeclared keys were let through to the handlers: 55 answers of 500.
    noFaults({ id: 'I-01', what: `内容类型的 ${TYPES.length} 种写法不引起 5xx`, engine }, faults, tried),
    // Seen red: parse() of implement.ts forgave undeclared keys: 564 taken.
    noFaults({ id: 'I-01', what: '内容类型怎样写，未声明的键都被拒', engine }, taken, tried),
  ]
}

/** Bytes that are not text: in JSON, in a form, in an address. Each must be refused before it can be stored. */
const NO_TEXT: [name: string, json: Buffer, urlencoded: string][] = [
  ['NUL', Buffer.from('"a\\u0000b"'), 'a%00b'],
  ['lone high surrogate', Buffer.from('"a\\ud800"'), 'a%ED%A0%80'],
  ['lone low surrogate', Buffer.from('"\\udc00a"'), '%ED%B0%80a'],
  ['invalid UTF-8', Buffer.from([0x22, 0x61, 0xff, 0xfe, 0x22]), 'a%FF%FE'],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), '%C0%AF'],
  ['cut UTF-8', Buffer.from([0x22, 0xe4, 0xb8, 0x22]), '%E4%B8'],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), '%ED%A0%80'],
]

/**
 * Text fields of bodies and addresses refuse bytes that are not text (I-01). The rest of the call is valid, so nothing else can be the
 * reason.
 */
export async function noText(stage: ProofStage, { app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const taken: string[] = []
  const faults: string[] = []
  let tried = 0
  const per = stage.rounds(1, NO_TEXT.length, NO_TEXT.length)
  const judge = async (where: string, name: string, wire: Parameters<typeof judged>[1]) => {
    tried += 1
    const { reply, fault } = await judged(app, wire)
    if (fault) faults.push(`${where} ${name}: ${fault}`)
    if (reply.status === 200 && reply.json.code !== 'FORBIDDEN')
      taken.push(`${where} ${name}: ${reply.json.success ? 'taken' : reply.json.code}`)
  }
  for (const [index, endpoint] of endpoints.filter(staysIn).entries()) {
    const { token } = await callerOf(endpoint)
    const { query, body } = filled(endpoint, null)
    const turn = Array.from({ length: per }, (_, n) => NO_TEXT[(index + n) % NO_TEXT.length]!)
    const texts = endpoint.query.filter(({ schema }) => isText(schema)).map(({ name }) => name)
    for (const field of texts)
      for (const [name, , urlencoded] of turn) {
        const others = new URLSearchParams(Object.entries(query).filter(([key]) => key !== field)).toString()
        const wire = { method: endpoint.method, path: `${endpoint.path}?${others ? `${others}&` : ''}${field}=${urlencoded}`, token }
        if (endpoint.method === 'GET') await judge(`${endpoint.key} ?${field}`, name, wire)
      }
    const fields = Object.entries(endpoint.body?.properties ?? {}).filter(([, schema]) => isText(schema))
    for (const [field] of fields)
      for (const [name, json, urlencoded] of turn) {
        const others = Object.entries(body as object).filter(([key]) => key !== field)
        const form = endpoint.as === 'form'
        const start = JSON.stringify(Object.fromEntries(others)).slice(0, -1)
        const sent = form
          ? `${new URLSearchParams(others.map(([key, value]) => [key, String(value)]))}&${field}=${urlencoded}`
          : Buffer.concat([Buffer.from(`${start}${others.length > 0 ? ',' : ''}"${field}":`), json, Buffer.from('}')])
        const headers = { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }
        await judge(`${endpoint.key} ${field}`, name, { method: 'POST', path: endpoint.path, token, headers, body: sent })
      }
  }
  return [
    // Seen red: `unstorableIn` left out of parse(), on PostgreSQL, in the normal form: 1 of 1617 (NUL in a dictionary code).
    noFaults({ id: 'I-01', what: '不是文字的字节不引起 5xx', engine }, faults, tried),
    // Seen red: /sys/queryDictOptionByOptionIds took a lone surrogate (mended for every endpoint).
    noFaults({ id: 'I-01', what: 'NUL、单独的代理、坏的 UTF-8 在每个文字字段被拒', engine }, taken, tried),
  ]
}

/** Whether a schema is free text: a string without a pattern or a list. */
export function isText(schema: {
  type?: unknown
  enum?: unknown
  pattern?: unknown
  const?: unknown
  format?: unknown
  anyOf?: any[]
  oneOf?: any[]
}): boolean {
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return parts.filter(({ type }) => type !== 'null').every(isText) && parts.some(({ type }) => type === 'string')
  return (
    schema.type === 'string' && !schema.enum && schema.pattern === undefined && schema.const === undefined && schema.format === undefined
  )
}
