import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the index of the decisions names every decision once', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const named = [...index.matchAll(/\]\((\d{4}-[a-z0-9-]+\.md)\)/g)].map(([, file]) => file)
  expect(named.toSorted()).toEqual(globSync('*-*.md', { cwd: 'docs/decisions' }).toSorted())
})
