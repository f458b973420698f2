import { userNameInWords } from '../../contract/identity/user-name.ts'
import { userTypeNames } from '../../contract/identity/user-types.ts'
import { personalData, personalSection } from '../kernel/access/personal-data.ts'
import { openPii } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { browserWords } from './browser-words.ts'

/** The account itself (`sys_user`) is closed by its own rules; the rest are the rows that belong to it. */
export function offerAccountPersonalData(k: Kernel): void {
  personalSection(k, {
    key: 'account',
    title: '账号',
    kept: '注销后只留编号，用户名、姓名和手机号不再保存',
    count: () => Promise.resolve(1),
    rows: (db, userId) => accountRows(k, db, userId),
  })
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
    own: { title: '动态验证码', by: 'user_id', since: 'enabled_at', copy: { 开启时间: 'enabled_at' }, end: 'erase', needed: true },
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
  personalData(k, { table: 'factor_binding', own: { title: '正在绑定的验证器', by: 'user_id', copy: {}, end: 'erase', needed: true } })
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

async function accountRows(k: Kernel, db: Db, userId: number): Promise<Record<string, unknown>[]> {
  const row = await db
    .selectFrom('sys_user')
    .select(['user_name', 'name', 'type', 'mobile', 'mobile_since', 'account_id', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return [
    {
      用户名: userNameInWords(row.user_name),
      姓名: row.name,
      类型: userTypeNames[row.type],
      手机号: row.mobile === null ? null : openPii(k, row.mobile),
      手机号绑定时间: row.mobile_since,
      统一登录账号: row.account_id,
      建立时间: row.created_at,
    },
  ]
}
