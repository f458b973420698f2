import { describe, expect, test } from 'vitest'
import { createEnding } from './ending.ts'
import { logInWhereFrom } from './came-from.ts'
import type { LogInAgain } from './log-in-again.ts'
import type { SessionUser } from './session-reader.ts'
import { fakeBrowser, ok, refuse } from './testing/fake-browser.ts'
import { openPage } from './testing/page.ts'
import { wayOut } from './way-out.ts'

const qy1: SessionUser = { id: 1, name: '星澜', type: 'QY', companyId: 7 }
const gr1: SessionUser = { id: 5, name: '王芳', type: 'GR', companyId: null }
const editor: SessionUser = { id: 9, name: '编辑', type: 'YYF', companyId: null }

/** A page opened by `user`; the server knows the user in `loggedIn`. */
async function opened(user: SessionUser, { href = 'https://qifu.example/work/myProject?page=2', typed = true, loads = true } = {}) {
  const server = { loggedIn: user, alive: true }
  const browser = fakeBrowser((sent) => {
    if (sent.path.endsWith('/changeToCompany')) {
      server.loggedIn = { ...server.loggedIn, type: 'QY', companyId: JSON.parse(String(sent.body)).companyId }
      return ok({ token: 'C1', refreshToken: 'C2' })
    }
    if (!server.alive) return refuse({ msg: '该账号又在别处登录' }, 401)
    if (sent.path.endsWith('/info')) return ok({ user: server.loggedIn })
    if (sent.path.endsWith('/getMenus')) return ok({ menuList: [], permissions: [] })
    return ok(null)
  })
  browser.cookies.set('token', 'T1')
  const page = openPage(browser, { href, config: { unifiedLogoutUrl: 'https://sso.example/logout' } })
  const asked: (LogInAgain | null)[] = []
  const flushed: string[] = []
  const state = { typed }
  const ending = createEnding(page.ports, page.store, () => page.account, {
    holdsTyping: () => state.typed,
    flushDrafts: () => {
      flushed.push('drafts')
    },
    ask: (again) => asked.push(again),
  })
  await page.account.ensureLoaded()
  if (loads) ending.loaded()
  /** as the client does after a 401 */
  const end = () => {
    const now = page.store.user()
    ending.ending()
    page.store.clear()
    ending.ended(now, '该账号又在别处登录')
  }
  const comeBackAs = async (who: SessionUser) => {
    server.loggedIn = who
    browser.cookies.set('token', 'T9')
    await ending.loggedInElsewhere()
  }
  return { ...page, browser, ending, asked, flushed, server, end, comeBackAs, state }
}

describe('a page with something typed', () => {
  test('stays visible, with the session cleared, and asks the same user to sign in', async () => {
    const page = await opened(qy1)
    let drawn = 0
    page.store.subscribe(() => drawn++)
    page.end()
    await page.pass(10_000)
    expect(page.browser.cookies.get('token')).toBeUndefined()
    expect(page.ports.storage.getItem('userInfo')).toBeNull()
    expect(page.asked).toEqual([{ user: qy1, reason: '该账号又在别处登录' }])
    expect([drawn, page.store.user(), page.went]).toEqual([0, qy1, []])
  })

  test('continues for the same user: stored data is restored, drafts are saved', async () => {
    const page = await opened(qy1)
    page.ports.storage.setItem('calculator', '{"answers":{"revenue":1}}')
    page.end()
    expect(page.ports.storage.getItem('calculator')).toBeNull()
    await page.comeBackAs(qy1)
    expect([page.asked.at(-1), page.went, page.flushed]).toEqual([null, [], ['drafts']])
    expect(page.ports.storage.getItem('calculator')).toBe('{"answers":{"revenue":1}}')
    expect(page.toasts.at(-1)?.text).toBe('已登录，可以继续填写')
  })

  test('a bound person who signs in again as themselves switches to the company again', async () => {
    const acting = { ...gr1, type: 'QY', companyId: 7 }
    const page = await opened(acting)
    page.end()
    await page.comeBackAs(gr1)
    expect([page.asked.at(-1), page.went, page.store.user()]).toEqual([null, [], acting])
  })

  test('is left for another person, and nothing is saved in their name', async () => {
    const page = await opened(qy1)
    page.ports.storage.setItem('feedback', '{"namevalue":"王芳"}')
    page.end()
    await page.comeBackAs(gr1)
    expect([page.went, page.flushed, page.asked.at(-1)]).toEqual([['/page/home'], [], null])
    expect(page.ports.storage.getItem('feedback')).toBeNull()
    expect(page.store.user()).toEqual(gr1)
  })

  test('learns that the session ended on another page, and asks too', async () => {
    const page = await opened(editor)
    page.browser.cookies.clear()
    page.ending.endedElsewhere()
    expect(page.asked).toEqual([{ user: editor, reason: '' }])
  })

  test('says who ended the session: as the other page heard it, or as the server answers', async () => {
    const other = await opened(editor)
    other.browser.cookies.clear()
    other.ending.endedElsewhere('本处登录已由安全管理员结束')
    expect(other.asked).toEqual([{ user: editor, reason: '本处登录已由安全管理员结束' }])
    expect(other.toasts.map(({ text }) => text)).toEqual(['本处登录已由安全管理员结束'])
    const later = await opened(editor)
    later.browser.cookies.clear()
    later.ending.endedElsewhere()
    later.ending.endedElsewhere('本处登录已由安全管理员结束')
    expect(later.asked.at(-1)).toEqual({ user: editor, reason: '本处登录已由安全管理员结束' })
    const checked = await opened(editor)
    checked.server.alive = false
    checked.ending.forcedOut()
    await expect.poll(() => checked.asked.at(-1)).toEqual({ user: editor, reason: '该账号又在别处登录' })
    expect(checked.toasts.map(({ text }) => text)).toEqual(['该账号又在别处登录'])
  })

  test('of staff stays when the token was invalidated elsewhere; of a company it leaves through the unified sign-out', async () => {
    const staff = await opened(editor)
    staff.ending.forcedOut()
    expect([staff.went, staff.asked.length]).toEqual([[], 1])
    const company = await opened(qy1)
    company.ending.forcedOut()
    expect(company.went).toEqual(['https://sso.example/logout?redirect=https%3A%2F%2Fqifu.example%2F'])
  })
})

