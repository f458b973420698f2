import type { FastifyInstance } from 'fastify'
import { identity, unifiedLogin } from '../../contract/identity.ts'
import { secondStep as secondStepCalls } from '../../contract/second-factor.ts'
import { keyAtLogIn } from '../../contract/security-keys.ts'
import { tooMany } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { sourceOf } from '../kernel/http/limits.ts'
import { newDraftChain } from '../kernel/access/draft-keys.ts'
import { provideFreshFactor } from '../kernel/access/fresh-factor.ts'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { actorOfUser } from './actor-of-user.ts'
import { actorOfSession, authenticate, goodTokens } from './authenticate.ts'
import { mountDemoCity } from './demo-city.ts'
import { changeToCompany } from './change-to-company.ts'
import { newChallenge } from './challenge.ts'
import { CHALLENGE_RATE, REFRESH_RATE } from './limits.ts'
import { enterSession, login, unlock } from './login.ts'
import { infoOf, listLinks, menusOf, saveDisplay } from './menus.ts'
import { joinAccessReview } from './access-review/index.ts'
import { joinAdministration } from './admin/index.ts'
import { indexMobiles } from './mobile.ts'
import { joinParents } from './parents/index.ts'
import { joinPlatformKeys } from './platform-keys/index.ts'
import { joinRightsBack } from './rights-back/index.ts'
import { joinRightsChanges } from './rights-change/index.ts'
import { changePassword, isPasswordStale } from './passwords.ts'
import { isTokenInvalid, logout, refresh } from './sessions.ts'
import {
  askKeyAtLogIn,
  enrolAtLogIn,
  isFactorFresh,
  joinFactorReset,
  secondStep,
  secondStepByKey,
  usableParty,
} from './second-factor/index.ts'
import { signedLink } from './signed-link.ts'
import { finish } from './sso/flow.ts'
import { mountDemoParty } from './sso/demo-party.ts'
import { mountSso } from './sso/mount.ts'
import { mountPlatformLogin } from './sso/platform-login.ts'
import { admit } from './throttle-queries.ts'
import { keepTidy } from './tidy.ts'
import { saveVisit } from './visits.ts'
import { offerAccountPersonalData } from './personal.ts'

export { actorOfUser } from './actor-of-user.ts'
export { atWork } from './at-work.ts'
export { forget } from './authenticate.ts'
export { useChallenge } from './challenge.ts'
export { stopActing } from './change-to-company.ts'
export { pagesOpenTo, pagesOpenToEach } from './admin/closed-pages.ts'
export { hearsGrants } from './admin/grant-roles.ts'
export { askedByPage, neededBy, rolesOpening } from './admin/screen-rights.ts'
export { loggedRuleWords } from './admin/logged-rule.ts'
export { companyNamesOf, provideCompanies, type CompanyDirectory } from './companies.ts'
export { demoAccounts } from './demo-accounts.ts'
export { hasDemoCity } from './signed-link.ts'
export { hasZzd } from './parents/known.ts'
export { DEMO_CITY_PATH } from './limits.ts'
export { unlockByName } from './login.ts'
export { DEMO_PARTY_HOST } from './sso/demo-party-names.ts'
export { hasIssuer, tryLogin } from './sso/platform-login.ts'
export { platformMarks } from './platform-marks.ts'
export { isParentConfigured } from './parents/known.ts'
export { mobileColumns, mobileTaken } from './mobile.ts'
export { weakness } from './passwords.ts'
export { endOwnSessions, endSessionsOf, listOwnSessions, listSessionsOf } from './own-sessions.ts'
export { viewChange } from './rights-change/seen-after.ts'
export { askRecentLogIn, confirmPassword } from './recent-log-in.ts'
export { giveRightsNotices, type FactorEvent, type ResetEvent, type RightsNotices } from './rights-notices.ts'
export { staffAmong, staffHolding, staffWhoSee } from './row-rules.ts'
export {
  addKey,
  askNewKey,
  askOwnKeys,
  beginOwnFactor,
  confirmByKey,
  confirmFactor,
  disableFactor,
  enableFactor,
  ownFactor,
  ownKeys,
  partyOf,
  removeFactorByName,
  removeKey,
  renewCodes,
  usableParty,
} from './second-factor/index.ts'
export { endViewing, startViewing, type Tell } from './view-as.ts'
export { bindCompany, createUser, endAccount, giveRoles, removeMobileByName, resetPassword, setEnabled } from './users.ts'

