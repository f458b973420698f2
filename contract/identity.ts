import { z } from 'zod'
import { DraftChain } from './draft.ts'
import { get, post, types, can } from './endpoint.ts'
import { codeId, id, ok, query, text } from './fields.ts'
import { messages } from './messages.ts'
import { sessionWire } from './session-wire.ts'

const userType = z.enum(['QY', 'GR', 'YYF'])

/** Data for the log-in form: a captcha picture, a proof-of-work puzzle as alternative, and key and nonce of the password envelope. */
export const Challenge = z.object({
  /** names the picture in the call that answers it */
  codeId: z.string(),
  /** data URI, PNG */
  image: z.string(),
  expireSeconds: z.number().int(),
  /** SM2, hex, uncompressed */
  publicKey: z.string(),
  /** for one use; part of the envelope */
  nonce: z.string(),
  /** ms; the envelope’s ts is based on it, so that a wrong clock of the browser does not matter */
  serverTime: z.number().int(),
  /** altcha challenge; its solution can replace the letters of the picture */
  puzzle: z.record(z.string(), z.unknown()),
})
export type Challenge = z.output<typeof Challenge>

/** The content of the SM2 envelope (JSON), before encryption. */
export const Envelope = z.strictObject({ pwd: z.string().min(1).max(200), nonce: z.string().max(64), ts: z.number().int() })

/** A password encrypted for one use; `message` is told when it is missing. */
export const envelope = (message: string) => z.string({ error: message }).min(1, message).max(4000, message)
const TokenPair = z.object({ token: z.string(), refreshToken: z.string() })

export interface MenuEntry {
  id: number
  order: number
  name: string
  url: string
  desc: string
  icon: string
  hidden: boolean
  disabled: boolean
  children: MenuEntry[]
}
export const MenuEntry: z.ZodType<MenuEntry> = z.object({
  id: z.number(),
  order: z.number(),
  name: z.string(),
  url: z.string(),
  desc: z.string(),
  icon: z.string(),
  hidden: z.boolean(),
  disabled: z.boolean(),
  get children() {
    return z.array(MenuEntry)
  },
})

