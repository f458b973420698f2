import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parentPlatforms, type ParentCode } from '../../../contract/identity/parents.ts'
import { ownOrigins } from '../../kernel/access/own-origins.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { companyNameOf } from '../companies.ts'
import { DEMO_SUBJECT } from '../demo-accounts.ts'
import { choicePage, messagePage, noticePage, pagePolicy } from '../sso/demo-pages.ts'
import { tokenHash } from '../tokens.ts'
import { DEMO_APP, DEMO_PARENT, demoParentSecret } from './known.ts'
import { ARRIVAL } from './mount.ts'
import { ticketSignature } from './ticket.ts'
import { sortedParams, zzdSignature } from './zzd.ts'

const MODEL = 'parent-ticket'
const TICKET_MS = { zzd: 300_000, zml: 60_000, szjj: 60_000 } as const
const FRESH_MS = 300_000

/** Stands in for 浙政钉, zml and szjj in demo mode: a page for choosing a person, and the server calls, whose signature is checked. */
export const mountDemoParents = (k: Kernel) => (http: FastifyInstance) => {
  if (!k.config.DEMO) return
  const codes = Object.keys(parentPlatforms) as ParentCode[]
  for (const code of codes) {
    const path = `${DEMO_PARENT}/${code}/authorize`
    http.get<{ Querystring: Record<string, unknown> }>(path, { config: { rateLimit: {} } }, async (request, reply) =>
      page(
        reply,
        choicePage(
          `${path}?${new URLSearchParams({ state: said(request.query.state), redirect_uri: said(request.query.redirect_uri) })}`,
          k.config.SITE_NAME,
          (await people(k, code)).map((one) => ({ accountId: one.account_id!, name: one.name, kind: kinds[one.type] })),
          `${parentPlatforms[code]}（演示） · 本页代替${parentPlatforms[code]}`,
        ),
      ),
    )
    http.post<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | undefined }>(
      path,
      { config: { rateLimit: {} } },
      async (request, reply) => {
        const person = (await people(k, code)).find((one) => one.account_id === said(request.body?.account))
        const back = backTo(k, http, code, said(request.query.redirect_uri))
        if (!back) return page(reply.code(400), messagePage('登录未完成', '返回地址不是本平台的地址。'))
        if (!person) return reply.redirect('/page/home', 302)
        const ticket = randomBytes(24).toString('base64url')
        await k.db
          .insertInto('oidc_record')
          .values({
            model: MODEL,
            id: tokenHash(ticket),
            payload: JSON.stringify({ code, accountId: person.account_id }),
            expires_at: new Date(k.clock.now().getTime() + TICKET_MS[code]),
          })
          .execute()
        const sent =
          code === 'zzd'
            ? { accountId: person.account_id!, token: ticket, name: person.name }
            : { ticket, state: said(request.query.state) }
        for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, value)
        return reply.header('cache-control', 'no-store').redirect(back.href, 303)
      },
    )
  }
  http.get(`${DEMO_PARENT}/zml`, { config: { rateLimit: {} } }, (_request, reply) =>
    page(
      reply,
      noticePage(
        `${parentPlatforms.zml}（演示） · 本页代替${parentPlatforms.zml}`,
        '已退出登录',
        `这里是${parentPlatforms.zml}的首页。下面回到${k.config.SITE_NAME}。`,
      ),
    ),
  )
  answerZzd(k, http)
  for (const code of ['zml', 'szjj'] as const) answerTickets(k, http, code)
}

const kinds = { YYF: '工作人员', QY: '企业', GR: '个人' } as const
const said = (value: unknown): string => (typeof value === 'string' ? value : '')
const page = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-store').header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html)

/** Staff for the office app, companies and individuals for the others. */
const people = (k: Kernel, code: ParentCode) =>
  k.db
    .selectFrom('sys_user')
    .select(['id', 'account_id', 'name', 'type', 'company_id'])
    .where('account_id', 'like', `${DEMO_SUBJECT}%`)
    .where('type', code === 'zzd' ? '=' : '<>', 'YYF')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/** The address to which a ticket may be sent: only our own. */
