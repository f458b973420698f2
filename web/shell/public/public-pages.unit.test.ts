import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, data, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { filesBody, Related } from './detail-parts.tsx'
import { Facets } from './facets.tsx'
import { answerOrFaults, withoutFaults } from './filter-faults.ts'
import { FilterForm } from './filter-form.tsx'
import { days, many, type Filter } from './filters.ts'
import { NothingFound } from './nothing-found.tsx'
import { PublicDetail } from './public-detail.tsx'
import { PublicList } from './public-list.tsx'
import { RefusedFilters } from './refused-filters.tsx'

const filters: Filter[] = [
  {
    kind: 'one',
    name: '状态',
    keys: ['status'],
    usual: 'open',
    options: [
      { value: 'open', label: '进行中', count: 3 },
      { value: 'all', label: '不限', count: 9 },
    ],
  },
  many('kind', '类别', [
    { value: 'a', label: '要闻', count: 2 },
    { value: 'b', label: '通知', count: 7 },
  ]),
  many('office', '部门', []),
  days(['from', 'to'], '发布时间', '发布'),
]
const sorts = [
  { value: 'relevance', label: '相关度' },
  { value: 'publish', label: '发布时间' },
]

/** The page at an address, as rendered on the server. */
function shown(address: string, element: ReactNode): string {
  const router = createMemoryRouter([{ path: '/page/news', element }], { initialEntries: [address] })
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, text]) => [
    text!.replace(/<[^>]*>/g, '').trim(),
    decodeURIComponent(href!.replaceAll('&amp;', '&')),
  ])
const leads = (html: string, text: string) => links(html).find(([name]) => name!.startsWith(text))?.[1]

test('each choice of a filter is an address with the first page, and a chosen one can be removed', () => {
  const html = shown('/page/news?kind=a&from=2026-01-01&page=3', createElement(Facets, { path: '/page/news', filters }))
  expect(links(html)).toContainEqual(['通知7', '/page/news?kind=a,b&from=2026-01-01'])
  expect(links(html)).toContainEqual(['类别：要闻 ✕（取消）', '/page/news?from=2026-01-01'])
  expect(links(html)).toContainEqual(['发布自 2026-01-01 ✕（取消）', '/page/news?kind=a'])
  expect(leads(html, '清除全部')).toBe('/page/news')
  // One state always applies: the default is not listed, and none can be removed.
  expect(links(html)).toContainEqual(['不限9', '/page/news?kind=a&from=2026-01-01&status=all'])
  expect(html).not.toContain('状态：')
  expect(html).toContain('筛选（已选 2）')
  // A filter without choices is not shown.
  expect(html).not.toContain('部门')
  expect(html).toMatch(/<input type="hidden" name="kind" value="a"\/>/)
})

test('without results each active filter can be removed individually', () => {
  const html = shown(
    '/page/news?q=abc&kind=a&to=2026-02-01&page=2',
    createElement(NothingFound, { path: '/page/news', filters, wider: [{ label: '看看全部', changes: { status: 'all' } }] }),
  )
  expect(links(html)).toEqual([
    ['看看全部', '/page/news?q=abc&kind=a&to=2026-02-01&status=all'],
    ['不限类别', '/page/news?q=abc&to=2026-02-01'],
    ['不限发布时间', '/page/news?q=abc&kind=a'],
    ['清除全部条件', '/page/news'],
  ])
  expect(links(shown('/page/news?sort=publish', createElement(NothingFound, { path: '/page/news', filters })))).toEqual([])
})

test('the order by relevance is offered only with search words', () => {
  const list = (address: string) =>
    shown(
      address,
      createElement(PublicList, {
        title: '新闻',
        path: '/page/news',
        total: 0,
        pageSize: 10,
        sorts,
        usualSort: 'publish',
        search: { id: 'news-q', placeholder: '标题', suggest: false },
        nothing: '没有新闻',
      }),
    )
  expect(leads(list('/page/news'), '相关度')).toBe(undefined)
  expect(list('/page/news')).toMatch(/aria-current="true"[^>]*>发布时间/)
  expect(list('/page/news?q=abc')).toMatch(/aria-current="true"[^>]*>相关度/)
  expect(list('/page/news')).toContain('没有新闻')
  expect(list('/page/news')).not.toContain('role="combobox"')
})

test('a form above a list keeps the order, and leaves out a filter without options', () => {
  const picks = filters.flatMap((f) => (f.kind === 'many' ? [f] : []))
  const html = shown(
    '/page/news?sort=publish&kind=b',
    createElement(FilterForm, { path: '/page/news', word: { label: '标题', placeholder: '' }, picks }),
  )
  expect(html).toContain('<input type="hidden" name="sort" value="publish"/>')
  expect(html).toMatch(/<option value="b" selected="">通知（7）<\/option>/)
  expect(html).not.toContain('部门')
})

