import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MarketFilter } from './market-filter.tsx'

test('a refused number is told at its field, and what was typed stays', () => {
  const element = createElement(MarketFilter, { kind: 'workshopInfo', faults: [{ path: 'areaMax', message: '上限不能小于下限' }] })
  const router = createMemoryRouter([{ path: '/page/sdmarket', element }], { initialEntries: ['/page/sdmarket?areaMin=500&areaMax=100'] })
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }))
  const field = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)![0]
  expect(field('areaMax')).toContain('aria-invalid="true"')
  expect(field('areaMax')).toContain('aria-describedby="fault-areaMax"')
  expect(html).toContain('<span id="fault-areaMax" class="field-error">上限不能小于下限</span>')
  expect(field('areaMin')).toContain('value="500"')
  expect(html.match(/aria-invalid/g)).toHaveLength(1)
})

test('a refused condition without a field here is not sent again', () => {
  const element = createElement(MarketFilter, { kind: 'workshopInfo', faults: [{ path: 'kind', message: '没有这种供需' }] })
  const address = '/page/sdmarket?kind=nonsense&trade=1'
  const router = createMemoryRouter([{ path: '/page/sdmarket', element }], { initialEntries: [address] })
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }))
  expect(html).toContain('<input type="hidden" name="trade" value="1"/>')
  expect(html).not.toContain('name="kind"')
})
