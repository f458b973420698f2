import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Names that the specification gives to the key of a policy. They stand in bodies and answers; a value of ours is called policyId. */
const WIRE = /\b(?:polInfoId|polId)\b/g
const isProperty = (line: string, at: number, word: string) =>
  /[.']$/.test(line.slice(0, at)) || /^(?:\??:|')/.test(line.slice(at + word.length))

it('the key of a policy has one name inside, policyId; other names are only translated from and to the wire', () => {
  const faults = globSync('{server,web,db,seed,transfer}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(`${root}${file}`, 'utf8')
        .split('\n')
        .flatMap((line, n) =>
          [...line.matchAll(WIRE)].filter((found) => !isProperty(line, found.index, found[0])).map(() => `${file}:${n + 1} ${line.trim()}`),
        ),
    )
  expect(faults).toEqual([])
})
