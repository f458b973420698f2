/**
 * npm run user -- COMMAND: manages users from the command line, and makes the first administrators of a production installation. It asks no
 * questions.
 */
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { personName } from '../contract/fields.ts'
import { seed } from '../seed/index.ts'
import { createApp } from '../server/app.ts'
import {
  createUser,
  resetPassword,
  removeFactorByName,
  removeMobileByName,
  setEnabled,
  unlockByName,
  weakness,
} from '../server/identity/index.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused } from '../server/kernel/db/index.ts'
import { AppError } from '../server/kernel/errors.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { createLog } from '../server/kernel/log.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import { openPrepared } from '../server/prepare-database.ts'

const usage = `用法（不提问，可用于脚本；服务使用内嵌数据库时须先停止服务）：
  npm run user -- create --user 登录名 --name 姓名 --roles 角色代码[,…] [--office 部门代码] [--password-env 环境变量名]
  npm run user -- password --user 登录名 [--password-env 环境变量名]
  npm run user -- enable|disable|unlock|second-factor|mobile --user 登录名（second-factor：解除动态验证码；mobile：解除手机号）
  npm run user -- list | roles
未给 --password-env 时生成随机密码并打印一次。首次部署请建立 sysadmin、secadmin、auditor 三个互斥的管理员。`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: 'string' },
    name: { type: 'string' },
    roles: { type: 'string' },
    office: { type: 'string' },
    'password-env': { type: 'string' },
  },
})
const command = positionals[0]

async function main(): Promise<void> {
  if (!command) return void console.log(usage)
  const work = await plan(command)
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' })
  mkdirSync(config.DATA_DIR, { recursive: true })
  const log = createLog(config)
  const database = await openPrepared(config, log)
  try {
    const app = await createApp(config, database, { log, pages: false })
    try {
      await seed(app.kernel)
      await work(app.kernel)
    } finally {
      await app.close()
    }
  } finally {
    await database.close()
  }
}

const call = systemCall('npm-run-user')
type Work = (k: Kernel) => Promise<unknown>

/** Refuses everything that can be refused without the database. */
async function plan(name: string): Promise<Work> {
  if (name === 'list')
    return async (k) =>
      console.table(await k.db.selectFrom('sys_user').select(['user_name', 'name', 'type', 'enabled']).orderBy('id').execute())
  if (name === 'roles') return async (k) => console.table(await k.db.selectFrom('role').select(['code', 'name']).orderBy('id').execute())
  if (!['create', 'password', 'enable', 'disable', 'unlock', 'second-factor', 'mobile'].includes(name))
    throw new AppError(200, 'USAGE', usage)
  const userName = required('user')
  if (name === 'create') return create(userName)
  if (name === 'password') {
    const password = choosePassword(userName)
    return async (k) => {
      await resetPassword(k, call, userName, password.text)
      said(`已重设 ${userName} 的密码`, password)
    }
  }
  if (name === 'unlock')
    return async (k) => {
      await unlockByName(k, call, userName)
      console.log(`${userName} 已解锁`)
    }
  if (name === 'second-factor')
    return async (k) => {
      await removeFactorByName(k, call, userName)
      console.log(`${userName} 的动态验证码已解除`)
    }
  if (name === 'mobile')
    return async (k) => {
      await removeMobileByName(k, call, userName)
      console.log(`${userName} 的手机号已解除`)
    }
  const on = name === 'enable'
  return async (k) => {
    await setEnabled(k, call, userName, on)
    console.log(`${userName} 已${on ? '启用' : '停用'}`)
  }
}

async function create(userName: string): Promise<Work> {
  const user = {
    userName,
    name: nameOf(required('name')),
    type: 'YYF' as const,
    roles: required('roles')
      .split(',')
      .map((r) => r.trim())
      .filter(Boolean),
    ...(values.office ? { officeCode: values.office } : {}),
  }
  const password = choosePassword(userName)
  const passwordHash = await hashPassword(password.text)
  return async (k) => {
    await k.db.transaction().execute((db) => createUser(db, call, { ...user, passwordHash }, k.clock.now()))
    said(`已建立用户 ${userName}（${user.roles.join('、')}）`, password)
  }
}

function nameOf(typed: string): string {
  const name = personName.safeParse(typed)
  if (!name.success) throw new AppError(200, 'USAGE', `--name：${name.error.issues[0]!.message}`)
  return name.data
}

function required(flag: 'user' | 'name' | 'roles'): string {
  const value = values[flag]?.trim()
  if (!value) throw new AppError(200, 'USAGE', `缺少 --${flag}\n${usage}`)
  return value
}

function choosePassword(userName: string): { text: string; made: boolean } {
  const variable = values['password-env']
  if (!variable) return { text: randomPassword(), made: true }
  const text = process.env[variable] ?? ''
  const fault = weakness(text, userName)
  if (fault) throw new AppError(200, 'USAGE', `环境变量 ${variable} 中的密码不可用：${fault}`)
  return { text, made: false }
}

function randomPassword(): string {
  const pick = (from: string, n: number) => Array.from({ length: n }, () => from[randomInt(from.length)]).join('')
  return `${pick('ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz', 10)}${pick('~!@#$%^&*', 2)}${pick('23456789', 4)}`
}

const said = (what: string, password: { text: string; made: boolean }) =>
  console.log(password.made ? `${what}\n密码（只显示这一次）：${password.text}` : what)

main().catch((error: unknown) => {
  const known = error instanceof AppError || error instanceof ConfigError || error instanceof DatabaseRefused
  console.error(known ? error.message : error)
  process.exitCode = 1
})
