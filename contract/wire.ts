import type { Encoding } from './endpoint.ts'

/** What the browser needs to make a call. Every endpoint of the contract is one. */
export interface WireEndpoint {
  method: 'GET' | 'POST'
  path: string
  as: Encoding
  blob?: boolean | undefined
  /** a look that does not count as activity of the session (S-06) */
  passive?: boolean | undefined
}

const get = (path: string): WireEndpoint => ({ method: 'GET', path, as: 'json' })
const post = (path: string, as: Encoding = 'json'): WireEndpoint => ({ method: 'POST', path, as })

/** The calls of the session itself. They stand apart from the domains' tables so that the public shell needs no schema library. */
export const sessionWire = {
  verifyCode: get('/sys/activeUser/getVerifiCode'),
  login: post('/sys/activeUser/login', 'form'),
  loginSecond: post('/sys/activeUser/loginSecond', 'form'),
  enrolSecond: post('/sys/activeUser/enrolSecond', 'form'),
  loginByAuthCode: post('/sys/activeUser/loginByAuthCode'),
  loginByZzd: post('/sys/activeUser/loginByZzdAccountId'),
  szjjLogin: post('/sys/activeUser/szjjLogin'),
  zmlLogin: get('/sys/activeUser/zmlLogin'),
  zmlLogout: get('/sys/activeUser/zmlLogout'),
  dingMenus: get('/sys/activeUser/getDingMenus'),
  todos: get('/work/list'),
  confirmFactor: post('/sys/account/secondFactor/confirm'),
  endViewing: post('/sys/viewAs/end'),
  logout: post('/sys/activeUser/logout'),
  info: get('/sys/activeUser/info'),
  saveDisplay: post('/sys/activeUser/saveDisplay'),
  menus: get('/sys/activeUser/getMenus'),
  refresh: get('/sys/activeUser/refreshToken'),
  needUpdatePwd: get('/sys/activeUser/isNeedUpdatePwd'),
  checkInvalid: { ...get('/sys/activeUser/checkTokenInvalid'), passive: true },
  sign: get('/sys/activeUser/getCurrentUserSign'),
  savePwd: post('/sys/user/savePwd'),
  changeToCompany: post('/sys/activeUser/changeToCompany'),
  saveLog: post('/sys/log/saveLog'),
  businessLog: post('/pol/policyBusinessLog/add'),
  authorization: get('/ent/company/info/queryEntExpansionInfoAuthLog'),
  setAuthorization: get('/ent/company/info/setEntExpansionInfoAuth'),
} as const
