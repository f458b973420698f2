import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'qifu-user-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const base = {
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  SECRET_KEY: 'user-test-0123456789abcdefghijklmn',
  PUBLIC_URL: 'https://qifu.example.gov.cn',
}
const run = (args: string[], env: Record<string, string> = {}) => {
  const done = spawnSync(process.execPath, ['scripts/user.ts', ...args], { env: { ...base, ...env }, encoding: 'utf8', timeout: 60_000 })
  return { code: done.status, out: done.stdout, error: done.stderr }
}

describe('npm run user (production)', () => {
  it('refuses without configuration and names every error', () => {
    expect(run(['list'], { SECRET_KEY: '', PUBLIC_URL: '' })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/SECRET_KEY[\s\S]*PUBLIC_URL/),
    })
  })

  it('refuses a weak password and a missing option before it opens the database', () => {
    expect(
      run(['create', '--user', 'boss', '--name', '老板', '--roles', 'sysadmin', '--password-env', 'PW'], { PW: 'weak' }),
    ).toMatchObject({ code: 1, error: expect.stringContaining('不符合密码复杂度') })
    expect(run(['create', '--user', 'boss', '--name', '老板'])).toMatchObject({ code: 1, error: expect.stringContaining('缺少 --roles') })
  }, 30_000)

  it('makes an administrator with a password shown once, but no account with two administrator roles', () => {
    const create = (roles: string) => run(['create', '--user', 'boss', '--name', '老板', '--roles', roles, '--office', 'jxj'])
    expect(create('sysadmin,auditor')).toMatchObject({ code: 1, error: expect.stringContaining('不能由同一人担任') })
    expect(create('sysadmin')).toMatchObject({ code: 0, out: expect.stringMatching(/密码（只显示这一次）：\S{16}/) })
    const { out } = run(['list'])
    expect(out).toContain('boss')
    expect(out).not.toContain('qy1')
  }, 120_000)
})
