import type { Kernel } from '../kernel/kernel.ts'
import { browserWords } from './browser-words.ts'
import { personalData } from '../kernel/access/personal-data.ts'

/** The account itself (`sys_user`) is closed by its own rules; these are the rows that belong to it. */
export function offerAccountPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'session',
    dealtBy: ['viewing_user_id'],
    own: {
      needed: true,
      title: '登录记录',
      by: 'user_id',
      copy: { 登录时间: 'created_at', 地址: 'ip', 浏览器: 'user_agent', 退出时间: 'revoked_at' },
      words: { user_agent: (agent) => browserWords(typeof agent === 'string' ? agent : '') },
      end: 'erase',
    },
  })
  personalData(k, { table: 'password_history', own: { title: '用过的密码', by: 'user_id', copy: {}, end: 'erase', needed: true } })
  personalData(k, {
    table: 'second_factor',
    own: { title: '动态验证码', by: 'user_id', copy: { 开启时间: 'enabled_at' }, end: 'erase', needed: true },
  })
  personalData(k, { table: 'recovery_code', own: { title: '恢复码', by: 'user_id', copy: {}, end: 'erase', needed: true } })
  personalData(k, {
    table: 'security_key',
    own: {
      title: '安全密钥',
      by: 'user_id',
      copy: { 名称: 'name', 登记时间: 'created_at', 最近使用: 'used_at' },
      end: 'erase',
      needed: true,
    },
  })
  personalData(k, { table: 'key_challenge', own: { title: '安全密钥的提问', by: 'user_id', copy: {}, end: 'erase', needed: true } })
  personalData(k, { table: 'login_ticket', own: { title: '登录第二步', by: 'user_id', copy: {}, end: 'erase', needed: true } })
  personalData(k, {
    table: 'factor_reset',
    dealtBy: ['asked_by'],
    own: { title: '解除动态验证码的申请', by: 'user_id', copy: { 提出时间: 'asked_at', 原因: 'reason' }, end: 'erase', needed: true },
  })
  personalData(k, {
    table: 'user_role',
    dealtBy: ['granted_by'],
    own: {
      title: '角色',
      by: 'user_id',
      named: { 角色: { by: 'role_id', table: 'role', name: 'name' } },
      copy: { 授予时间: 'granted_at' },
      end: 'erase',
      needed: true,
    },
  })
  personalData(k, {
    table: 'role_term',
    dealtBy: ['granted_by'],
    own: {
      title: '限期授予的角色',
      by: 'user_id',
      named: { 角色: { by: 'role_id', table: 'role', name: 'name' } },
      copy: { 开始日期: 'starts_on', 结束日期: 'ends_on' },
      end: 'erase',
      needed: true,
    },
  })
}
