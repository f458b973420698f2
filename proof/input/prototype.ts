import { filled } from '../access/sample.ts'
import type { LiveEndpoint } from '../endpoints.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { judged } from './judge.ts'
import { isText } from './encodings.ts'
import { staysIn, type Caller, type InputScene } from './scene.ts'
import { send, type Wire } from './send.ts'

const MARK = 'proofPolluted'
const KEYS = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__']
const bodies = (valid: string): string[] => {
  const inner = valid.slice(1, -1)
  const rest = inner ? `,${inner}` : ''
  return [
    `{"__proto__":{"${MARK}":1}${rest}}`,
    `{"constructor":{"prototype":{"${MARK}":1}}${rest}}`,
    `{"a":{"__proto__":{"${MARK}":1}}${rest}}`,
    `{"\\u005f_proto__":{"${MARK}":1}${rest}}`,
    `[{"__proto__":{"${MARK}":1}}]`,
  ]
}
const queries = KEYS.flatMap((key) => [`${key}=1`, `${key}[${MARK}]=1`, `${key}.${MARK}=1`, `x[${key}][${MARK}]=1`])

/**
 * Keys that name the prototype change nothing (I-06): as keys of bodies at any depth, of addresses, of forms, and as values that name
 * something (sort keys, field names, columns). Afterwards a body `{}` must be judged as before: strict schemas check own and inherited
 * keys, so a key added to Object.prototype would be reported as undeclared in every answer.
 */
export async function prototypeKeys(stage: ProofStage, { app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const callable = endpoints.filter(staysIn)
  // All sign in beforehand: with a key added to Object.prototype nobody could sign in, and this fault would not be reported.
  const callers = new Map<string, { attack: Caller; empty: Caller }>()
  for (const one of callable) callers.set(one.key, { attack: await callerOf(one), empty: await callerOf(one) })
  const answers = () => emptyAnswers(app, callable, ({ key }) => callers.get(key)!.empty)
  const before = await answers()
  const faults: string[] = []
  const taken: string[] = []
  let tried = 0
  for (const [index, endpoint] of callable.entries()) {
    const { token } = callers.get(endpoint.key)!.attack
    const all = tries(endpoint)
    const turn = Math.min(stage.rounds(4, 40, all.length), all.length)
    for (let n = 0; n < turn; n++) {
      const { where, mustRefuse, ...wire } = all[(index + n) % all.length]!
      tried += 1
      const { reply, fault } = await judged(app, { ...wire, token })
      if (fault) faults.push(`${endpoint.key} ${where}: ${fault}`)
      if (mustRefuse && reply.json.success) taken.push(`${endpoint.key} ${where}`)
    }
  }
  const after = await answers()
  const changed = [...after].filter(([key, text]) => before.get(key) !== text).map(([key, text]) => `${key}: ${before.get(key)} → ${text}`)
  return [
    // Seen red: a search for constructor and the dictionary __proto__ ended in 500 (mended).
    noFaults({ id: 'I-06', what: '__proto__ 等键不引起 5xx', engine }, faults, tried),
    // Seen red: the JSON parser with protoAction and constructorAction 'ignore', and parse() that forgave undeclared keys: 379 of 1540.
    noFaults({ id: 'I-06', what: '__proto__ 等键在请求体、地址、表单里都被拒', engine }, taken, tried),
    // Seen red: a body that was merged into another object key by key (without the metrics of prom-client, which crash because of it): 179
    // of 179.
    noFaults({ id: 'I-06', what: '此后空请求体的判断与之前相同（原型未被改动）', engine }, changed, after.size),
  ]
}

interface Try extends Wire {
  where: string
  mustRefuse: boolean
}
function tries(endpoint: LiveEndpoint): Try[] {
  const { query, body } = filled(endpoint, null)
  const { method, path } = endpoint
  const json = { 'content-type': 'application/json' }
  if (method === 'GET') {
    const plain = new URLSearchParams(query).toString()
    const declared = endpoint.query.length > 0
    const keys = queries.map((sent) => ({ where: `?${sent}`, method, path: `${path}?${plain}&${sent}`, mustRefuse: declared }))
    const words = endpoint.query
      .filter(({ schema }) => schema.type === 'string' || isText(schema))
      .flatMap(({ name }) => KEYS.slice(0, 4).map((key) => ({ name, key })))
      .map(({ name, key }) => {
        const values = new URLSearchParams({ ...query, [name]: key })
        return { where: `?${name}=${key}`, method, path: `${path}?${values}`, mustRefuse: /^(sort|order)/i.test(name) }
      })
    return [...words, ...keys]
  }
  const whole = bodies(JSON.stringify(body ?? {})).map((sent) => ({
    where: sent.slice(0, 60),
    method,
    path,
    headers: json,
    body: sent,
    mustRefuse: true,
  }))
  const words = Object.entries(endpoint.body?.properties ?? {})
    .filter(([, schema]) => schema.type === 'string')
    .flatMap(([name]) => KEYS.slice(0, 4).map((key) => ({ name, key })))
    .map(({ name, key }) => {
      const sent = JSON.stringify({ ...(body as object), [name]: key })
      return { where: `${name}=${key}`, method, path, headers: json, body: sent, mustRefuse: false }
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const start = new URLSearchParams(body as Record<string, string>).toString()
  const forms =
    endpoint.as !== 'form'
      ? []
      : queries.map((sent) => ({ where: `form ${sent}`, method, path, headers: form, body: `${start}&${sent}`, mustRefuse: true }))
  return [...whole, ...words, ...forms]
}

/** The fields that the answer to `{}` names. */
async function emptyAnswers(
  app: InputScene['app'],
  endpoints: LiveEndpoint[],
  callerOf: (endpoint: LiveEndpoint) => Caller,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const endpoint of endpoints.filter(({ method, body }) => method === 'POST' && (body?.required?.length ?? 0) > 0)) {
    const { token } = callerOf(endpoint)
    const wire = { method: 'POST', path: endpoint.path, token, headers: { 'content-type': 'application/json' }, body: '{}' }
    const { json } = await send(app.base, wire)
    answers.set(endpoint.key, `${json.code} ${(json.fields ?? []).map(({ path }) => path).join(' ')}`)
  }
  return answers
}
