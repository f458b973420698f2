import { changeCodes } from '../../contract/identity/rights-change.ts'
import { quoted } from '../../contract/quoted.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { FactorEvent, ResetEvent, RightsNotices } from '../identity/index.ts'
import { handled, notify } from '../system/index.ts'

const OFFICERS = { permission: 'role:manage' } as const
const CHANGES = '/work/role?tab=changes'
/** the lists that the to-dos of the workbench open */
const TO_DECIDE = `${CHANGES}&c.state=${changeCodes.code.waiting}&c.proposer=others`
const REVIEW = '/work/role?tab=review'
const changeWaits = (id: number) => `rights-change:${id}`
const reviewWaits = (id: number) => `access-review:${id}`
const said = (...parts: (string | false)[]): string => parts.filter(Boolean).join('；')
const office = (name: string | null): string => (name === null ? '无部门' : quoted(name))

const factorWords: Record<FactorEvent, string> = {
  on: '您的账号开启了动态验证码',
  off: '您的账号关闭了动态验证码',
  renewed: '您的恢复码已重新生成，原来的作废',
  usedRecovery: '您的账号用恢复码登录，这个恢复码随即作废',
  locked: '您的账号登录时动态验证码连续输错，已锁定 15 分钟',
}

/** What the owner of the second factor reads: the reason of the request, or of the refusal. */
const resetWords: Record<ResetEvent, string> = {
  asked: '一名安全管理员提出解除您的动态验证码，另一名确认后生效。如非本人要求，请立即联系',
  confirmed: '您的动态验证码已由安全管理员解除，请重新绑定',
  refused: '另一名安全管理员没有同意解除您的动态验证码，仍用原来的验证码登录',
  withdrawn: '安全管理员撤回了解除您的动态验证码的申请，仍用原来的验证码登录',
}
const resetWaits = (userId: number) => `factor-reset:${userId}`

