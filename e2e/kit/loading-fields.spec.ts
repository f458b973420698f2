import { readFileSync } from 'node:fs'
import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { enter } from '../session.ts'

test('fields whose control is still loading have their name', async ({ page }) => {
  await enter(page, 'editor1')
  const built = JSON.parse(readFileSync('build/client/.vite/manifest.json', 'utf8')) as Record<string, { name: string; file: string }>
  const part = Object.values(built).find(({ name }) => name === 'date-input')!
  await page.route(`**/${part.file}`, () => {})
  await page.goto('/work/policyserveradmin?id=1')
  await expect(page.getByRole('textbox', { name: '申报开始' })).toBeDisabled()
  expect(await graveFaults(page)).toEqual([])
})