describe('a page with nothing typed', () => {
  test('of staff who came from 浙政钉 leaves to its log-in and back, also when the token was invalidated elsewhere', async () => {
    const page = await opened({ ...editor, loginWay: 'zzd' }, { typed: false })
    page.end()
    await page.pass(2000)
    expect(page.went).toEqual(['/zzd/login?redirect=%2Fwork%2FmyProject%3Fpage%3D2'])
    const forced = await opened({ ...editor, loginWay: 'zzd' }, { typed: false })
    forced.ending.forcedOut()
    expect(forced.went).toEqual(['/zzd/login?redirect=%2Fwork%2FmyProject%3Fpage%3D2'])
  })
  test('leaves after two seconds to its screen’s address, and the user’s data is removed', async () => {
    const page = await opened(editor, { typed: false })
    page.ports.storage.setItem('consult:3', '人才')
    page.end()
    await page.pass(1999)
    expect([page.went, page.toasts]).toEqual([[], []])
    await page.pass(1)
    // The reason goes along: a session ended on purpose is not a time-out.
    expect(page.toasts.map(({ kind, text }) => [kind, text])).toEqual([['error', '该账号又在别处登录']])
    expect(page.went).toEqual(['/login?redirect=%2Fwork%2FmyProject%3Fpage%3D2'])
    expect(page.ports.storage.getItem('consult:3')).toBeNull()
  })
  test('that is public stays, and says why the session ended', async () => {
    const page = await opened(qy1, { typed: false, href: 'https://qifu.example/page/home' })
    page.end()
    await page.pass(2000)
    expect([page.went, page.toasts.map(({ text }) => text)]).toEqual([[], ['该账号又在别处登录']])
  })
  test('another user who signs in beside it gets a fresh page', async () => {
    const page = await opened(qy1, { typed: false })
    await page.comeBackAs(gr1)
    expect(page.went).toEqual(['/page/home'])
  })
  test('a sign-out elsewhere also ends this page', async () => {
    const page = await opened(qy1, { typed: true })
    page.ending.loggedOutElsewhere()
    expect([page.went, page.asked.at(-1)]).toEqual([['/'], null])
    const told = '您已在其他页面退出登录，填写的内容已存为草稿，登录后可以继续填写。'
    expect(page.toasts.at(-1), 'a warning is shown on the page that follows, too').toMatchObject({ kind: 'warning', text: told })
    const idle = await opened(qy1, { typed: false })
    idle.ending.loggedOutElsewhere()
    expect(idle.toasts).toEqual([])
  })
})

test.each([
  ['/work/myProject', 'QY', '/'],
  ['/work/checkmanage', 'YYF', '/login?redirect=%2Fwork%2Fcheckmanage%3Fa%3D1'],
  ['/index', 'YYF', '/login?redirect=%2Findex%3Fa%3D1'],
  ['/ecall', 'YYF', '/login?redirect=%2Fecall%3Fa%3D1'],
  ['/zzd/home', 'YYF', '/zzd/login'],
  ['/zzd/login', 'YYF', null],
  ['/commonform', 'QY', '/'],
  ['/preview', 'YYF', '/login?redirect=%2Fpreview%3Fa%3D1'],
  ['/page/policysub', 'QY', '/'],
  ['/page/policyserverReport', 'QY', '/'],
  ['/page/policyserverdeclare', 'GR', '/'],
  ['/page/home', 'QY', null],
  ['/login', 'YYF', null],
])('H13: without a session %s of %s leads to %s', (path, type, target) => {
  expect(wayOut(path, `${path}?a=1`, { type })).toBe(target)
})

