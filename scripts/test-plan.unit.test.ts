import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { domainsOf, onBothEngines, readArguments, testsOfDomains, touchedBy } from './test-plan.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))

it('refuses unknown options, unknown domains, and a domain together with a change', () => {
  expect(() => readArguments(['--fast'])).toThrow('不认识的选项 --fast')
  expect(() => readArguments(['tag', '--changed'])).toThrow('只能选一个')
  expect(() => testsOfDomains(root, ['tga'])).toThrow(/没有领域 tga。有：.*tag/)
})

it('reads the arguments', () => {
  expect(readArguments([])).toEqual({ full: false, proof: false, changed: undefined, domains: [] })
  expect(readArguments(['--proof'])).toMatchObject({ full: false, proof: true })
  expect(readArguments(['--full', '--changed'])).toEqual({ full: true, proof: true, changed: '', domains: [] })
  expect(readArguments(['--changed=main~3'])).toMatchObject({ changed: 'main~3' })
  expect(readArguments(['tag', 'company/binding/'])).toMatchObject({ domains: ['tag', 'company/binding'] })
})

it('finds the tests of a domain on the server, in the web and in the browser', () => {
  expect(testsOfDomains(root, ['policy'])).toEqual({
    vitest: ['server/policy/', 'web/policy/', 'contract/policy/'],
    browser: ['e2e/policy/'],
  })
  expect(testsOfDomains(root, ['company/binding'])).toMatchObject({ browser: [] })
})

it('every server domain with database tests has a test of its name, which runs on both engines', () => {
  const asks = (domain: string) =>
    readdirSync(join(root, 'server', domain), { recursive: true }).some((file) => /(?<!\.(unit|process))\.test\.ts$/.test(String(file)))
  const server = domainsOf(root).filter((domain) => existsSync(join(root, 'server', domain)) && asks(domain))
  expect(server.length).toBeGreaterThan(8)
  expect(onBothEngines(root)).toEqual(expect.arrayContaining(server.map((domain) => `server/${domain}/${domain}.test.ts`)))
})

it('a folder of browser tests has the name of a domain or of a shared part of the web', () => {
  const known = [...domainsOf(root), 'kit', 'shell', 'session']
  const folders = readdirSync(join(root, 'e2e'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

it.each([
  ['nothing', ['docs/glossary.md', 'README.md', 'bench/load.ts', 'web/kit/form/values.unit.test.ts'], { http: [], browser: [] }],
  ['one spec', ['e2e/tag/tags.spec.ts', 'e2e/texts.spec.ts'], { http: [], browser: ['e2e/tag/tags.spec.ts', 'e2e/texts.spec.ts'] }],
  ['all screens', ['web/kit/table.tsx'], { http: [], browser: 'all' }],
  ['everything', ['server/kernel/jobs/jobs.ts'], { http: 'all', browser: 'all' }],
  ['everything', ['contract/wire.ts'], { http: 'all', browser: 'all' }],
  ['everything', ['seed/index.ts'], { http: 'all', browser: 'all' }],
  ['everything', ['package-lock.json'], { http: 'all', browser: 'all' }],
])('touches %s: %s', (_, files, expected) => {
  expect(touchedBy(root, files)).toEqual(expected)
})

it('a change of a domain affects the domains that import it, on server, web and contract side', () => {
  for (const file of ['server/tag/index.ts', 'contract/tag.ts', 'web/tag/x.tsx']) {
    const { http, browser } = touchedBy(root, [file])
    expect(http).toEqual(expect.arrayContaining(['server/tag/', 'server/portrait/']))
    expect(http).not.toContain('server/identity/')
    expect(browser).toContain('e2e/tag/')
  }
})

it('tests of simultaneous calls are in files named *.race.test.ts, which have several connections', () => {
  // These have connections of their own, use no database, read or import files of the machine at once, or open the connections.
  const apart = [
    'server/kernel/answers/kept-answers.test.ts',
    'server/kernel/db/postgres.test.ts',
    'server/kernel/db/watched-pool.test.ts',
    'server/kernel/files/files.test.ts',
    'server/kernel/testing/domain-expectations.ts',
    'server/kernel/testing/harness.ts',
  ]
  const tests = ['server', 'db', 'seed', 'transfer']
    .flatMap((side) => readdirSync(join(root, side), { recursive: true }).map((file) => `${side}/${String(file)}`))
    .filter((file) => file.endsWith('.test.ts') && !/\.(race|unit)\.test\.ts$/.test(file) && !file.startsWith('server/matching/engine/'))
  // A helper could hide the calls, so helpers that only tests use are read too.
  const helpers = readdirSync(join(root, 'server'), { recursive: true })
    .map((file) => `server/${String(file)}`)
    .filter((file) => /(\/testing\/[^/]+|\/testing|\/test-[^/]+)\.ts$/.test(file))
  expect(tests.length).toBeGreaterThan(60)
  expect(helpers.length).toBeGreaterThan(20)
  const atOnce = [...tests, ...helpers].filter((file) =>
    /\bPromise\.(all|allSettled|any|race)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(atOnce.toSorted()).toEqual(apart.toSorted())
})