function backTo(k: Kernel, http: FastifyInstance, code: ParentCode, asked: string): URL | null {
  const origins = ownOrigins(k.config, http)
  if (code === 'zzd') {
    const url = asked && URL.canParse(asked) && origins.includes(new URL(asked).origin) ? new URL(asked) : null
    const back = new URL('/zzd/login', url ?? origins[0])
    const redirect = url?.searchParams.get('redirect')
    if (redirect) back.searchParams.set('redirect', redirect)
    return back
  }
  if (!URL.canParse(asked)) return null
  const url = new URL(asked)
  return origins.includes(url.origin) && url.pathname === ARRIVAL ? url : null
}

/** Consumes a ticket and returns its person. */
async function spend(k: Kernel, code: ParentCode, ticket: string) {
  const row = await k.db
    .deleteFrom('oidc_record')
    .where('model', '=', MODEL)
    .where('id', '=', tokenHash(ticket))
    .returning(['payload', 'expires_at'])
    .executeTakeFirst()
  const payload = row?.payload as { code: string; accountId: string } | undefined
  if (!row || !payload || payload.code !== code || Date.parse(row.expires_at!) <= k.clock.now().getTime()) return null
  return (await people(k, code)).find((one) => one.account_id === payload.accountId) ?? null
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function answerZzd(k: Kernel, http: FastifyInstance): void {
  const secret = demoParentSecret(k, 'zzd')
  const accessToken = demoParentSecret(k, 'zzd').slice(0, 32)
  const isSigned = (request: FastifyRequest, method: string, path: string, params: Record<string, string>) => {
    const header = (name: string) => said(request.headers[name])
    const right = zzdSignature(secret, {
      method,
      time: header('x-hmac-auth-timestamp'),
      nonce: header('x-hmac-auth-nonce'),
      path,
      params: sortedParams(params),
    })
    return header('apikey') === DEMO_APP && same(right, header('x-hmac-auth-signature'))
  }
  http.get<{ Querystring: Record<string, string> }>(`${DEMO_PARENT}/zzd/gettoken.json`, (request, reply) => {
    const good = isSigned(request, 'GET', '/gettoken.json', request.query) && request.query.appsecret === secret
    return reply.send(good ? { success: true, content: { success: true, data: { accessToken, expiresIn: 7200 } } } : { success: false })
  })
  const user = '/rpc/oauth2/dingtalk_app_user.json'
  http.post<{ Body: Record<string, string> }>(`${DEMO_PARENT}/zzd${user}`, async (request, reply) => {
    const { access_token = '', auth_code = '' } = request.body
    const good = isSigned(request, 'POST', user, request.body) && same(access_token, accessToken)
    const person = good ? await spend(k, 'zzd', auth_code) : null
    return reply.send(
      person
        ? { success: true, content: { success: true, data: { accountId: person.account_id, lastName: person.name } } }
        : { success: true, content: { success: false, responseMessage: '不合法的临时授权码' } },
    )
  })
}

function answerTickets(k: Kernel, http: FastifyInstance, code: 'zml' | 'szjj'): void {
  const secret = demoParentSecret(k, code)
  http.post<{ Body: { ticket?: unknown } }>(`${DEMO_PARENT}/${code}/ticket/verify`, async (request, reply) => {
    const header = (name: string) => said(request.headers[name])
    const [time, nonce, ticket] = [header('x-time'), header('x-nonce'), said(request.body.ticket)]
    const right = ticketSignature(secret, { app: DEMO_APP, time, nonce, body: JSON.stringify({ ticket }) })
    const isFresh = Math.abs(Number(time) * 1000 - k.clock.now().getTime()) < FRESH_MS
    const person = isFresh && same(right, header('x-signature')) ? await spend(k, code, ticket) : null
    if (!person) return reply.send({ success: false })
    const company = person.company_id
      ? await k.db.selectFrom('company').select('credit_code').where('id', '=', person.company_id).executeTakeFirst()
      : undefined
    return reply.send({
      success: true,
      data: {
        subject: person.account_id,
        kind: person.type,
        name: person.name,
        ...(company ? { creditCode: company.credit_code, companyName: await companyNameOf(k, person.company_id) } : {}),
      },
    })
  })
}