test.each([
  ['/work/checkmanage', 'YYF', 'zzd', '/zzd/login?redirect=%2Fwork%2Fcheckmanage%3Fa%3D1'],
  ['/ecall', 'YYF', 'zzd', '/zzd/login?redirect=%2Fecall%3Fa%3D1'],
  ['/zzd/home', 'YYF', 'zzd', '/zzd/login'],
  ['/work/checkmanage', 'YYF', 'password', '/login?redirect=%2Fwork%2Fcheckmanage%3Fa%3D1'],
  ['/work/myProject', 'QY', 'zml', '/'],
  ['/work/myProject', 'GR', 'szjj', '/'],
  ['/page/home', 'YYF', 'zzd', null],
])('without a session %s of %s who came by %s leads to %s', (path, type, loginWay, target) => {
  expect(wayOut(path, `${path}?a=1`, { type, loginWay })).toBe(target)
})

test('calls that are refused after the session was cleared do not change where the page leads', async () => {
  const zzd = { ...editor, loginWay: 'zzd' } as const
  const page = await opened(zzd, { href: 'https://qifu.example/work/checkmanage', typed: false, loads: false })
  page.end()
  page.end()
  await page.pass(2_000)
  expect(page.went).toEqual(['/zzd/login?redirect=%2Fwork%2Fcheckmanage'])
})

test.each([
  ['zzd', '/zzd/login?redirect=%2Flogin%2Fdone'],
  ['zml', '/sys/sso/zml?redirect=%2Flogin%2Fdone'],
  ['szjj', '/sys/sso/szjj?redirect=%2Flogin%2Fdone'],
  ['sso', null],
  ['password', null],
  [undefined, null],
])('who came by %s logs in again at %s', (loginWay, target) => {
  expect(logInWhereFrom(loginWay === undefined ? {} : { loginWay }, '/login/done')).toBe(target)
})

describe('personal data stored by pages (H02)', () => {
  const keep = (page: Awaited<ReturnType<typeof opened>>) => {
    for (const key of ['feedback', 'consult:4', 'calculator']) page.ports.storage.setItem(key, '{"x":1}')
    for (const key of ['draft:1:label:2', 'qifu:form-preview', 'columns']) page.ports.shared.setItem(key, 'x')
  }
  const left = (page: Awaited<ReturnType<typeof opened>>) =>
    [...page.ports.storage.keys(), ...page.ports.shared.keys()].filter((key) =>
      /feedback|consult|calculator|draft|preview|columns/.test(key),
    )

  test('all of it is removed at sign-out; the table settings stay', async () => {
    const page = await opened(qy1)
    keep(page)
    await page.account.logout()
    expect(left(page)).toEqual(['columns'])
  })
  test('encrypted copies of drafts survive an unintended end of the session', async () => {
    const page = await opened(qy1, { typed: false })
    keep(page)
    page.end()
    expect(left(page)).toEqual(['draft:1:label:2', 'columns'])
  })
  test('another user who signs in finds nothing; what a visitor typed before signing in belongs to that user', async () => {
    const page = await opened(qy1, { typed: false })
    keep(page)
    page.server.loggedIn = gr1
    await page.account.accept({ token: 'T5', refreshToken: 'R5' })
    expect(left(page)).toEqual(['draft:1:label:2', 'columns'])

    const visitor = await opened(gr1, { typed: false })
    visitor.end()
    visitor.ports.storage.setItem('consult:4', '柔性引进是否计入？')
    await visitor.account.accept({ token: 'T6', refreshToken: 'R6' })
    expect(visitor.ports.storage.getItem('consult:4')).toBe('柔性引进是否计入？')
  })
})