/** What people read in 消息中心 about their rights and log-ins, and the security officers about what others change. */
export const noticesOfRights = (k: Kernel): RightsNotices => ({
  voidChange: (db, { id, title, reason, except }) =>
    notify(db, k, {
      to: OFFICERS,
      except,
      kind: 'system',
      title: `权限变更已作废：${title}`,
      body: `原因：${reason}。仍需要的，请重新提出。`,
      link: CHANGES,
      key: `rights-change-void:${id}`,
    }),
  askedChange: (db, { id, title, by, officers, reason, startsAt }) =>
    notify(db, k, {
      to: { userIds: officers },
      kind: 'work',
      title: `${by}提出权限变更，请您复核：${title}`,
      body: `原因：${reason}。${startsAt === null ? '' : `同意的话，${shanghaiMinute(startsAt)} 起生效。`}`,
      link: TO_DECIDE,
      key: `rights-change-asked:${id}`,
      waitsFor: changeWaits(id),
    }),
  endedChange: (db, id) => handled(db, k, changeWaits(id)),
  openedReview: (db, { id, name, dueOn, by, officers }) =>
    notify(db, k, {
      to: { userIds: officers },
      kind: 'work',
      title: by === null ? `${name}已开始，请您在 ${dueOn} 以前办完` : `${by}开始了${name}，请您在 ${dueOn} 以前办完`,
      body: '由您逐项决定保留或收回；本人授予的和本人持有的角色，由其他安全管理员决定。',
      link: REVIEW,
      key: `access-review-opened:${id}`,
      waitsFor: reviewWaits(id),
    }),
  endedReview: (db, id) => handled(db, k, reviewWaits(id)),
  decidedChange: (db, { title, askedBy, by, isApproved, startsAt, opinion }) =>
    notify(db, k, {
      to: { userId: askedBy },
      kind: 'system',
      title: `${by}${isApproved ? '同意' : '驳回'}了您提出的权限变更：${title}`,
      body: said(startsAt !== null && `${shanghaiMinute(startsAt)} 起生效`, opinion !== '' && `意见：${opinion}`),
      link: CHANGES,
    }),
  movedOffice: (db, { call, what, from, to, userName }) =>
    notify(db, k, {
      to: OFFICERS,
      kind: 'system',
      title: `系统管理员把${what}由${office(from)}改到${office(to)}`,
      body: `办理人：${call.actor?.name ?? '导入'}。按部门放开的数据随之变化，请看是否合适。`,
      link: userName === null ? '/work/user' : `/work/user?name=${encodeURIComponent(userName)}`,
    }),
  changedRoles: (db, { userId, given, taken, terms, by }) =>
    notify(db, k, {
      to: { userId },
      kind: 'system',
      title: `您的角色有变化：${said(
        given.length > 0 && `增加${given.join('、')}`,
        taken.length > 0 && `收回${taken.join('、')}`,
        ...terms.map(({ name, to }) => `${name}${to === null ? '改为长期' : `改为至 ${to} 止`}`),
      )}`,
      body: by === null ? '按授予时定下的起止日期，由系统办理。' : `办理人：${by}。有疑问请联系安全管理员。`,
      link: '/work/account',
    }),
  changedFactor: (db, { userId, event, once }) =>
    notify(db, k, {
      to: { userId },
      kind: 'security',
      title: factorWords[event],
      body: '如非本人操作，请立即修改密码，并联系安全管理员。',
      link: '/work/account',
      key: `second-factor-${event}:${once}:${userId}`,
    }),
  resetFactor: async (db, { call, user, event, askedBy, reason, opinion }) => {
    const key = `second-factor:${call.requestId}`
    await notify(db, k, {
      to: { userId: user.id },
      kind: 'security',
      title: resetWords[event],
      body: event === 'refused' ? opinion : reason,
      link: '/work/account',
      key,
    })
    const whose = `${user.name}（${user.userName}）的动态验证码`
    const link = `/work/user?name=${encodeURIComponent(user.userName)}`
    const by = call.actor?.name ?? ''
    if (event === 'asked')
      // An officer whose own factor it is has read the above, under the same key, and decides nothing.
      await notify(db, k, {
        to: OFFICERS,
        except: askedBy,
        kind: 'work',
        title: `${by}提出解除${whose}，请您确认或不同意`,
        body: `原因：${reason}。一天内有效，确认前请与本人核实。`,
        link,
        key,
        waitsFor: resetWaits(user.id),
      })
    else if (event !== 'withdrawn')
      await notify(db, k, {
        to: { userId: askedBy },
        kind: 'system',
        title: event === 'confirmed' ? `${by}已确认，${whose}已解除` : `${by}不同意解除${whose}`,
        body: opinion === '' ? '' : `意见：${opinion}`,
        link,
      })
  },
  expiredReset: async (db, { user, askedBy, askedAt }) => {
    const key = `factor-reset-expired:${user.id}:${askedAt}`
    await notify(db, k, {
      to: { userId: user.id },
      kind: 'security',
      title: '解除您的动态验证码的申请一天内没有人确认，已过期，仍用原来的验证码登录',
      body: '仍需要解除的，请再联系安全管理员。',
      link: '/work/account',
      key,
    })
    await notify(db, k, {
      to: { userId: askedBy },
      kind: 'system',
      title: `您提出的解除${user.name}（${user.userName}）的动态验证码，一天内没有人确认，已过期`,
      body: '仍需要的，请重新提出，并提请另一名安全管理员确认。',
      link: `/work/user?name=${encodeURIComponent(user.userName)}`,
      key,
    })
  },
  endedReset: (db, userId) => handled(db, k, resetWaits(userId)),
  changedLogIn: async (db, { call, user, parts }) => {
    const notice = { body: `办理人：${call.actor?.name ?? '导入'}。如非本人要求，请立即联系安全管理员。` }
    const what = parts.join('、')
    await notify(db, k, {
      ...notice,
      to: { userId: user.id },
      kind: 'security',
      title: `系统管理员更换了您的${what}`,
      link: '/work/account',
      key: `log-in-changed:${call.requestId}:${user.id}`,
    })
    // A number opens nothing, so only its owner is told.
    if (parts.every((part) => part === '手机号')) return
    await notify(db, k, {
      ...notice,
      to: OFFICERS,
      kind: 'system',
      except: user.id,
      title: `系统管理员更换了${user.name}的${what}`,
      link: '/work/user',
      key: `log-in-changed-by:${call.requestId}:${user.id}`,
    })
  },
})
