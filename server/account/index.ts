import { account } from '../../contract/account.ts'
import { accountData } from '../../contract/account-data.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import { viewAs } from '../../contract/identity/view-as.ts'
import { secondFactor } from '../../contract/second-factor.ts'
import { ownSessions, sessionsOfOthers } from '../../contract/sessions.ts'
import { quoted } from '../../contract/quoted.ts'
import { askFreshFactor } from '../kernel/access/fresh-factor.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { implement } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import {
  beginOwnFactor,
  confirmFactor,
  confirmPassword,
  disableFactor,
  enableFactor,
  endOwnSessions,
  endSessionsOf,
  endViewing,
  giveRightsNotices,
  listOwnSessions,
  listSessionsOf,
  ownFactor,
  renewCodes,
  startViewing,
  viewChange,
  type Tell,
} from '../identity/index.ts'
import { notify } from '../system/index.ts'
import { joinAskedRights } from './asked-rights.ts'
import { closeAccount, keepAccount, keepClosing, offerClosingTodo } from './closing.ts'
import { joinCopies, startCopy } from './copy.ts'
import { eraseMyData, myData, myRows } from './my-data.ts'
import { joinSecurityKeys } from './keys.ts'
import { listUploads } from './uploads.ts'
import { noticesOfRights } from './rights-notices.ts'
import { bindMobile, mobileOf, sendOldCode, unbindMobile } from './mobile.ts'

/** Joins what users do with their own account: their data, sessions, second factor, viewing as another user, and mobile number. */
export function joinAccount(k: Kernel): void {
  personalData(k, {
    table: 'account_closing',
    own: { title: '注销申请', by: 'user_id', copy: { 申请时间: 'asked_at', 注销日期: 'due_on' }, end: 'erase', needed: true },
  })
  joinCopies(k)
  listUploads(k)
  keepClosing(k)
  offerClosingTodo(k)
  joinSecurityKeys(k)
  joinAskedRights(k)
  giveRightsNotices(k, noticesOfRights(k))
  implement(k, 'account', accountData, {
    find: ({ actor }) => myData(k, actor),
    rows: ({ actor, query }) => myRows(k, actor, query.key),
    copy: ({ call, actor }) => startCopy(k, call, actor),
    erase: ({ body, call, actor }) => eraseMyData(k, call, actor, body.key),
    close: ({ call, actor }) => closeAccount(k, call, actor),
    keepOpen: ({ call, actor }) => keepAccount(k, call, actor),
  })
  implement(k, 'account', ownSessions, {
    list: ({ actor }) => listOwnSessions(k, actor),
    end: ({ body, call, actor }) => endOwnSessions(k, call, actor, body.key),
  })
  implement(k, 'account', sessionsOfOthers, {
    list: ({ query }) => listSessionsOf(k, query.id),
    end: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return endSessionsOf(k, call, actor, body, (db, user) =>
        notify(db, k, {
          to: { userId: user.id },
          kind: 'security',
          title: `安全管理员结束了您的${body.key === undefined ? '所有' : '一处'}登录，请重新登录`,
          body: body.reason,
          link: '/work/account',
          key: `sessions-ended:${call.requestId}`,
        }),
      )
    },
  })
  implement(k, 'account', secondFactor, {
    find: ({ actor }) => ownFactor(k, actor),
    begin: ({ actor }) => beginOwnFactor(k, actor),
    enable: ({ body, call, actor }) => enableFactor(k, call, actor, body.code),
    confirm: ({ body, call, actor }) => confirmFactor(k, call, actor, body.code),
    renew: ({ body, call, actor }) => renewCodes(k, call, actor, body.code),
    disable: ({ body, call, actor }) => disableFactor(k, call, actor, body.code),
  })
  const tells =
    (call: Call, reason: string, what: string): Tell =>
    (db, user, until) =>
      notify(db, k, {
        to: { userId: user.id },
        kind: 'security',
        title: `${officer(call.actor!.name)} 正在${what}（只读），最迟 ${shanghaiTime(until.getTime()).slice(11, 16)} 结束`,
        body: reason,
        link: '/work/account',
        key: `view-as:${call.requestId}`,
      })
  implement(k, 'account', viewAs, {
    start: async ({ body: { userId, reason }, call, actor }) => {
      await askFreshFactor(k, actor)
      const view = { userId, tell: tells(call, reason, '以您的视角查看平台') }
      return startViewing(k, call, actor, reason, () => Promise.resolve(view))
    },
    startChange: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return viewChange(k, call, actor, body, (title) => tells(call, body.reason, `预看${quoted(title)}变更后您看到的页面`))
    },
    end: ({ call, actor }) => endViewing(k, call, actor),
  })
  implement(k, 'account', account, {
    mobile: ({ actor }) => mobileOf(k, actor),
    sendOldCode: ({ call, actor }) => sendOldCode(k, call, actor),
    bindMobile: ({ body, call, actor }) => bindMobile(k, call, actor, body),
    unbindMobile: ({ body, call, actor }) => unbindMobile(k, call, actor, body),
    confirmPassword: ({ body, call, actor }) => confirmPassword(k, call, actor, body.password),
  })
}

/** The officer's name behind the office held; a name that already begins with it stays as it is. */
const officer = (name: string): string => (name.startsWith(SECURITY_OFFICER) ? name : `${SECURITY_OFFICER} ${name}`)
const SECURITY_OFFICER = '安全管理员'
