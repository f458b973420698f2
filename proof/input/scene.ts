import { serverWithActors, type Actor } from '../access/actors.ts'
import { plant } from '../access/planted.ts'
import { filled, namesObject } from '../access/sample.ts'
import { liveEndpoints, type LiveEndpoint } from '../endpoints.ts'
import type { Engine } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { asUser } from '../user.ts'
import { send } from './send.ts'
import type { Pool } from './cases.ts'

/** The caller of an endpoint, with access, so that the input reaches the handler. */
export interface Caller {
  userName: string | undefined
  /** undefined: anonymous */
  token: string | null
  /** Starts a new session after a call has ended the earlier one. */
  again(): Promise<void>
}
export interface InputScene {
  app: ProofApp
  engine: Engine
  endpoints: LiveEndpoint[]
  callerOf(endpoint: LiveEndpoint): Promise<Caller>
  /** returns a caller for this endpoint alone, with a session of its own */
  ownCallerOf(endpoint: LiveEndpoint): Promise<Caller>
  pool: Pool
}

/** These end or exchange the caller's session. */
const ENDS_SESSION = [
  '/sys/activeUser/logout',
  '/sys/activeUser/zmlLogout',
  '/sys/user/zmlLogout',
  '/sys/activeUser/changeToCompany',
  '/sys/user/changeToCompany',
]
const REVOKE = '/sys/session/revoke'
/**
 * A valid call of these ends the sessions or the account of another caller, whose later calls would all be refused as not signed in:
 * PROOF_SEED=579461547 gave the account of proof-market a new password.
 */
const ENDS_OTHERS = [
  REVOKE,
  '/sys/user/resetPwd',
  '/sys/user/decideFactorReset',
  '/sys/user/editEnableFlag',
  '/sys/user/disable',
  '/sys/user/saveOrUpdate',
  '/sys/user/saveRoles',
]
export const endsOthers = ({ path }: { path: string }): boolean => ENDS_OTHERS.includes(path)
/** Calls with a text body that, with input that is wrong on purpose, leave all callers signed in. */
export const staysIn = (endpoint: { as?: string | undefined; path: string }): boolean =>
  endpoint.as !== 'multipart' && !endpoint.path.endsWith('/logout') && endpoint.path !== REVOKE
const STAFF = (actors: readonly Actor[]) => actors.filter(({ column }) => !['anonymous', 'GR', 'QY', 'YYF'].includes(column))

/** A server with a caller for every kind of access, the records of a company, and values from its answers. */
export async function inputScene(stage: ProofStage, engine: Engine): Promise<InputScene> {
  const { app, actors } = await serverWithActors(stage, engine)
  const all = await liveEndpoints(app.admin)
  // An endpoint reads its input the same way on both engines: in the normal form each engine checks half of them, in the long form all.
  const endpoints = stage.scale === 'normal' ? all.filter((_, at) => at % stage.engines.length === stage.engines.indexOf(engine)) : all
  await plant(await asUser(app.base, 'qy1'), await asUser(app.base, 'gr1'))
  const fresh = async (userName: string | undefined): Promise<Caller> => {
    const caller: Caller = {
      userName,
      token: null,
      again: async () => {
        if (userName !== undefined) caller.token = (await asUser(app.base, userName)).token
      },
    }
    await caller.again()
    return caller
  }
  const sessions = new Map<string | undefined, Promise<Caller>>()
  const session = (userName: string | undefined) => {
    if (!sessions.has(userName)) sessions.set(userName, fresh(userName))
    return sessions.get(userName)!
  }
  const names = new Map<string, Promise<string | undefined>>()
  const nameFor = async (endpoint: LiveEndpoint): Promise<string | undefined> => {
    const { access } = endpoint
    if (access === 'public') return undefined
    if (access === 'token') return 'qy1'
    if (access.startsWith('type:')) return { QY: 'qy1', GR: 'gr1', YYF: 'proof-editor' }[access.slice(5).split(',')[0]!]
    for (const { userName } of STAFF(actors)) {
      const { token } = await session(userName)
      const headers = { 'content-type': endpoint.as === 'multipart' ? 'multipart/form-data; boundary=x' : 'application/json' }
      const body = endpoint.method === 'GET' ? {} : { headers, body: endpoint.as === 'multipart' ? '--x--\r\n' : '{}' }
      const answer = await send(app.base, { method: endpoint.method, path: endpoint.path, token, ...body })
      if (answer.json.code !== 'FORBIDDEN') return userName
    }
    throw new Error(`nobody may call ${endpoint.key}`)
  }
  /** For each right the user who has it is searched only once. */
  const named = (endpoint: LiveEndpoint) => {
    if (!names.has(endpoint.access)) names.set(endpoint.access, nameFor(endpoint))
    return names.get(endpoint.access)!
  }
  const ownCallerOf = async (endpoint: LiveEndpoint) => fresh(await named(endpoint))
  const callerOf = async (endpoint: LiveEndpoint) =>
    ENDS_SESSION.includes(endpoint.path) ? ownCallerOf(endpoint) : session(await named(endpoint))
  return { app, engine, endpoints, callerOf, ownCallerOf, pool: await harvest({ app, endpoints: all, callerOf }) }
}

const MOST = 12
/**
 * Reads every list once and stores each scalar under its name. Records are then read by their ids too, so that the keys of details are
 * known.
 */
async function harvest({ app, endpoints, callerOf }: Pick<InputScene, 'app' | 'endpoints' | 'callerOf'>): Promise<Pool> {
  const pool = new Map<string, unknown[]>()
  const keep = (name: string, value: unknown) => {
    const list = pool.get(name) ?? []
    if (list.length < MOST && !list.includes(value)) pool.set(name, [...list, value])
  }
  const walk = (value: unknown, name: string, depth: number): void => {
    if (depth > 7 || value === null) return
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, name.replace(/s$/, ''), depth + 1)
    else if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) walk(inner, key, depth + 1)
    else if (typeof value === 'number' || (typeof value === 'string' && value.length > 0 && value.length <= 64)) keep(name, value)
  }
  const reading = endpoints.filter(
    ({ method, blob, path }) => method === 'GET' && !blob && !/delete|set|revoke|refreshToken|zmlLogout|Sign$/i.test(path),
  )
  for (const round of [0, 1])
    for (const endpoint of reading) {
      const takesObject = endpoint.query.some(({ name, required }) => required && namesObject(name))
      if (takesObject !== (round === 1)) continue
      const { token } = await callerOf(endpoint)
      const { query } = filled(
        endpoint,
        round === 0 ? null : { id: String(pool.get('id')?.[0] ?? 1), file: String(pool.get('filePath')?.[0]) },
      )
      const answer = await send(app.base, { method: 'GET', path: `${endpoint.path}?${new URLSearchParams(query)}`, token })
      walk(answer.json.data, 'data', 0)
    }
  return pool
}
