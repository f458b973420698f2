import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const RAW = /\b[a-z_.]*[sS]tate['"]?\)?(?:, '(?:=|<>|!=)', | (?:===|!==|<>) )(?:'0[12]'|\d)(?![\d'])/

/** Files that use states numbered by the specification for a list query, which have no name here. */
const elsewhere: Readonly<Record<string, string>> = {
  'server/declaration/queries.ts': 'four windows of time that the specification numbers',
}

it('a state is compared by its name, not by its number', () => {
  const raw = globSync('{server,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/test\.tsx?$|\/testing\//.test(file) && !(file in elsewhere))
    .flatMap((file) =>
      readFileSync(root + file, 'utf8')
        .split('\n')
        .flatMap((line, i) => (RAW.test(line) && !/statusCode|useState/.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
    )
  expect(raw).toEqual([])
})
