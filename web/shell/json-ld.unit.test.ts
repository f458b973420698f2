import { expect, test } from 'vitest'
import { breadcrumbs, itemList, website } from './json-ld.ts'

const args = {
  location: { pathname: '/page/home' },
  matches: [{ id: 'root', loaderData: { origin: 'https://h', site: JSON.stringify({ name: '平台', owner: '某局' }) } }],
}

test('JSON-LD contains the breadcrumb of a page, the items of a list, and the operator on the home page', () => {
  expect(
    breadcrumbs(args, [
      ['首页', '/page/home'],
      ['政策', '/page/policyserverdetail?id=5'],
    ]),
  ).toMatchObject([
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: '首页', item: 'https://h/page/home' },
          { position: 2, item: 'https://h/page/policyserverdetail?id=5' },
        ],
      },
    },
  ])
  expect(itemList(args, [{ name: '补助', path: '/page/policyserverdetail?id=7' }])[0]).toMatchObject({
    'script:ld+json': {
      '@type': 'ItemList',
      itemListElement: [{ position: 1, name: '补助', url: 'https://h/page/policyserverdetail?id=7' }],
    },
  })
  expect(itemList(args, [])).toEqual([])
  expect(website(args)).toMatchObject([
    { 'script:ld+json': { publisher: { name: '某局' } } },
    { rel: 'alternate', href: 'https://h/rss.xml' },
  ])
})
test('without site data nothing is emitted', () => {
  const nothing = { location: { pathname: '/' }, matches: [] }
  expect([breadcrumbs(nothing, []), itemList(nothing, [{ name: 'a', path: '/page/a' }]), website(nothing)]).toEqual([[], [], []])
})
