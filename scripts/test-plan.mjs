// What `npm test` runs: everything, the tests of some domains, or the tests affected by a change. Plain JavaScript for the host's Node ≥
// 20.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const USAGE = `用法：npm test [-- 选项]
  （无）            全部测试：单元、接口（PostgreSQL 全部，内嵌数据库选跑）、浏览器
  --proof           另跑证明的简短形式（.ci/run 如此）
  --full            另跑证明的简短形式，并在内嵌数据库上跑全部接口测试
  领域…             只跑属于这些领域的单元、接口与浏览器测试，如 npm test -- tag、npm test -- company/binding
  --changed[=提交]  只跑改动所及的；不写提交时，与 main 的分叉点相比（在 main 上则与最近一次提交相比）`

const OPTIONS = ['--full', '--proof']

/**
 * `{ full, proof, changed, domains }`; throws a text for the user. `changed` is a commit, '' for the usual one, or undefined.
 * @param {string[]} args
 */
export function readArguments(args) {
  const domains = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/\/+$/, ''))
  const [changed] = args.filter((arg) => /^--changed(=|$)/.test(arg)).map((arg) => arg.slice('--changed='.length))
  const unknown = args.find((arg) => arg.startsWith('-') && !OPTIONS.includes(arg) && !/^--changed(=|$)/.test(arg))
  if (unknown) throw new Error(`不认识的选项 ${unknown}\n${USAGE}`)
  if (domains.length && changed !== undefined) throw new Error(`领域与 --changed 只能选一个\n${USAGE}`)
  return { full: args.includes('--full'), proof: OPTIONS.some((option) => args.includes(option)), changed, domains }
}

const SIDES = ['server', 'web', 'contract', 'e2e']
const folders = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : []
/** Folders of web/ that belong to no domain; every screen uses them. */
const SHARED_WEB = ['kit', 'shell', 'session', 'screens', 'styles', 'public']

/** The folders of domains, on the server or in the web. */
export const domainsOf = (root) => [
  ...new Set([
    ...folders(join(root, 'server')).filter((name) => name !== 'kernel'),
    ...folders(join(root, 'web')).filter((name) => !SHARED_WEB.includes(name)),
  ]),
]

/**
 * The test with its domain's name runs on both engines, as do the tests of the kernel, of the database layer and of the transfer, and the
 * walk of row rules, which asks every domain.
 */
export const onBothEngines = (root) => [
  'server/kernel/',
  'db/',
  'transfer/',
  'server/identity/admin/rule-walk.test.ts',
  ...folders(join(root, 'server'))
    .map((name) => `server/${name}/${name}.test.ts`)
    .filter((file) => existsSync(join(root, file))),
]

/**
 * The places of the tests of these domains (or of parts of one: `company/binding`): `{ vitest, browser }`, path prefixes. Throws a text
 * when a domain does not exist.
 */
export function testsOfDomains(root, domains) {
  const places = (side) => domains.map((domain) => `${side}/${domain}/`).filter((place) => existsSync(join(root, place)))
  const nowhere = domains.find((domain) => !SIDES.some((side) => existsSync(join(root, side, domain))))
  if (nowhere) throw new Error(`没有领域 ${nowhere}。有：${domainsOf(root).join('、')}`)
  return { vitest: ['server', 'web', 'contract'].flatMap(places), browser: places('e2e') }
}

/**
 * The tests affected by changed files: `{ http, browser }`, each 'all' or path prefixes. A change of a domain affects the domains that
 * import it; a change below the domains affects everything. Unit tests are not included, because Vitest itself follows their imports.
 */
export function touchedBy(root, changed) {
  const domains = domainsOf(root)
  const own = new Set()
  const specs = []
  const all = { http: false, browser: false }
  for (const file of changed) {
    const [side, second = ''] = file.split('/')
    const name = second.replace(/\.\w+$/, '')
    if (/\.md$|^(docs|bench|proof)\//.test(file) || /\.unit\.test\.tsx?$/.test(file)) continue
    if (side === 'e2e' && file.endsWith('.spec.ts')) specs.push(file)
    else if (side === 'e2e' || file === 'playwright.config.ts' || (side === 'web' && !domains.includes(name))) all.browser = true
    else if (SIDES.includes(side) && domains.includes(name)) own.add(name)
    else if (side === 'scripts') all.browser ||= /start|bootstrap|vite|precompress/.test(file)
    else all.http = all.browser = true
  }
  const touched = [...own, ...domains.filter((domain) => !own.has(domain) && [...importsOf(root, domain)].some((one) => own.has(one)))]
  const places = testsOfDomains(root, touched)
  return {
    http: all.http ? 'all' : places.vitest.filter((place) => place.startsWith('server/')),
    browser: all.browser ? 'all' : [...places.browser, ...specs.filter((spec) => !places.browser.some((place) => spec.startsWith(place)))],
  }
}

/** The domains that a domain's code imports. */
function importsOf(root, domain) {
  const found = new Set()
  for (const side of ['server', 'web'])
    for (const file of readFilesOf(join(root, side, domain)))
      for (const [, name] of file.matchAll(/from '(?:\.\.\/)+([\w-]+)\/index\.tsx?'/g)) found.add(name)
  return found
}

const readFilesOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
    : []
