import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultsOf, type Lock } from './supply.ts'

const lock = () => JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock

describe('供应链（X-04）', () => {
  it('锁定的依赖都有校验值，安装脚本在名单里，没有已知漏洞的版本', () => {
    const real = lock()
    expect(Object.keys(real.packages).length).toBeGreaterThan(400)
    expect(faultsOf(real)).toEqual([])
  })

  it('每种问题都会报告', () => {
    const real = lock()
    real.packages['node_modules/fastify']!.version = '5.8.2'
    real.packages['node_modules/fflate']!.version = '0.8.2'
    delete real.packages['node_modules/pino']!.integrity
    real.packages['node_modules/zod']!.hasInstallScript = true
    real.packages['node_modules/a/node_modules/xlsx'] = { version: '0.18.5', integrity: 'sha512-x' }
    expect(faultsOf(real).toSorted()).toEqual(
      [
        'fastify 5.8.2：低于没有已知漏洞的 5.8.3',
        'fflate 0.8.2：低于没有已知漏洞的 0.8.3',
        'pino：没有校验值',
        'xlsx：任何版本都有已知漏洞，不能用',
        'zod：安装时会运行脚本，不在名单里',
      ].toSorted(),
    )
  })
})