describe('a page of a company whose person no longer acts for it', () => {
  const save = { method: 'POST', path: '/appeal/info/save', as: 'json' } as const
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  const actingPerson: SessionUser = { id: 5, name: '王芳', type: 'QY', oldType: 'GR', companyId: 7, companyName: '星澜' }
  const lost = async (typed: boolean) => {
    const page = await opened(actingPerson, { typed })
    page.server.loggedIn = gr1
    page.browser.cookies.set('token', 'T2')
    page.ending.follow()
    return page
  }
  test('stays with what was typed, says so, and sends no change in the person’s own name', async () => {
    const page = await lost(true)
    // Also a change that is sent while the answer is on its way.
    expect(await page.ending.refusal(save)).toBe('您已不再代表“星澜”，没有提交')
    expect(page.asked).toEqual([{ user: actingPerson, reason: '', parted: { of: '星澜', now: '' } }])
    expect(page.store.user()).toEqual(actingPerson)
    expect(await page.ending.refusal({ ...save, method: 'GET', path: '/appeal/info/list' })).toBeNull()
    expect(await page.ending.refusal({ ...save, path: '/sys/activeUser/logout' })).toBeNull()
    page.ending.leaveParted()
    expect(page.store.user()).toEqual(gr1)
    expect(page.went).toEqual(['/work'])
  })
  test('stays too when another window changed the role', async () => {
    const page = await opened(actingPerson)
    await page.comeBackAs(gr1)
    expect(page.asked).toEqual([{ user: actingPerson, reason: '', parted: { of: '星澜', now: '' } }])
    expect([page.store.user(), page.went]).toEqual([actingPerson, []])
  })
  test('goes on when its person acts for the company again', async () => {
    const page = await opened(actingPerson)
    await page.comeBackAs(gr1)
    await page.comeBackAs(actingPerson)
    expect([page.asked.at(-1), page.went, page.flushed]).toEqual([null, [], ['drafts']])
    expect(await page.ending.refusal(save)).toBeNull()
  })
  test('with nothing typed shows whom it was loaded for until it is left', async () => {
    const page = await opened(actingPerson, { typed: false })
    const drawn: unknown[] = []
    page.store.subscribe(() => drawn.push(page.store.user()))
    await page.comeBackAs(gr1)
    expect(drawn).not.toContain(undefined)
    expect(page.went).toEqual(['/page/home'])
  })
  test('with nothing typed is left, and the next page says why', async () => {
    const page = await lost(false)
    await settle()
    expect([page.asked, page.went]).toEqual([[null], ['/page/home']])
    expect(page.toasts.at(-1)).toMatchObject({ kind: 'warning', text: '您已不再代表“星澜”' })
  })
  test('is told so after the page was loaded again for changed rights, once', async () => {
    const page = await opened(actingPerson, { typed: false, loads: false })
    page.store.forgetUser()
    page.server.loggedIn = gr1
    page.browser.cookies.set('token', 'T2')
    await page.account.ensureLoaded()
    page.ending.loaded()
    page.ending.loaded()
    expect(page.toasts.map(({ kind, text }) => [kind, text])).toEqual([['warning', '您已不再代表“星澜”']])
  })
  test('a page whose person still acts for the company goes on', async () => {
    const page = await opened(actingPerson)
    page.browser.cookies.set('token', 'T2')
    page.ending.follow()
    expect(await page.ending.refusal(save)).toBeNull()
    expect(page.asked).toEqual([])
  })
})

// Seen red: another window changed to a company, and the page with what the person had typed was left.
describe('a page of a person who changed to a company in another window', () => {
  const save = { method: 'POST', path: '/pol/consult/save', as: 'json' } as const
  const acting: SessionUser = { id: 5, name: '王芳', type: 'QY', oldType: 'GR', companyId: 7, companyName: '星澜' }
  test('stays with what was typed, says so, and sends no change in the company’s name', async () => {
    const page = await opened(gr1)
    const switching = page.comeBackAs(acting)
    // Also a change that is sent while the answer is on its way.
    expect(await page.ending.refusal(save)).toBe('本页是您个人的，您现在代表“星澜”，没有提交')
    await switching
    expect(page.asked).toEqual([{ user: gr1, reason: '', parted: { of: '', now: '星澜' } }])
    expect([page.store.user(), page.went]).toEqual([gr1, []])
    expect(await page.ending.refusal({ ...save, method: 'GET', path: '/pol/consult/list' })).toBeNull()
    page.ending.leaveParted()
    expect([page.store.user(), page.went]).toEqual([acting, ['/work']])
  })
  test('goes on when the person is themselves again', async () => {
    const page = await opened(gr1)
    await page.comeBackAs(acting)
    await page.comeBackAs(gr1)
    expect([page.asked.at(-1), page.store.user(), page.went, page.flushed]).toEqual([null, gr1, [], ['drafts']])
    expect(await page.ending.refusal(save)).toBeNull()
  })
  test('with nothing typed is left', async () => {
    const page = await opened(gr1, { typed: false })
    await page.comeBackAs(acting)
    expect(page.went).toEqual(['/page/home'])
  })
  test('for another person, it is left as before', async () => {
    const page = await opened(gr1)
    await page.comeBackAs({ ...acting, id: 6 })
    expect([page.asked.at(-1), page.went]).toEqual([null, ['/page/home']])
  })
})
