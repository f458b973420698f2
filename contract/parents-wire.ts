import { get, post } from './wire.ts'

/** The calls of the pages that people from other platforms open first, separate from those of the session, which load later. */
export const parentsWire = {
  loginByZzd: post('/sys/activeUser/loginByZzdAccountId'),
  szjjLogin: post('/sys/activeUser/szjjLogin'),
  zmlLogin: get('/sys/activeUser/zmlLogin'),
  dingMenus: get('/sys/activeUser/getDingMenus'),
  todos: get('/work/list'),
} as const
