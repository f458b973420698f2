import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/kernel.ts'
import { originOf, ownOrigins } from '../kernel/access/own-origins.ts'
import { DEMO_CITY_PATH, SIGNED_LINK_S } from './limits.ts'
import { hasDemoCity, linkSignature } from './signed-link.ts'
import { noticePage, pagePolicy } from './sso/demo-pages.ts'

/** Stands in for the city's platform: a page that checks the signature of its address, as a receiver does. */
export const mountDemoCity = (k: Kernel) => (http: FastifyInstance) => {
  if (!hasDemoCity(k.config)) return
  http.get<{ Querystring: Record<string, unknown> }>(DEMO_CITY_PATH, (request, reply) => {
    const aud = new URL(originOf(ownOrigins(k.config, http), request.headers.host)).host
    const said = (name: string) => (typeof request.query[name] === 'string' ? (request.query[name] as string) : '')
    const given = said('qf_sign')
    const right = linkSignature(k.secret, { aud, user: said('qf_user'), ts: Number(said('qf_ts')), nonce: said('qf_nonce') })
    const isRight = given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
    const isLate = (Number(said('qf_ts')) + SIGNED_LINK_S) * 1000 < k.clock.now().getTime()
    const words =
      given === ''
        ? '来访没有签名：个人用户与未登录的访客直接进入，企业用户由平台签名后进入。'
        : isRight && !isLate
          ? `签名有效。来访企业在本平台的代号是 ${said('qf_user')}，其中没有企业名称和信用代码。`
          : `签名无效${isRight ? '（已过五分钟）' : ''}，按未登录的访客对待。`
    return reply
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(noticePage('市级企业服务平台（演示） · 本页代替市级平台', '市级企业服务平台', words))
  })
}
