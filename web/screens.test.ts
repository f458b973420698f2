import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allScreenPaths } from '../contract/missing-page.ts'
import { clientOnlyFiles, layoutOf, redirects, screens } from './screens.ts'
import { activeEntry } from './shell/menu.ts'
import { metaFor, pageTitle } from './shell/title.ts'
import { landingOf, mayOpen, workTarget } from './shell/work-rights.ts'
import { workScreenAt } from './shell/work-screen.ts'

const paths = screens.map((s) => s.path)

describe('route table', () => {
  test('every address occurs once, starts with /, and has a title', () => {
    expect(new Set(paths).size).toBe(paths.length)
    for (const s of screens) expect(s.path).toMatch(/^\/[\w/]+$/)
    for (const s of screens) expect(s.title).toMatch(/\p{Script=Han}/u)
  })
  test('the contract lists the same addresses, so that links to other pages are refused', () => {
    expect(allScreenPaths.toSorted()).toEqual(paths.toSorted())
  })
  test('the named files exist', () => {
    expect(screens.filter((s) => s.file && !existsSync(new URL(s.file, import.meta.url))).map((s) => s.file)).toEqual([])
  })
  test('redirects lead to screens and are not screens themselves; an alias of techService keeps its name', () => {
    for (const [from, to] of Object.entries(redirects))
      expect([from, paths.includes(from), paths.includes(to)]).toEqual([from, false, true])
    expect(redirects['/page/resultdetals']).toBe('/page/techService/resultdetals')
    expect(redirects['/page/policymarket']).toBe('/page/policymarket/index')
  })
  test('highlighted entries are screens', () => {
    expect(screens.filter((s) => s.lights && !paths.includes(s.lights)).map((s) => s.path)).toEqual([])
  })
  test('only workbench screens are left out of the server build', () => {
    expect(clientOnlyFiles().filter((file) => layoutOf(screens.find((s) => s.file === file)!) !== 'work')).toEqual([])
  })
})

describe('menu (spec §2 Active-menu highlight mapping)', () => {
  const entry = (url: string) => ({ name: url, url })
  const menu = [
    '/page/home',
    '/page/policyserver',
    '/page/policymarket/index',
    '/page/industryinfo',
    '/page/propaganda',
    '/page/sdmarket',
    '/page/techService',
    '/page/commercialLaw',
  ].map(entry)
  test.each([
    ['/page/home', '/page/home'],
    ['/page/policymarket/details', '/page/policymarket/index'],
    ['/page/industryinfodetails', '/page/industryinfo'],
    ['/page/propagandaDetails', '/page/propaganda'],
    ['/page/propagandaEventsList', '/page/propaganda'],
    ['/page/sdmarketdetail1', '/page/sdmarket'],
    ['/page/sdmarketdetail2', '/page/sdmarket'],
    ['/page/techService/expertdetails', '/page/techService'],
    ['/page/policyserver/calculator/subList', '/page/policyserver'],
    ['/page/search', undefined],
    ['/login', undefined],
  ])('%s highlights %s', (path, lit) => {
    expect(activeEntry(path, menu)).toBe(lit)
  })
  test('a hidden entry is not highlighted', () => {
    expect(activeEntry('/page/industryinfodetails', [entry('/page/home')])).toBeUndefined()
  })
})

describe('titles (spec §2)', () => {
  const at = (pathname: string, of = {}) =>
    metaFor(
      {
        location: { pathname, search: '?id=5&page=2' },
        matches: [{ id: 'root', loaderData: { site: JSON.stringify({ name: '平台' }), origin: 'https://h' } }],
      },
      of,
    )
  test('a title contains the product name, except on the commercial law page', () => {
    expect(at('/page/policymarket/details')[0]).toEqual({ title: '政策超市详情 - 平台' })
    expect(at('/page/policymarket/details', { title: '技改补贴' })[0]).toEqual({ title: '技改补贴 - 平台' })
    expect(at('/page/commercialLaw')[0]).toEqual({ title: '商事法律服务' })
    expect(pageTitle('a', 'b')).toBe('a - b')
  })
  test('the canonical link keeps the id and drops other parameters', () => {
    expect(at('/page/policymarket/details')[2]).toMatchObject({ rel: 'canonical', href: 'https://h/page/policymarket/details?id=5' })
  })
})

describe('the right to open a work screen', () => {
  const menus = [
    {
      id: 1,
      order: 1,
      name: '系统',
      url: '',
      children: [
        { id: 2, order: 1, name: '角色', url: '/work/role' },
        { id: 3, order: 2, name: '停用', url: '/work/menu', disabled: true },
      ],
    },
    { id: 4, order: 2, name: '企业', url: '/work/EnterprisesList' },
  ]
  const may = (path: string, type = 'YYF', list = menus) => mayOpen(workScreenAt(path), path, list, type)
  test('a screen does not open when it is not in the menu, disabled, or for another user type', () => {
    expect(may('/work/user')).toBe(false)
    expect(may('/work/menu')).toBe(false)
    expect(may('/work/role', 'QY')).toBe(false)
    expect(may('/work/nothing')).toBe(false)
    expect(may('/work/enterprise')).toBe(false)
  })
  test('menu entries, pages below them, and the own landing page can be opened', () => {
    expect(may('/work/role')).toBe(true)
    expect(may('/work/EnterprisesList/look')).toBe(true)
    expect(may('/work/operator', 'YYF', [])).toBe(true)
    expect(may('/work/enterprise', 'QY', [])).toBe(true)
    for (const own of ['/work/notice', '/work/account', '/work/myExport']) expect(may(own, 'YYF', [])).toBe(true)
  })
  test('/work leads to the first entry, else to the landing page; never to the call centre', () => {
    expect(workTarget(menus, 'YYF')).toBe('/work/role')
    expect(workTarget([], 'GR')).toBe('/work/personal')
    expect(workTarget([{ id: 1, order: 1, name: '呼叫', url: '/ecall' }], 'YYF')).toBe(landingOf('YYF'))
  })
})
