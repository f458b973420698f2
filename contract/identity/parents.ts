/** Log-ins from other platforms (spec §3 Embedded login, §7): zzd for staff, zml and szjj for companies and individuals. */
import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { query, text } from '../fields.ts'
import { MenuEntry } from '../identity.ts'

/** Platforms whose users log in here without a password; `platform.login` names one. */
export const parentPlatforms = { zzd: '浙政钉', zml: '兄弟平台', szjj: '省级平台' } as const
export type ParentCode = keyof typeof parentPlatforms

const TokenPair = z.object({ token: z.string(), refreshToken: z.string() })
const ticket = z.string({ error: '缺少登录票据' }).min(1, '缺少登录票据').max(2000, '登录票据过长')
const state = z.string().max(200).optional()

export const parentLogin = {
  /** `token`: the one-use code of the app. The platform decides who it is; `accountId` and `name` must match. */
  loginByZzdAccountId: post('/sys/activeUser/loginByZzdAccountId', {
    access: 'public',
    aliases: ['/sys/user/loginByZzdAccountId'],
    perMinute: 60,
    byAddress: true,
    summary: '浙政钉免登',
    body: z.strictObject({ accountId: text(128).optional(), token: ticket, name: text(64).optional() }),
    returns: TokenPair,
  }),
  szjjLogin: post('/sys/activeUser/szjjLogin', {
    access: 'public',
    aliases: ['/sys/user/szjjLogin'],
    perMinute: 60,
    byAddress: true,
    summary: '省级平台票据登录',
    body: z
      .strictObject({ ticket: ticket.optional(), code: ticket.optional(), state })
      .refine((body) => Boolean(body.ticket ?? body.code), { error: '缺少登录票据', path: ['ticket'] }),
    returns: TokenPair,
  }),
  zmlLogin: get('/sys/activeUser/zmlLogin', {
    access: 'public',
    aliases: ['/sys/user/zmlLogin'],
    perMinute: 60,
    byAddress: true,
    changes: true,
    summary: '兄弟平台票据登录',
    query: query({ ticket, state }),
    returns: TokenPair,
  }),
  zmlLogout: get('/sys/activeUser/zmlLogout', {
    access: 'token',
    aliases: ['/sys/user/zmlLogout'],
    changes: true,
    summary: '退出登录，并给出兄弟平台的退出地址',
    returns: z.object({ url: z.string() }),
  }),
  getDingMenus: get('/sys/activeUser/getDingMenus', {
    access: 'token',
    aliases: ['/sys/user/getDingMenus'],
    summary: '浙政钉首页的入口',
    returns: z.object({ menuList: z.array(MenuEntry), permissions: z.array(z.string()) }),
  }),
}
