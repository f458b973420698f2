import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const refusal = (env: NodeJS.ProcessEnv): string[] => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('the demo, whose passwords stand in the README, does not start under an address of the internet', () => {
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
