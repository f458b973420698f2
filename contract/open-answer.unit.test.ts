import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openReasons } from './open-answer.ts'

const root = fileURLToPath(new URL('./', import.meta.url))
const texts = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/open-answer/.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))

it('every answer without a schema gives a reason from the list', () => {
  expect(
    texts.filter(({ text }) => /z\s*\.custom<[^>]*(?:>[^()]*)?>\(\s*(?:\(\)\s*=>\s*true)?\s*\)/.test(text)).map(({ file }) => file),
  ).toEqual([])
})

it('the number of answers without a schema does not grow, and every reason in the list is used', () => {
  const used = texts.flatMap(({ text }) => [...text.matchAll(/openAnswer<[\s\S]*?>\('(\w+)'\)/g)].map((m) => m[1]!))
  expect(used.length).toBeLessThanOrEqual(39)
  expect([...new Set(used)].sort()).toEqual(Object.keys(openReasons).sort())
})
