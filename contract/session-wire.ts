import { get, post } from './wire.ts'

/** The calls of the session itself, separate from the tables of domains, so that the public shell needs no schema library. */
export const sessionWire = {
  login: post('/sys/activeUser/login', 'form'),
  loginByAuthCode: post('/sys/activeUser/loginByAuthCode'),
  zmlLogout: get('/sys/activeUser/zmlLogout'),
  confirmFactor: post('/sys/account/secondFactor/confirm'),
  confirmPassword: post('/sys/account/confirmPassword'),
  askRight: post('/sys/access/ask'),
  lackedRight: get('/sys/access/lack'),
  endViewing: post('/sys/viewAs/end'),
  logout: post('/sys/activeUser/logout'),
  info: get('/sys/activeUser/info'),
  menus: get('/sys/activeUser/getMenus'),
  refresh: get('/sys/activeUser/refreshToken'),
  checkInvalid: { ...get('/sys/activeUser/checkTokenInvalid'), passive: true },
  /** the smallest call that hears of changed rights and does not count as the user's doing */
  unread: { ...get('/sys/notice/unreadCount'), passive: true },
  sign: get('/sys/activeUser/getCurrentUserSign'),
  savePwd: post('/sys/user/savePwd'),
  changeToCompany: post('/sys/activeUser/changeToCompany'),
  saveLog: post('/sys/log/saveLog'),
  authorization: get('/ent/company/info/queryEntExpansionInfoAuthLog'),
  setAuthorization: get('/ent/company/info/setEntExpansionInfoAuth'),
} as const
