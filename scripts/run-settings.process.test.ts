import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'qifu-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command with deploy/run.sh as the present user, with these lines as the settings. */
const run = (settings: string, command: string[], given: Record<string, string> = {}) => {
  const file = join(folder, 'qifu.env')
  writeFileSync(file, settings)
  const env = { PATH: process.env.PATH, QIFU_ENV: file, QIFU_USER: userInfo().username, ...given }
  const done = spawnSync(join('deploy', 'run.sh'), command, { env, encoding: 'utf8', timeout: 60_000 })
  return { code: done.status, out: done.stdout, error: done.stderr }
}

describe('deploy/run.sh', () => {
  it('refuses without a command, and without settings that it can read', () => {
    expect(run('', [])).toMatchObject({ code: 2, error: expect.stringContaining('用法') })
    expect(run('', ['true'], { QIFU_ENV: join(folder, 'none') })).toMatchObject({ code: 1, error: expect.stringContaining('读不到') })
  })

  it('passes each value as it is written, and runs nothing in it', () => {
    const lines = [
      '# 注释',
      'SITE_NAME=企业 综合',
      'PLAIN=a&b$HOME$(touch x)=c',
      'QUOTED="两个 词"',
      'EMPTY=',
      'not a setting',
      'WINDOWS=1\r',
      'LAST=end',
    ]
    const shown = ['SITE_NAME', 'PLAIN', 'QUOTED', 'EMPTY', 'WINDOWS', 'LAST', 'PASSWORD', 'DEMO']
    const { out } = run(lines.join('\n'), ['node', '-p', `JSON.stringify(${JSON.stringify(shown)}.map((n) => process.env[n]))`], {
      PASSWORD: 'p',
    })
    expect(JSON.parse(out)).toEqual(['企业 综合', 'a&b$HOME$(touch x)=c', '两个 词', '', '1', 'end', 'p', '0'])
  })

  it('adds the settings of the owner of the database from the file beside the settings, and of no other', () => {
    const shown = ['node', '-p', `process.env.DATABASE_URL + ' ' + process.env.MIGRATE_URL`]
    expect(run('DATABASE_URL=site', shown).out).toBe('site undefined\n')
    writeFileSync(join(folder, 'qifu.owner.env'), 'MIGRATE_URL=owner')
    expect(run('DATABASE_URL=site', shown).out).toBe('site owner\n')
    writeFileSync(join(folder, 'drill.env'), 'DATABASE_URL=drill')
    expect(run('', shown, { QIFU_ENV: join(folder, 'drill.env') }).out).toBe('drill undefined\n')
    rmSync(join(folder, 'qifu.owner.env'))
  })

  it('runs the check of the environment in production, with the example of the settings filled in', () => {
    const { out } = run(
      `PUBLIC_URL=https://qifu.example.gov.cn\nTRUST_PROXY=127.0.0.1\nSECRET_KEY=run-test-0123456789abcdefghijklmn\nDATA_DIR=${folder}\nSITE_OWNER=\nSITE_AREA=\n`,
      ['npm', 'run', '-s', 'doctor'],
    )
    expect(out).toContain('正式模式（DEMO=0）')
    expect(out).toContain('对外地址 https://qifu.example.gov.cn')
  }, 60_000)
})