export async function joinIdentity(k: Kernel): Promise<void> {
  offerAccountPersonalData(k)
  k.authenticate = (token, options) => authenticate(k, token, options)
  k.goodTokens = (tokens) => goodTokens(k, tokens)
  provideFreshFactor(k, (actor) => isFactorFresh(k, actor))
  k.actorOfUser = (userId) => actorOfUser(k, userId)
  k.actorOfSession = (sessionId) => actorOfSession(k, sessionId)
  let http: FastifyInstance
  implement(k, 'identity', identity, {
    getVerifiCode: async ({ call }) => {
      await spare(k, call, 'challenge', CHALLENGE_RATE)
      return newChallenge(k, call)
    },
    login: ({ body, call }) => login(k, call, body),
    logout: ({ actor, call }) => logout(k, call, actor.sessionId),
    info: async ({ actor }) => ({ user: await infoOf(k, actor), draftChain: newDraftChain(k, actor) }),
    saveDisplay: ({ actor, body }) => saveDisplay(k, actor, body),
    getMenus: ({ actor }) => menusOf(k, actor),
    refreshToken: async ({ call }) => {
      await spare(k, call, 'refresh', REFRESH_RATE)
      return refresh(k, call)
    },
    isNeedUpdatePwd: ({ actor }) => isPasswordStale(k, actor),
    checkTokenInvalid: ({ call }) => isTokenInvalid(k, call.token),
    getCurrentUserSign: async ({ query, actor }) => ({ url: await signedLink(k, http, actor, query.url) }),
    savePwd: ({ body, actor, call }) => changePassword(k, call, actor, body),
    changeToCompany: ({ body, actor, call }) => changeToCompany(k, call, actor, body.companyId ?? null),
    unlock: ({ body, call }) => unlock(k, call, body.id),
    saveLog: ({ body, call }) => saveVisit(k, call, body),
    links: ({ query }) => listLinks(k, query.position),
  })
  implement(k, 'identity', secondStepCalls, {
    loginSecond: ({ body, call }) => secondStep(k, call, body, (account) => enterSession(k, call, account, 'password', true)),
    enrolSecond: ({ body }) => enrolAtLogIn(k, body.ticket),
  })
  implement(k, 'identity', keyAtLogIn, {
    ask: ({ body }) => askKeyAtLogIn(k, usableParty(k, http), body.ticket),
    enter: ({ body, call }) =>
      secondStepByKey(k, call, usableParty(k, http), body, (account) => enterSession(k, call, account, 'password', true)),
  })
  // Every page requests the same links for header and footer.
  keepAnswers(k, [identity.links], { ttlMs: 2_000, http: false })
  k.mounts.push(
    (server) => {
      http = server
    },
    mountSso(k),
    mountDemoCity(k),
    mountPlatformLogin(k),
    mountDemoParty(k),
  )
  implement(k, 'identity', unifiedLogin, { loginByAuthCode: ({ body, call }) => finish(k, http, call, body) })
  hasSealedColumns(
    k,
    { table: 'second_factor', id: 'user_id', columns: { secret: null } },
    { table: 'factor_binding', id: 'bound_to', columns: { secret: null } },
  )
  hasSealedColumns(k, { table: 'sys_user', id: 'id', columns: { mobile: 'mobile_index' } })
  joinParents(k)
  joinAdministration(k)
  joinAccessReview(k)
  joinRightsChanges(k)
  joinFactorReset(k)
  joinRightsBack(k)
  joinPlatformKeys(k)
  keepTidy(k)
  await indexMobiles(k)
}

/** Applies a limit that all processes share, counted in the database. */
async function spare(k: Kernel, call: Call, what: string, rate: { demo: number; production: number }): Promise<void> {
  const limit = k.config.DEMO ? rate.demo : rate.production
  if (!(await admit(k.db, `${what}:${sourceOf(call.ip)}`, { limit, windowMs: 60_000, lockMs: 60_000 }, k.clock.now()))) throw tooMany(60)
}