/** 长辈版 and 高对比 */
const Display = z.strictObject({ elder: z.boolean(), contrast: z.boolean() })
export const UserInfo = z.object({
  id: z.number(),
  userName: z.string(),
  name: z.string(),
  type: userType,
  /** the type before a change of role, else the same */
  oldType: userType,
  /** masked */
  mobile: z.string(),
  accountId: z.string(),
  companyId: z.number().nullable(),
  companyName: z.string(),
  officeId: z.number().nullable(),
  officeName: z.string(),
  /** how this session was opened: password, sso, zzd, zml or szjj */
  loginWay: z.string(),
  /** the user’s display settings; null: never chosen */
  display: Display.nullable(),
  /** a security officer views the platform as this user, until then; null: no. `change`: as if this requested change had taken effect */
  viewing: z.object({ by: z.string(), until: z.string(), change: z.string().nullable() }).nullable(),
  /** a system administrator set the password of this session: it can only be changed */
  passwordGiven: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

export const Link = z.object({
  id: z.number(),
  position: z.enum(['menu', 'quick', 'gov']),
  name: z.string(),
  url: z.string(),
  desc: z.string(),
  signed: z.boolean(),
  hidden: z.boolean(),
  disabled: z.boolean(),
  /** the label under which a click is counted; empty: not counted */
  eventLabel: z.string(),
  order: z.number(),
  version: z.number(),
  /** key of the picture of the platform to which it leads */
  logo: z.string().optional(),
  /** that platform begins a log-in when somebody who is logged in here opens it */
  login: z.literal(true).optional(),
})

export const identity = {
  getVerifiCode: get('/sys/activeUser/getVerifiCode', {
    access: 'public',
    changes: true,
    summary: '登录验证码',
    query: query({ t: text(40).optional() }),
    returns: Challenge,
  }),
  login: post('/sys/activeUser/login', {
    access: 'public',
    as: 'form',
    summary: '用户名密码登录',
    body: z.strictObject({
      userName: z.string({ error: '请输入用户名' }).min(1, '请输入用户名').max(64, '用户名最多 64 个字'),
      password: envelope('请输入密码'),
      verifiCode: z.string({ error: '请输入验证码' }).min(1, '请输入验证码').max(1000, '验证码错误'),
      codeId,
    }),
    returns: TokenPair,
  }),
  logout: post('/sys/activeUser/logout', { access: 'token', summary: '退出登录', body: z.looseObject({}).optional(), returns: ok }),
  info: get('/sys/activeUser/info', {
    access: 'token',
    summary: '当前用户',
    returns: z.object({ user: UserInfo, draftChain: DraftChain.nullable() }),
  }),
  saveDisplay: post('/sys/activeUser/saveDisplay', {
    access: 'token',
    summary: '保存本人的显示方式（长辈版、高对比）',
    body: Display,
    returns: ok,
  }),
  getMenus: get('/sys/activeUser/getMenus', {
    access: 'token',
    summary: '当前用户的菜单和权限',
    returns: z.object({ menuList: z.array(MenuEntry), permissions: z.array(z.string()) }),
  }),
  refreshToken: get('/sys/activeUser/refreshToken', {
    access: 'public',
    changes: true,
    summary: '以 Authorization 中的刷新令牌换取新令牌',
    query: query({ t: text(40).optional() }),
    returns: TokenPair,
  }),
  isNeedUpdatePwd: get('/sys/activeUser/isNeedUpdatePwd', { access: 'token', summary: '密码是否超过 90 天未修改', returns: z.boolean() }),
  checkTokenInvalid: get('/sys/activeUser/checkTokenInvalid', {
    access: 'public',
    passive: true,
    polled: true,
    summary: '令牌是否已失效（true 为失效）；不延长会话',
    query: query({ t: text(40).optional() }),
    returns: z.boolean(),
  }),
  getCurrentUserSign: get('/sys/activeUser/getCurrentUserSign', {
    access: types('QY'),
    summary: '外部链接的签名地址',
    query: query({ url: z.string().min(1).max(500) }),
    returns: z.object({ url: z.string() }),
  }),
  savePwd: post('/sys/user/savePwd', {
    access: types('YYF'),
    summary: '修改密码',
    body: z.strictObject({ oldPassword: envelope(messages.oldPasswordRequired), newPassword: envelope(messages.newPasswordRequired) }),
    returns: ok,
  }),
  /**
   * a bound individual acts for the company; without `companyId` back to the person. The old tokens become invalid (spec §4 Changing role;
   * S-07).
   */
  changeToCompany: post(sessionWire.changeToCompany.path, {
    access: types('GR', 'QY'),
    aliases: ['/sys/user/changeToCompany'],
    summary: '切换到已绑定的企业，或切回个人',
    body: z.strictObject({ companyId: id.nullish() }),
    returns: TokenPair,
  }),
  unlock: post('/sys/user/unlock', {
    access: can('user:unlock'),
    as: 'form',
    summary: '解除账号锁定',
    body: z.strictObject({ id }),
    returns: ok,
  }),
  saveLog: post('/sys/log/saveLog', {
    access: 'public',
    perMinute: 60,
    polled: true,
    summary: '记录页面访问',
    body: z.strictObject({ routerName: text(400), pageTitle: text(120).default('') }),
    returns: ok,
  }),
  links: get('/sys/link/list', {
    access: 'public',
    summary: '顶部菜单、快速链接、政府网站链接',
    query: query({ position: z.enum(['menu', 'quick', 'gov']).optional() }),
    returns: z.array(Link),
  }),
}

/** Log-in of enterprises and individuals at the unified identity provider (OpenID Connect). */
export const unifiedLogin = {
  loginByAuthCode: post('/sys/activeUser/loginByAuthCode', {
    access: 'public',
    summary: '统一身份认证授权码登录',
    body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200), iss: z.string().max(500).optional() }),
    returns: TokenPair.extend({ accessToken: z.string(), redirect: z.string() }),
  }),
}
