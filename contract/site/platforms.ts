/**
 * 平台管理 (spec §2 /work/platform, §7 /sys/platform): outside systems to which the site links, and whether links to them may be signed (A28).
 */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredLine, text } from '../fields.ts'
import { fileKey } from '../content/parts.ts'
import { isOuterAddress, oneOfSite, siteSaved, siteVersion } from './parts.ts'

export { platformProtocols } from './protocols.ts'
/** The log-in of the specification that a platform with tickets uses (ADR 0470). */
export const platformLogins = { zzd: '浙政钉（工作人员）', zml: '兄弟平台 zml（企业、个人）', szjj: '省级平台 szjj（企业、个人）' } as const
const protocol = z.enum(['plain', 'signed', 'oidc', 'ticket'], { error: '请选择接入方式' })

const row = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  url: z.string(),
  protocol,
  login: z.enum(['zzd', 'zml', 'szjj']).nullable(),
  /** key of a picture; empty: none */
  logo: z.string(),
  /** the address at which the platform begins a log-in; empty unless the protocol is oidc */
  loginUri: z.string(),
  /** for a log-in: address and keys, or the issuer, are in the configuration */
  configured: z.boolean(),
  hosts: z.array(z.string()),
  enableFlag: z.number(),
  remark: z.string(),
  /** links of the site to it */
  linkNum: z.number(),
  updateTime: z.string(),
})
export type PlatformRow = z.output<typeof row>
/** A host name, with a port if needed. */
const host = z
  .string()
  .max(120, '域名过长')
  .transform((s) => s.trim().toLowerCase())
  .refine((s) => URL.canParse(`https://${s}`) && new URL(`https://${s}`).host === s, '应为域名，例如 www.example.gov.cn')
  // Addresses are compared with the whole name, so that a name with * would admit nothing.
  .refine((s) => !s.includes('*'), '不能用 *，请逐个填写域名')

/** It must be https, because the parameters begin a log-in there. */
const isLoginUri = (s: string): boolean => /^https:/.test(s) && !s.includes('#') && isOuterAddress(s)

/**
 * A platform keeps only the fields of its protocol. The save clears the others, whatever is sent, so that a log-in address or kind of
 * log-in that no longer applies does not come back unseen when the protocol is chosen again: `login` belongs to ticket, `loginUri` to oidc.
 */
const savedPlatform = z.strictObject({
  id: id.optional(),
  version: siteVersion.optional(),
  name: requiredLine(40, '请输入平台名称'),
  url: z.string({ error: '请输入平台地址' }).max(300, '最多 300 个字').refine(isOuterAddress, '应为 http(s):// 开头的完整地址'),
  protocol,
  login: z.enum(['zzd', 'zml', 'szjj'], { error: '请选择登录方式' }).nullish(),
  logo: z.union([z.literal(''), fileKey]).nullish(),
  /** initiate_login_uri (OpenID Connect Core §4) */
  loginUri: z
    .string()
    .max(300, '最多 300 个字')
    .trim()
    .refine((s) => s === '' || isLoginUri(s), '应为 https:// 开头的完整地址，不带 #')
    .nullish(),
  hosts: z
    .array(host)
    .min(1, '请填写至少一个域名')
    .max(10, '最多 10 个域名')
    .refine((all) => new Set(all).size === all.length, '域名重复'),
  enableFlag: z.union([z.literal(0), z.literal(1)]).default(1),
  remark: text(200).default(''),
})
export const platformShape = savedPlatform.shape
export const SavePlatform = savedPlatform.superRefine(({ protocol, login, loginUri, hosts }, ctx) => {
  if (protocol === 'ticket' && !login) ctx.addIssue({ code: 'custom', path: ['login'], message: '请选择登录方式' })
  if (protocol !== 'oidc') return
  const wrong = !loginUri
    ? '请输入登录发起地址'
    : !isLoginUri(loginUri) || hosts.includes(new URL(loginUri).host)
      ? ''
      : '登录发起地址的域名须在“域名”之中'
  if (wrong) ctx.addIssue({ code: 'custom', path: ['loginUri'], message: wrong })
})

export const platforms = {
  list: get('/sys/platform/list', {
    access: can('link:manage'),
    query: query({ keyword: keyword.optional(), ...paging() }),
    returns: page(row),
    summary: '对接平台列表',
  }),
  findById: get('/sys/platform/findById', { access: can('link:manage'), query: query({ id }), returns: row, summary: '对接平台' }),
  save: post('/sys/platform/saveOrUpdate', {
    access: can('link:manage'),
    body: SavePlatform,
    returns: siteSaved,
    summary: '新增或修改对接平台',
  }),
  remove: post('/sys/platform/delete', { access: can('link:manage'), as: 'form', body: oneOfSite, returns: ok, summary: '删除对接平台' }),
  /** with OIDC: the address that a visitor who is logged in would open */
  tryLogin: get('/sys/platform/tryLogin', {
    access: can('link:manage'),
    query: query({ id }),
    /** `enableFlag` 0: real log-ins are refused */
    returns: z.object({ url: z.string(), issuer: z.string(), target: z.string(), usedNum: z.number(), enableFlag: z.number() }),
    summary: '试签（统一登录）：将要打开的地址，供对方核对',
  }),
  options: get('/sys/platform/options', {
    access: can('link:manage'),
    query: query({}),
    returns: z.array(z.object({ id: z.number(), name: z.string() })),
    summary: '启用的对接平台',
  }),
}
