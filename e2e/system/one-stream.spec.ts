import { expect, test, type Page, type Request } from '../test.ts'
import { callAs, person } from '../session.ts'

const TABS = 8
/** Without the stream a page polls once a minute, so an answer within this time came by the stream. */
const TOLD_MS = 15_000
const isStream = (request: Request) => request.url().endsWith('/sys/push')

test('eight tabs of one browser share one stream and all get its events; when its tab is closed, another one takes over', async ({
  browser,
}) => {
  const [first, front] = [await person(browser, 'qy2'), await person(browser, 'front1')]
  const context = first.context()
  const open = new Map<Request, Page>()
  let made = 0
  context.on('request', (request) => {
    if (!isStream(request)) return
    made += 1
    open.set(request, request.frame().page())
  })
  const over = (request: Request) => void open.delete(request)
  context.on('requestfinished', over).on('requestfailed', over)
  let tabs = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))]
  await Promise.all(tabs.map((tab) => tab.goto('/work/notice')))
  const bells = (name: string | RegExp) => tabs.map((tab) => tab.getByRole('button', { name, exact: typeof name === 'string' }))
  for (const bell of bells(/^消息(，|$)/)) await expect(bell).toBeVisible()
  await expect.poll(() => open.size).toBe(1)
  await first.waitForTimeout(4000)
  expect([open.size, made]).toEqual([1, 1])

  const { id } = (await callAs(first, '/appeal/info/save', {
    typeId: 1606,
    title: '道路限高影响进货',
    content: '限高杆过低，货车进不来，请协调。',
    contact: '林小满',
    phone: '13812345678',
    submit: true,
  })) as { id: number }
  const offices = (await callAs(front, '/sys/office/options')) as { id: number; label: string }[]
  const { unread } = (await callAs(first, '/sys/notice/unreadCount')) as { unread: number }
  const told = async (more: number) => {
    for (const bell of bells(`消息，${unread + more} 条未读`)) await expect(bell).toBeVisible({ timeout: TOLD_MS })
  }
  await callAs(front, '/appeal/info/transfer', { id, officeId: offices.find(({ label }) => label.includes('经济和信息化'))!.id })
  await told(1)

  const holder = [...open.values()][0]!
  await holder.close()
  tabs = tabs.filter((tab) => tab !== holder)
  await expect.poll(() => [...open.values()].filter((page) => page !== holder).length).toBe(1)
  await callAs(front, '/appeal/info/pause', { id, kind: 'asked', reason: '企业要求暂缓' })
  await told(2)
  expect(made).toBe(2)
})
