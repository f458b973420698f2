import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, configNames, loadConfig } from './config.ts'
import { undeclaredProxy } from './operations/undeclared-proxy.ts'

const refusal = (env: NodeJS.ProcessEnv): string[] => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('the demo, whose passwords are in the README, does not start with an internet address', () => {
  for (const PUBLIC_URL of ['https://qifu.gov.cn', 'http://8.8.8.8:3000', 'https://[2400:3200::1]', 'https://demo.example.com.cn.'])
    expect(refusal({ DEMO: '1', PUBLIC_URL }), PUBLIC_URL).toEqual([
      'PUBLIC_URL：演示模式的账号与密码是公开的，不能以互联网地址对外提供。正式使用请设 DEMO=0；只在本机或内网试用请改用内网地址',
    ])
  for (const PUBLIC_URL of [
    '',
    'http://localhost:3000',
    'http://192.168.1.20:3000',
    'http://[::1]:3000',
    'http://[fd00::1]',
    'http://demo-box:3000',
    'https://demo.lan.internal',
    'https://qifu.example',
  ])
    expect(refusal({ DEMO: '1', PUBLIC_URL }), PUBLIC_URL).toEqual([])
})

test('the owner of the tables is of the same database', () => {
  const at = (database: string) => `postgres://x:y@db:5432/${database}`
  expect(refusal({ DEMO: '1', DATABASE_URL: at('qifu'), MIGRATE_URL: at('qifu').replace('x:', 'owner:') })).toEqual([])
  for (const DATABASE_URL of [at('drill'), ''])
    expect(refusal({ DEMO: '1', DATABASE_URL, MIGRATE_URL: at('qifu') })).toEqual(['MIGRATE_URL：须与 DATABASE_URL 是同一个数据库'])
})

test('behind an undeclared proxy every visitor has the same address: start and doctor report it', () => {
  const production = { DEMO: '0', SECRET_KEY: 'k3yMaterial-0123456789-abcdefghijklm', PORT: '3000' }
  const said = (env: NodeJS.ProcessEnv) => undeclaredProxy(loadConfig({ ...production, ...env }))
  for (const PUBLIC_URL of ['https://qifu.gov.cn', 'http://qifu.gov.cn', 'http://10.0.0.5'])
    expect(said({ PUBLIC_URL }), PUBLIC_URL).toBe(
      `对外地址 ${PUBLIC_URL} 不是本进程监听的地址，前面应有反向代理，但没有设置 TRUST_PROXY：所有访客会被当作同一个地址，有人连续输错口令时，大家都会暂时不能登录。请把 TRUST_PROXY 设为代理的地址`,
    )
  expect(said({ PUBLIC_URL: 'https://qifu.gov.cn', TRUST_PROXY: '127.0.0.1' })).toBeNull()
  expect(said({ PUBLIC_URL: 'http://10.0.0.5:3000' })).toBeNull()
  expect(undeclaredProxy(loadConfig({ DEMO: '1' }))).toBeNull()
})

test('the README names every setting and no other', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const table = readme.slice(readme.indexOf('主要环境变量') >= 0 ? readme.indexOf('主要环境变量') : readme.indexOf('环境变量'))
  const cells = table
    .split('\n## ', 1)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]!)
  const told = cells.flatMap((cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? [])
  expect(told.toSorted()).toEqual(configNames.toSorted())
})

test('网站标识码 and 公安备案号 come from the settings', () => {
  expect(loadConfig({ DEMO: '1', SITE_CODE: '3308240001', SITE_POLICE: '浙公网安备 33082402000001 号' })).toMatchObject({
    SITE_CODE: '3308240001',
  })
  expect(refusal({ DEMO: '1', SITE_CODE: '12345' })).toEqual(['SITE_CODE：应为 10 位字母或数字'])
})

test('shows no fictional county outside the demo', () => {
  const production = { DEMO: '0', SECRET_KEY: 'k3yMaterial-0123456789-abcdefghijklm', PUBLIC_URL: 'http://10.0.0.8:3000' }
  expect(loadConfig(production)).toMatchObject({ SITE_OWNER: '', SERVICE_PHONE: '12345' })
  expect(loadConfig({ ...production, SITE_OWNER: '', SERVICE_PHONE: '0571-1' })).toMatchObject({ SITE_OWNER: '', SERVICE_PHONE: '0571-1' })
  expect(loadConfig({ DEMO: '1' }).SITE_OWNER).toContain('示例')
  expect(loadConfig({ DEMO: '1', SITE_OWNER: '某县' }).SITE_OWNER).toBe('某县')
})

test('the secret of pushed receipts is a part of an address', () => {
  expect(refusal({ DEMO: '1', SMS_RECEIPT_SECRET: 'p7Qe2VnXw9Lr4TzKb6Ym3Hd8Sf5Ga1_-' })).toEqual([])
  for (const sign of ['/', '+', '?', '%', ' '])
    expect(refusal({ DEMO: '1', SMS_RECEIPT_SECRET: `p7Qe2VnXw9Lr4TzKb6Ym3Hd8Sf5Ga1Jc${sign}` }), sign).toEqual([
      'SMS_RECEIPT_SECRET：只能用字母、数字、_ 和 -，因为它是地址的一部分',
    ])
})

test('deploy/ sets only what the server or its surroundings read', () => {
  const file = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
  const assigned = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  const compose = file('compose.yaml')
  const app = compose.slice(compose.indexOf('app1:'), compose.indexOf('proxy:'))
  const named = {
    'qifu.env.example': assigned(file('qifu.env.example')),
    'qifu.owner.env.example': assigned(file('qifu.owner.env.example')),
    'owner.env.example': assigned(file('owner.env.example')),
    'compose.yaml': [...app.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
    'qifu@.service': [...file('systemd/qifu@.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, all]) => [
      ...assigned(all!.replaceAll(' ', '\n')),
    ]),
    Containerfile: assigned(/^ENV (.*)$/m.exec(file('Containerfile'))![1]!.replaceAll(' ', '\n')),
  }
  const around = ['NODE_ENV', 'TZ', 'NODE_COMPILE_CACHE', 'POSTGRES_PASSWORD', 'OWNER_PASSWORD']
  for (const [place, names] of Object.entries(named)) {
    expect(names.length, place).toBeGreaterThan(0)
    expect(
      names.filter((name) => !configNames.includes(name) && !around.includes(name)),
      place,
    ).toEqual([])
  }
  // What compose.yaml asks of deploy/.env and of owner.env is set there, or named in the manual.
  const manual = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  for (const [, name] of compose.matchAll(/\$\{([A-Z_]+)/g)) expect(manual, name).toContain(name!)
  for (const [, name] of file('database.sh').matchAll(/"\$([A-Z_]+)"/g))
    expect([...named['owner.env.example'], ...(compose.match(/SITE_PASSWORD(?=: )/g) ?? [])]).toContain(name)
})