// Seen: selects showed 不限 while the list was empty because of them.
test('a form shows what the address chooses, also when it is no option, or several at once', () => {
  const picks = filters.flatMap((f) => (f.kind === 'many' ? [f] : []))
  const form = (query: string) =>
    shown(`/page/news?${query}`, createElement(FilterForm, { path: '/page/news', word: { label: '标题', placeholder: '' }, picks }))
  const chosen = (html: string, name: string) => {
    const [select] = new RegExp(`<select[^>]*name="${name}".*?</select>`).exec(html)!
    return [...select.matchAll(/<option value="([^"]*)" selected="">(.*?)<\/option>/g)].map(([, value, text]) => [value, text])
  }
  expect(chosen(form(''), 'kind')).toEqual([['', '不限']])
  expect(chosen(form('kind=zzz'), 'kind')).toEqual([['zzz', '其他：zzz']])
  expect(chosen(form('kind=a,b'), 'kind')).toEqual([['a,b', '要闻、通知']])
  expect(chosen(form('kind=a&kind=b'), 'kind')).toEqual([['a,b', '要闻、通知']])
  expect(chosen(form('kind=a,zzz'), 'kind')).toEqual([['a,zzz', '其他：要闻、zzz']])
  // A filter without options is there while the address chooses something in it.
  expect(chosen(form('office=999999'), 'office')).toEqual([['999999', '其他：999999']])
})

test('a refused select of a form is told at its field', () => {
  const picks = filters.flatMap((f) => (f.kind === 'many' ? [f] : []))
  const faults = [
    { path: 'kind', message: '类别不在可选范围内' },
    { path: 'sort', message: '排序方式不正确' },
  ]
  const html = shown(
    '/page/news?kind=zzz&office=1&sort=nonsense',
    createElement(FilterForm, { path: '/page/news', word: { label: '标题', placeholder: '' }, picks, faults }),
  )
  const field = (name: string) => new RegExp(`<select[^>]*name="${name}"[^>]*>`).exec(html)![0]
  expect(field('kind')).toContain('aria-invalid="true"')
  expect(field('kind')).toContain('aria-describedby="fault-kind"')
  expect(html).toMatch(/<span id="fault-kind" class="field-error[^"]*">类别不在可选范围内<\/span>/)
  expect(field('office')).not.toContain('aria-invalid')
  // The hidden order would be refused again.
  expect(html).not.toContain('name="sort"')
})

test('a detail page lists its sections once, and leaves out empty ones', () => {
  const html = shown(
    '/page/news',
    createElement(PublicDetail, {
      title: '一则新闻',
      above: ['新闻', '/page/news'],
      here: '新闻详情',
      facts: [
        ['来源', '县经信局'],
        ['作者', ''],
      ],
      sections: [
        { id: 'text', name: '正文', body: '文字' },
        { id: 'files', name: '附件', body: filesBody([]) },
        { id: 'more', name: '说明', body: filesBody([{ name: '表', filePath: 'a/b 1.pdf', note: '3 KB' }]) },
      ],
      aside: createElement(Related, { title: '相关新闻', items: [{ name: '另一则', path: '/page/x?id=2' }] }),
    }),
  )
  expect(links(html)).toEqual([
    ['首页', '/page/home'],
    ['新闻', '/page/news'],
    ['正文', '#text'],
    ['说明', '#more'],
    ['表', '/files/download?filePath=a/b 1.pdf'],
    ['另一则', '/page/x?id=2'],
  ])
  expect(html).not.toContain('作者')
  expect(html).not.toContain('附件')
})

test('a loader is told which filters of its address are refused; other errors stay errors', async () => {
  const refusal = (fields: object | undefined, status: number) =>
    Promise.reject(data({ code: 'INVALID', message: '应为整数', fields }, { status }))
  const kind = [{ path: 'kind.0', message: '应为整数' }]
  expect(await answerOrFaults(Promise.resolve({ total: 3 }))).toEqual({ found: { total: 3 }, faults: [] })
  expect(await answerOrFaults(refusal(kind, 400))).toEqual({ found: null, faults: [{ path: 'kind', message: '应为整数' }] })
  expect(withoutFaults({ kind: 'x', to: '2026-01-01' }, [{ path: 'kind', message: '应为整数' }])).toEqual({ to: '2026-01-01' })
  await expect(answerOrFaults(refusal(undefined, 400))).rejects.toMatchObject({ init: { status: 400 } })
  await expect(answerOrFaults(refusal(kind, 503))).rejects.toMatchObject({ init: { status: 503 } })
  await expect(answerOrFaults(Promise.reject(new Error('away')))).rejects.toThrow('away')
})

test('refused filters are told by their names, at the typed ones too, and each can be dropped', () => {
  const faults = [
    { path: 'to', message: '结束日期不能早于开始日期' },
    { path: 'page', message: '应为整数' },
  ]
  const address = '/page/news?from=2026-02-01&to=2026-01-01&page=x'
  const list = createElement(PublicList, {
    title: '新闻',
    path: '/page/news',
    total: null,
    pageSize: 10,
    aside: createElement(Facets, { path: '/page/news', filters, faults }),
    nothing: createElement(RefusedFilters, { path: '/page/news', filters, faults }),
  })
  const html = shown(address, list)
  expect(html).toContain('发布时间：结束日期不能早于开始日期')
  expect(html).toContain('页码：应为整数')
  expect(html).toContain('条件不对，没有查询')
  expect(html).not.toContain('共 0 条')
  expect(leads(html, '不限发布时间')).toBe('/page/news')
  expect(leads(html, '从第一页看起')).toBe('/page/news?from=2026-02-01&to=2026-01-01')
  const field = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)![0]
  expect(field('to')).toContain('aria-invalid="true"')
  expect(field('to')).toContain('value="2026-01-01"')
  expect(field('from')).not.toContain('aria-invalid')
})
