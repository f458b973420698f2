import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { crowded } from '../errors.ts'
import { isDocument } from '../http/is-document.ts'
import { Admission } from './admission.ts'
import { Appointments } from './appointments.ts'
import { Callers } from './callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** too many calls are being served; a page may still be answered from the cache */
    crowded: boolean
    /** was refused because of the load: not logged one by one, and no failure for the alarm (ADR 1003) */
    shed: boolean
  }
}

const MAX_DELAY_MS = 1000
/** A shorter stall is not an overload. */
const LASTING_MS = 2000
const RETRY_SECONDS = 5
/** V-06: log-in, declaring and their pages are refused last; the polling of open tabs does not belong to them. */
const SHED_LAST = /^\/(sys\/activeUser\/(?!checkTokenInvalid)|dec\/(my|project)\/|work\b|login\b|files\/upload)/
const LAST_FACTOR = 3
/** V-06 promises 2 s to admitted callers; the network takes a part of it. */
const READERS = { burst: 160, lateMs: 400, least: 16 }
const DECLARING = { burst: 256, lateMs: 1200, least: 256 }
/**
 * What many participants of one activity do in the same minute: they enrol, leave, check in. They have their own door, so that neither they
 * nor the readers are refused because of the others, and who is refused gets a time to come back (ADR 0920).
 */
const ENROL = /^\/train\/activity\/(enrol|cancelEnrol|selfCheckIn|evaluate)$/
const ENROLLING = { burst: 256, lateMs: 1200, least: 128 }
/** About a third of what one process enrols in a second, because others are at work too. */
const ENROL_PER_SECOND = 80
const ENROL_FURTHEST_S = 30
/** The live stream stays open; its number is limited separately (push/streams.ts). */
const NEVER = /^\/(healthz|readyz|assets\/|favicon|sys\/push$)/
/** Work of a caller who has disconnected continues for a while. */
const GONE_MS = 2000
const TELL_EVERY_MS = 10_000

/**
 * Answers 503 with Retry-After when there is no room, instead of answering everybody too late (V-06): by the number of running calls
 * (Admission), and while the event loop has been late for two seconds.
 */
export async function registerShedding(http: FastifyInstance): Promise<void> {
  http.decorateRequest('crowded', false)
  http.decorateRequest('shed', false)
  registerAdmission(http)
  const lasting = overloadTracker(LASTING_MS)
  await http.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: 500,
    exposeStatusRoute: false,
    pressureHandler: (request: FastifyRequest, _reply: unknown, _type: string, value: number | undefined) => {
      if (!lasting(Date.now()) || NEVER.test(request.url)) return
      if (SHED_LAST.test(request.url) && (value ?? 0) < MAX_DELAY_MS * LAST_FACTOR) return
      request.shed = true
      throw crowded(RETRY_SECONDS)
    },
  })
}

function registerAdmission(http: FastifyInstance): void {
  const start = performance.now()
  // Two separate limits, so that a crowd of readers does not block those who declare.
  const readers = new Admission(start, READERS)
  const declaring = new Admission(start, DECLARING)
  const enrolling = new Admission(start, ENROLLING)
  const callers = new Callers()
  const comeBack = new Appointments(ENROL_PER_SECOND, ENROL_FURTHEST_S)
  const doorOf = (request: FastifyRequest): Admission | null => {
    if (NEVER.test(request.url) || request.is404) return null
    // Uploads take long and have limits of their own. What a call says of itself is not enough: only these routes read files.
    if (request.method === 'POST' && request.routeOptions.config.receivesFiles && isMultipart(request)) return null
    if (SHED_LAST.test(request.url)) return declaring
    return ENROL.test(request.url) ? enrolling : readers
  }
  const refusals = counted((refused) => http.log.warn({ refused }, '访问过多，已拒绝一部分请求'))
  const refuse = (request: FastifyRequest) => {
    refusals()
    request.shed = true
    if (ENROL.test(request.url)) throw crowded(comeBack.next(performance.now()))
    // A page decides itself, because a recent copy costs nothing.
    if (request.routeOptions.url !== '/*' || !isDocument(request.headers)) throw crowded(RETRY_SECONDS)
    request.crowded = true
  }
  const inside = new WeakMap<FastifyRequest, () => void>()
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const door = doorOf(request)
    if (!door) return
    const from = performance.now()
    const who = callers.of(request)
    if (!door.enter(from, who)) return refuse(request)
    const leave = () => {
      if (!inside.delete(request)) return
      const now = performance.now()
      door.leave(who)
      door.saw(now, now - from)
      // Slow declaring calls reduce the readers' limit, not the other way round.
      if (door === declaring) readers.saw(now, now - from)
    }
    inside.set(request, leave)
    reply.raw.once('close', () => {
      if (inside.has(request)) setTimeout(leave, GONE_MS).unref()
    })
  }
  http.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    if (method === 'GET' || method === 'HEAD') enter(request, reply)
    // Count a call only after its body has arrived, so that a slow sender does not take a place.
    else if (doorOf(request)?.room(performance.now(), callers.of(request)) === false) refuse(request)
    done()
  })
  http.addHook('preValidation', (request, reply, done) => {
    if (request.method === 'POST') enter(request, reply)
    done()
  })
  http.addHook('onSend', (request, _reply, _payload, done) => {
    // A call that was refused at the door has not shown its token to anybody.
    if (!request.shed && request.token) callers.saw(request)
    inside.get(request)?.()
    done()
  })
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^multipart\//i.test(headers['content-type'] ?? '')

/** Counts events and reports their number, at most every ten seconds. */
function counted(tell: (count: number) => void): () => void {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    count += 1
    timer ??= setTimeout(() => {
      tell(count)
      count = 0
      timer = undefined
    }, TELL_EVERY_MS).unref()
  }
}

/** True when pressure has been reported for at least `lastingMs`, without a pause of more than `lastingMs`. */
export function overloadTracker(lastingMs: number): (now: number) => boolean {
  let since = 0,
    last = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now - last > lastingMs) since = now
    last = now
    return now - since >= lastingMs
  }
}
