import { expect, test } from 'vitest'
import { shownLinks, waitsForItsScreen } from './shown-links.ts'

const entry = (position: 'menu' | 'quick' | 'gov', url: string, more = {}) => ({
  position,
  name: url,
  url,
  desc: '',
  hidden: false,
  disabled: false,
  ...more,
})

test('a quick link to a screen that is not built is left out, a menu entry stays; hidden ones are left out everywhere (spec §2)', () => {
  const unbuilt = '/page/techService'
  const shown = shownLinks([
    entry('menu', unbuilt),
    entry('menu', '/page/aboutus', { hidden: true }),
    entry('quick', unbuilt),
    entry('quick', '/page/propaganda?type=1', { disabled: true, desc: '下周开放' }),
    entry('gov', 'https://www.gov.cn/', { desc: '不给访客', eventLabel: '政府网', logo: 'a', login: true }),
  ])
  expect(shown).toEqual({
    menu: [{ name: unbuilt, url: unbuilt }],
    quickLinks: [{ name: '/page/propaganda?type=1', url: '/page/propaganda?type=1', disabled: true, desc: '下周开放' }],
    governmentLinks: [{ name: 'https://www.gov.cn/', url: 'https://www.gov.cn/', eventLabel: '政府网', logo: 'a', login: true }],
  })
  expect([waitsForItsScreen({ position: 'quick', url: unbuilt }), waitsForItsScreen({ position: 'menu', url: unbuilt })]).toEqual([
    true,
    false,
  ])
})
