import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

it('each domain has a page of its rules, and each page a domain', () => {
  const domains = readdirSync(at('server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kernel' && existsSync(at(`server/${entry.name}/index.ts`)))
    .map(({ name }) => `${name}.md`)
  expect(readdirSync(at('docs/domains')).filter((name) => name !== 'README.md')).toEqual(domains)
})
